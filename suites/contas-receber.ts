import { actions, contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Accounts receivable. */
export const contasReceber = contract('contas-receber', [
  list('list', 'idContaReceber'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
  actions({ create: 'create', read: 'read' }, ['register-payment']),
])
