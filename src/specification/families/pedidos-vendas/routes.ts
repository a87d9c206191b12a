import { shapes } from '../../route.js'

export const pedidosVendas = shapes('pedidos-vendas', {
  list: 'GET /pedidos/vendas',
  create: 'POST /pedidos/vendas',
  'remove-many': 'DELETE /pedidos/vendas',
  read: 'GET /pedidos/vendas/{idPedidoVenda}',
  replace: 'PUT /pedidos/vendas/{idPedidoVenda}',
  remove: 'DELETE /pedidos/vendas/{idPedidoVenda}',
  'set-situation': ['PATCH /pedidos/vendas/{idPedidoVenda}/situacoes/{idSituacao}', { body: false }],
  'issue-nfe': 'POST /pedidos/vendas/{idPedidoVenda}/gerar-nfe',
  'issue-nfce': 'POST /pedidos/vendas/{idPedidoVenda}/gerar-nfce',
  'book-stock': 'POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque',
  'book-stock-at': 'POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque/{idDeposito}',
  'reverse-stock': 'POST /pedidos/vendas/{idPedidoVenda}/estornar-estoque',
  'book-accounts': 'POST /pedidos/vendas/{idPedidoVenda}/lancar-contas',
  'reverse-accounts': 'POST /pedidos/vendas/{idPedidoVenda}/estornar-contas',
})
