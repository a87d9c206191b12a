import { documented, shapes } from '../../route.js'

/** The renaming table of the version change spells the collection `/forma-pagamentos`; `matchRoute` knows both. */
const specified = shapes('formas-pagamentos', {
  list: 'GET /formas-pagamentos',
  create: 'POST /formas-pagamentos',
  read: 'GET /formas-pagamentos/{idFormaPagamento}',
  replace: 'PUT /formas-pagamentos/{idFormaPagamento}',
  remove: 'DELETE /formas-pagamentos/{idFormaPagamento}',
})

/** With what the public document shows of each. */
export const formasPagamentos = documented('formas-pagamentos', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: '204 400 404',
  'set-default': 'PATCH /formas-pagamentos/{idFormaPagamento}/padrao body 204 400 404',
  'set-situation': 'PATCH /formas-pagamentos/{idFormaPagamento}/situacao body 204 400 404',
})
