import { anyFound, anySuccess, shapes } from '../../route.js'

export const contatos = shapes('contatos', {
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
