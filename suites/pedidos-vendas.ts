import {
  actions,
  actOnCreated,
  contract,
  find,
  forSakeOf,
  lifeCycle,
  list,
  pages,
  read,
  refusal,
  removeSeveral,
  unknown,
} from './contract.js'

/** Sales orders, and the invoices that are made of them. */
export const pedidosVendas = contract('pedidos-vendas', [
  list('list', 'idPedidoVenda'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [
      list('situacoes/list-modules', 'idModuloSistema'),
      list('situacoes/list-of-module', 'idSituacao'),
      actOnCreated('set-situation', 'read'),
    ],
  }),
  forSakeOf(['book-stock-at'], [find('/depositos', 'idDeposito')]),
  actions({ create: 'create', read: 'read', remove: 'remove' }, [
    'book-stock',
    'reverse-stock',
    'book-stock-at',
    'book-accounts',
    'reverse-accounts',
    'issue-nfe',
    'issue-nfce',
  ]),
  removeSeveral('create', 'read', 'remove-many'),
])
