import { documented } from '../../route.js'

/** Known from the public document alone. */
export const propostasComerciais = documented('propostas-comerciais', [], {
  list: 'GET /propostas-comerciais 200 array',
  create: 'POST /propostas-comerciais body 201 created 400',
  'remove-many': 'DELETE /propostas-comerciais 200 204 object 400',
  read: 'GET /propostas-comerciais/{idPropostaComercial} bare 200 object 404',
  replace: 'PUT /propostas-comerciais/{idPropostaComercial} body 204 400 404',
  remove: 'DELETE /propostas-comerciais/{idPropostaComercial} 204 400',
  'set-situation': 'PATCH /propostas-comerciais/{idPropostaComercial}/situacoes body 204 400 404',
})
