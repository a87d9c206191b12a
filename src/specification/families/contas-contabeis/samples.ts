import { resource } from '../../samples/resource.js'

export const contasContabeis = resource({
  family: 'contas-contabeis',
  collection: '/contas-contabeis',
  summary: ['descricao', 'padrao'],
  count: 4,
  fields: {
    descricao: ['Caixa', 'Banco conta movimento', 'Cartão a receber', 'Aplicação'],
    padrao: [true, false, false, false],
    saldoInicial: [0, 1500.25],
  },
})
