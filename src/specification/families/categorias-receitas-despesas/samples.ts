import { resource } from '../../samples/resource.js'

export const categoriasReceitasDespesas = resource({
  family: 'categorias-receitas-despesas',
  collection: '/categorias/receitas-despesas',
  required: ['descricao', 'tipo'],
  summary: ['descricao', 'tipo', 'situacao'],
  count: 6,
  fields: {
    descricao: [
      'Venda de mercadorias',
      'Aluguel',
      'Energia elétrica',
      'Fretes',
      'Serviços prestados',
      'Impostos',
    ],
    tipo: [2, 1, 1, 1, 2, 1],
    situacao: [1],
  },
})
