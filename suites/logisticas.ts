import { actOnCreated, contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Logistics: services and objects; labels and shipments are named without a method. */
export const logisticas = contract('logisticas', [
  list('list'),
  list('list-labels'),
  list('list-shipments', null, { 'objetos.0.id': 'idObjeto' }),
  list('list-services', 'idLogisticaServico'),
  pages('list-services'),
  refusal('list-services'),
  read('read-service'),
  unknown('read-service'),
  read('read-object'),
  unknown('read-object'),

  lifeCycle({
    create: 'create-service',
    read: 'read-service',
    replace: 'replace-service',
    between: [actOnCreated('set-situation', 'read-service')],
  }),
  lifeCycle({
    create: 'create-object',
    read: 'read-object',
    replace: 'replace-object',
    remove: 'remove-object',
    as: 'object',
  }),
])
