import { documented } from '../../route.js'

/** Known from the public document alone. */
export const gruposProdutos = documented('grupos-produtos', [], {
  list: 'GET /grupos-produtos 200 array',
  create: 'POST /grupos-produtos body 201 created 400',
  'remove-many': 'DELETE /grupos-produtos 200 204 object 400',
  read: 'GET /grupos-produtos/{idGrupoProduto} 200 object 404',
  replace: 'PUT /grupos-produtos/{idGrupoProduto} body 204 400 404',
  remove: 'DELETE /grupos-produtos/{idGrupoProduto} 204 400 404',
})
