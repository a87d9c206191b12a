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

/** Contacts and their types. */
export const contatos = contract('contatos', [
  list('list', 'idContato'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),
  list('list-types-of-contact'),
  read('read-end-consumer'),
  list('list-types'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [actOnCreated('set-situation', 'read'), nameCreated('set-situations')],
  }),
  removeSeveral('create', 'read', 'remove-many'),
])
