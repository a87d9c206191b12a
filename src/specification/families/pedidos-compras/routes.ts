import { shapes } from '../../route.js'

export const pedidosCompras = shapes('pedidos-compras', {
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
