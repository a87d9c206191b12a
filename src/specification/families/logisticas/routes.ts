import { named, shapes } from '../../route.js'

export const logisticas = [
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
