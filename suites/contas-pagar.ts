import { actions, contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Accounts payable. */
export const contasPagar = contract('contas-pagar', [
  list('list', 'idContaPagar'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
  actions({ create: 'create', read: 'read' }, ['register-payment']),
])
