import { documented, named, shapes } from '../../route.js'

const specified = [
  ...shapes('logisticas', {
    'list-services': 'GET /logisticas/servicos',
    'create-service': 'POST /logisticas/servicos',
    'read-service': 'GET /logisticas/servicos/{idLogisticaServico}',
    'replace-service': 'PUT /logisticas/servicos/{idLogisticaServico}',
    'set-situation': 'PATCH /logisticas/{idLogisticaServico}/situacoes',
    'create-object': 'POST /logisticas/objetos',
    'read-object': 'GET /logisticas/objetos/{idObjeto}',
    'replace-object': 'PUT /logisticas/objetos/{idObjeto}',
    'remove-object': 'DELETE /logisticas/objetos/{idObjeto}',
  }),
  ...named('logisticas', {
    list: 'GET /logisticas',
    'list-labels': 'GET /logisticas/etiquetas',
    'list-shipments': 'GET /logisticas/remessas',
  }),
]

/** With what the public document shows of each. */
export const logisticas = documented('logisticas', specified, {
  list: '200 array 404',
  create: 'POST /logisticas body 201 created 400',
  read: 'GET /logisticas/{idLogistica} 200 object 404',
  replace: 'PUT /logisticas/{idLogistica} body 200 400',
  remove: 'DELETE /logisticas/{idLogistica} 200 400 404',
  'list-services': '200 array 400',
  'create-service': 'body 201 array 400',
  'read-service': '200 object 404',
  'replace-service': 'body 200 created 400 404',
  'set-situation': 'body 204 400 404',
  'read-object': '200 object 404',
  'replace-object': 'body 200 created 400 404',
  'remove-object': '204 400 404',
  'create-object': 'body 201 created 400',
  'list-labels': '200 array 400 404',
  'read-shipment': 'GET /logisticas/remessas/{idRemessa} 200 object 404',
  'replace-shipment': 'PUT /logisticas/remessas/{idRemessa} body 200 created 400 404',
  'remove-shipment': 'DELETE /logisticas/remessas/{idRemessa} 204 400 404',
  'list-shipments-of': 'GET /logisticas/{idLogistica}/remessas 200 array 400 404',
  'create-shipment': 'POST /logisticas/remessas body 201 created 400',
})
