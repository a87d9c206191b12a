import { documented, named } from '../../route.js'

/** "Read, create, update": neither the identifier nor the methods are shown. */
const specified = named('estoques', {
  list: 'GET /estoques',
  create: ['POST /estoques', { risk: 'stock' }],
  replace: ['PUT /estoques/{idEstoque}', { risk: 'stock' }],
})

/** With what the public document shows of each. */
export const estoques = documented('estoques', specified, {
  'list-balances-at': 'GET /estoques/saldos/{idDeposito} 200 array 400 404',
  'list-balances': 'GET /estoques/saldos 200 array 400',
  create: 'body 201 created 400',
})
