import {
  actions,
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

/** Goods invoices. Sending one is fiscal; they are deleted by several alone. */
export const nfe = contract('nfe', [
  list('list', 'idNotaFiscal'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace' }),
  forSakeOf(['book-stock-at'], [find('/depositos', 'idDeposito')]),
  actions({ create: 'create', read: 'read' }, [
    'book-stock',
    'reverse-stock',
    'book-stock-at',
    'book-accounts',
    'reverse-accounts',
    'send',
  ]),
  removeSeveral('create', 'read', 'remove-many'),
])
