import { documented, shapes } from '../../route.js'

const specified = shapes('contas-pagar', {
  list: 'GET /contas/pagar',
  create: 'POST /contas/pagar',
  read: 'GET /contas/pagar/{idContaPagar}',
  replace: 'PUT /contas/pagar/{idContaPagar}',
  remove: 'DELETE /contas/pagar/{idContaPagar}',
  'register-payment': ['POST /contas/pagar/{idContaPagar}/baixar', { body: true }],
})

/** With what the public document shows of each. */
export const contasPagar = documented('contas-pagar', specified, {
  list: '200 array',
  create: 'body bare 201 created 400',
  read: '200 object 404',
  replace: 'body bare 200 created 400 404',
  remove: '204 400 404',
  'register-payment': 'body bare 200 object 400',
})
