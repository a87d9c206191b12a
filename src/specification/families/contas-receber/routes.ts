import { shapes } from '../../route.js'

export const contasReceber = shapes('contas-receber', {
  list: 'GET /contas/receber',
  create: 'POST /contas/receber',
  read: 'GET /contas/receber/{idContaReceber}',
  replace: 'PUT /contas/receber/{idContaReceber}',
  remove: 'DELETE /contas/receber/{idContaReceber}',
  'register-payment': ['POST /contas/receber/{idContaReceber}/baixar', { body: true }],
})
