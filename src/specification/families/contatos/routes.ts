import { anyFound, anySuccess, documented, shapes } from '../../route.js'

const specified = shapes('contatos', {
  list: 'GET /contatos',
  create: 'POST /contatos',
  'remove-many': 'DELETE /contatos',
  read: 'GET /contatos/{idContato}',
  replace: 'PUT /contatos/{idContato}',
  remove: 'DELETE /contatos/{idContato}',
  'list-types-of-contact': 'GET /contatos/{idContato}/tipos',
  'read-end-consumer': ['GET /contatos/consumidor-final', { success: anyFound }],
  'set-situation': 'PATCH /contatos/{idContato}/situacoes',
  'set-situations': ['POST /contatos/situacoes', { success: anySuccess, body: true }],
  'list-types': 'GET /contatos/tipos',
})

/** With what the public document shows of each. */
export const contatos = documented('contatos', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  'remove-many': '200 204 object 400',
  read: '200 object 404',
  replace: 'body 204 400 404',
  remove: '204 400 404',
  'list-types-of-contact': '200 array 404',
  'read-end-consumer': '200 object',
  'set-situation': 'body 204 400 404',
  'set-situations': 'body 200 204 object 400',
  'list-types': '200 array',
})
