import { documented } from '../../route.js'

/** Known from the public document alone. */
export const ordensProducao = documented('ordens-producao', [], {
  list: 'GET /ordens-producao 200 array',
  create: 'POST /ordens-producao body 201 created 400',
  read: 'GET /ordens-producao/{idOrdemProducao} bare 200 object 404',
  replace: 'PUT /ordens-producao/{idOrdemProducao} body 204 400 404',
  remove: 'DELETE /ordens-producao/{idOrdemProducao} 204 404',
  'set-situation': 'PUT /ordens-producao/{idOrdemProducao}/situacoes body 204 400 404',
  'generate-on-demand': 'POST /ordens-producao/gerar-sob-demanda stock 201 array',
})
