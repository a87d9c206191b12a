import { documented } from '../../route.js'

/** Known from the public document alone. */
export const caixas = documented('caixas', [], {
  list: 'GET /caixas 200 array 400',
  create: 'POST /caixas body bare 201 created 400',
  read: 'GET /caixas/{idCaixa} bare 200 object 404',
  replace: 'PUT /caixas/{idCaixa} body bare 200 created 400 404',
  remove: 'DELETE /caixas/{idCaixa} 204 400 404',
})
