import { shapes } from '../../route.js'

export const contasPagar = shapes('contas-pagar', {
  list: 'GET /contas/pagar',
  create: 'POST /contas/pagar',
  read: 'GET /contas/pagar/{idContaPagar}',
  replace: 'PUT /contas/pagar/{idContaPagar}',
  remove: 'DELETE /contas/pagar/{idContaPagar}',
  'register-payment': ['POST /contas/pagar/{idContaPagar}/baixar', { body: true }],
})
