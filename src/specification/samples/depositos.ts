import { resource } from './resource.js'

export const depositos = resource({
  collection: '/depositos',
  required: ['descricao', 'situacao', 'padrao', 'desconsiderarSaldo'],
  change: { descricao: 'Depósito do copo' },
  body: { descricao: 'Depósito geral', situacao: 1, padrao: false, desconsiderarSaldo: false },
})
