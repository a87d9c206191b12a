import { resource } from '../../samples/resource.js'

export const formasPagamentos = resource({
  family: 'formas-pagamentos',
  collection: '/formas-pagamentos',
  own: ['situacao'],
  required: ['descricao', 'tipoPagamento', 'finalidade', 'destino'],
  summary: ['descricao', 'tipoPagamento', 'situacao', 'fixa', 'padrao', 'finalidade'],
  change: { descricao: 'Copo à vista' },
  count: 6,
  fields: {
    descricao: ['Dinheiro', 'Boleto', 'Pix', 'Cartão de crédito', 'Cartão de débito', 'Transferência'],
    tipoPagamento: [1, 15, 17, 3, 4, 18],
    situacao: [1],
    destino: [1],
    fixa: [false],
    padrao: [0],
    finalidade: [3],
    condicao: ['0', '30', '30 60 90'],
    taxas: [
      { aliquota: 0, valor: 0, prazo: 0 },
      { aliquota: 2.99, valor: 0.4, prazo: 30 },
    ],
  },
})
