import { documented, shapes } from '../../route.js'

const specified = shapes('contas-receber', {
  list: 'GET /contas/receber',
  create: 'POST /contas/receber',
  read: 'GET /contas/receber/{idContaReceber}',
  replace: 'PUT /contas/receber/{idContaReceber}',
  remove: 'DELETE /contas/receber/{idContaReceber}',
  'register-payment': ['POST /contas/receber/{idContaReceber}/baixar', { body: true }],
})

/** With what the public document shows of each. */
export const contasReceber = documented('contas-receber', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 204 400 404',
  remove: '204 400 404',
  'register-payment': 'body bare 200 object 400',
  'list-slips': 'GET /contas/receber/boletos bare 200 object 400 404',
  'cancel-slips': 'POST /contas/receber/boletos/cancelar money body 204 400',
})
