import { contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Payment methods. */
export const formasPagamentos = contract('formas-pagamentos', [
  list('list', 'idFormaPagamento'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
])
