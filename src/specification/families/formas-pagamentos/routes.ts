import { shapes } from '../../route.js'

/** The renaming table of the version change spells the collection `/forma-pagamentos`; `matchRoute` knows both. */
export const formasPagamentos = shapes('formas-pagamentos', {
  list: 'GET /formas-pagamentos',
  create: 'POST /formas-pagamentos',
  read: 'GET /formas-pagamentos/{idFormaPagamento}',
  replace: 'PUT /formas-pagamentos/{idFormaPagamento}',
  remove: 'DELETE /formas-pagamentos/{idFormaPagamento}',
})
