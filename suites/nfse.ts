import { actions, contract, lifeCycle, list, pages, read, refusal, replaceOnly, unknown } from './contract.js'

/** Service invoices, and how the account issues them. */
export const nfse = contract('nfse', [
  list('list', 'idNotaServico'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),
  read('read-configuration'),

  lifeCycle({ create: 'create', read: 'read', remove: 'remove' }),
  actions({ create: 'create', read: 'read' }, ['send', 'cancel']),
  replaceOnly('replace-configuration'),
])
