import { resource } from '../../samples/resource.js'

export const naturezasOperacoes = resource({
  family: 'naturezas-operacoes',
  collection: '/naturezas-operacoes',
  summary: ['descricao', 'situacao', 'padrao'],
  count: 4,
  fields: {
    descricao: ['Venda de mercadorias', 'Compra de mercadorias', 'Devolução', 'Remessa para conserto'],
    situacao: [1],
    padrao: [1, 0],
  },
})
