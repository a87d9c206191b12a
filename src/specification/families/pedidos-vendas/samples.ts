import { ref, resource } from '../../samples/resource.js'

export const pedidosVendas = resource({
  family: 'pedidos-vendas',
  collection: '/pedidos/vendas',
  own: ['situacao', 'numero', 'total', 'totalProdutos'],
  required: ['contato', 'itens', 'parcelas', 'data', 'dataSaida', 'dataPrevista'],
  summary: ['numero', 'data', 'total', 'situacao'],
  many: 'idsPedidosVendas',
  change: { observacoes: 'Copo' },
  fields: {
    numero: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    data: ['2026-05-04', '2026-05-05', '2026-05-11'],
    dataSaida: ['2026-05-05', '2026-05-06', '2026-05-12'],
    dataPrevista: ['2026-05-20', '2026-05-25'],
    total: [79.8, 54.5, 1250.4],
    totalProdutos: [79.8, 54.5, 1250.4],
    situacao: [
      { id: 6, valor: 0 },
      { id: 9, valor: 1 },
    ],
    contato: [{ id: ref('/contatos') }],
    itens: [
      [
        {
          codigo: 'CAN-001',
          descricao: 'Caneca esmaltada 350 ml',
          unidade: 'UN',
          quantidade: 2,
          valor: 39.9,
        },
      ],
      [
        {
          codigo: 'CAF-500',
          descricao: 'Café torrado em grãos 500 g',
          unidade: 'UN',
          quantidade: 1,
          valor: 54.5,
        },
      ],
    ],
    parcelas: [
      [{ dataVencimento: '2026-06-05', valor: 79.8, formaPagamento: { id: ref('/formas-pagamentos') } }],
    ],
    observacoes: ['', 'Entregar pela manhã'],
  },
})
