import { resource } from '../../samples/resource.js'

export const depositos = resource({
  family: 'depositos',
  collection: '/depositos',
  required: ['descricao', 'situacao', 'padrao', 'desconsiderarSaldo'],
  summary: ['descricao', 'situacao', 'padrao'],
  change: { descricao: 'Depósito do copo' },
  count: 5,
  fields: {
    descricao: ['Depósito geral', 'Loja centro', 'Galpão norte', 'Devoluções', 'Mostruário'],
    situacao: [1],
    padrao: [false],
    desconsiderarSaldo: [false, true],
  },
})
