import {
  actions,
  actOnCreated,
  contract,
  lifeCycle,
  list,
  pages,
  read,
  refusal,
  unknown,
} from './contract.js'

/** Purchase orders. */
export const pedidosCompras = contract('pedidos-compras', [
  list('list', 'idPedidoCompra'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [actOnCreated('set-situation', 'read')],
  }),
  actions({ create: 'create', read: 'read', remove: 'remove' }, [
    'book-stock',
    'reverse-stock',
    'book-accounts',
    'reverse-accounts',
  ]),
])
