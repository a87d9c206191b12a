import {
  actOnCreated,
  contract,
  lifeCycle,
  list,
  nameCreated,
  pages,
  read,
  refusal,
  removeSeveral,
  unknown,
} from './contract.js'

/** Products. */
export const produtos = contract('produtos', [
  list('list', 'idProduto'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),
  list('list-structures'),
  list('list-variations'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [actOnCreated('set-situation', 'read'), nameCreated('set-situations')],
  }),
  removeSeveral('create', 'read', 'remove-many'),
])
