import { named } from '../../route.js'

/** "Read, create, update": neither the identifier nor the methods are shown. */
export const estoques = named('estoques', {
  list: 'GET /estoques',
  create: ['POST /estoques', { risk: 'stock' }],
  replace: ['PUT /estoques/{idEstoque}', { risk: 'stock' }],
})
