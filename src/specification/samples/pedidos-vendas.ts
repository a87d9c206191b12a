import { named, ref, resource, unique } from './resource.js'

export const pedidosVendas = resource({
  collection: '/pedidos/vendas',
  required: ['contato', 'itens', 'parcelas', 'data', 'dataSaida', 'dataPrevista'],
  many: 'idsPedidosVendas',
  change: { observacoes: 'Copo' },
  body: {
    data: '2026-05-04',
    dataSaida: '2026-05-05',
    dataPrevista: '2026-05-20',
    contato: { id: ref('/contatos') },
    itens: [
      {
        codigo: unique('code'),
        descricao: named('Caneca esmaltada 350 ml'),
        unidade: 'UN',
        quantidade: 2,
        valor: 39.9,
      },
    ],
    parcelas: [
      { dataVencimento: '2026-06-05', valor: 79.8, formaPagamento: { id: ref('/formas-pagamentos') } },
    ],
    observacoes: '',
  },
})
