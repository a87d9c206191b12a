import { documented, shapes } from '../../route.js'

const specified = shapes('pedidos-vendas', {
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

/** With what the public document shows of each. */
export const pedidosVendas = documented('pedidos-vendas', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  'remove-many': '200 204 object',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: '204 400 404',
  'set-situation': '204 400 404',
  'book-stock-at': '204 400 404',
  'book-stock': '204 400 404',
  'reverse-stock': '204 404',
  'book-accounts': '204 400 404',
  'reverse-accounts': '204 400 404',
  'issue-nfe': 'bare 201 object 400 404',
  'issue-nfce': 'bare 201 object 400 404',
})
