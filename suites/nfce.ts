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
  unknown,
} from './contract.js'

/** Consumer invoices. Sending one is fiscal; they are never deleted. */
export const nfce = contract('nfce', [
  list('list', 'idNotaFiscalConsumidor'),
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
])
