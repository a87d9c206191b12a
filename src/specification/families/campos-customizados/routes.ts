import { created, documented, found, list, noContent, paging, routes, updated } from '../../route.js'

const field = '/campos-customizados/{idCampoCustomizado}'

/** §Custom fields */
const specified = routes('campos-customizados', {
  'list-modules': { method: 'GET', path: '/campos-customizados/modulos', success: list },
  'list-types': { method: 'GET', path: '/campos-customizados/tipos', success: list },
  'list-of-module': {
    method: 'GET',
    path: '/campos-customizados/modulos/{idModulo}',
    query: paging,
    success: list,
  },
  read: { method: 'GET', path: field, success: found, errors: [404] },
  create: { method: 'POST', path: '/campos-customizados', success: created, errors: [400] },
  /** The one update that answers a body. */
  replace: { method: 'PUT', path: field, success: updated, errors: [400, 404] },
  remove: { method: 'DELETE', path: field, success: noContent, errors: [404] },
  'set-situation': { method: 'PATCH', path: `${field}/situacoes`, success: noContent, errors: [400, 404] },
})

/** With what the public document shows of each. */
export const camposCustomizados = documented('campos-customizados', specified, {
  'list-modules': '200 array',
  'list-types': '200 array',
  'list-of-module': '200 array',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: '204 404',
  create: 'body 201 created 400',
  'set-situation': 'body 204 400 404',
})
