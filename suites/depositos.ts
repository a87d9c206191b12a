import { contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Warehouses. They are never deleted: version 3 has no route for it. */
export const depositos = contract('depositos', [
  list('list', 'idDeposito'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace' }),
])
