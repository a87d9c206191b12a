import { documented, shapes } from '../../route.js'

const specified = shapes('pedidos-compras', {
  list: 'GET /pedidos/compras',
  create: 'POST /pedidos/compras',
  read: 'GET /pedidos/compras/{idPedidoCompra}',
  replace: 'PUT /pedidos/compras/{idPedidoCompra}',
  remove: 'DELETE /pedidos/compras/{idPedidoCompra}',
  'set-situation': 'PATCH /pedidos/compras/{idPedidoCompra}/situacoes',
  'book-stock': 'POST /pedidos/compras/{idPedidoCompra}/lancar-estoque',
  'reverse-stock': 'POST /pedidos/compras/{idPedidoCompra}/estornar-estoque',
  'book-accounts': 'POST /pedidos/compras/{idPedidoCompra}/lancar-contas',
  'reverse-accounts': 'POST /pedidos/compras/{idPedidoCompra}/estornar-contas',
})

/** With what the public document shows of each. */
export const pedidosCompras = documented('pedidos-compras', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: '204 404',
  'set-situation-to': 'PATCH /pedidos/compras/{idPedidoCompra}/situacoes/{idSituacao} 204 400 404',
  'book-accounts': '204 400 404',
  'reverse-accounts': '204 400 404',
  'book-stock': '204 400 404',
  'reverse-stock': '204 400 404',
})
