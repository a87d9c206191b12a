import { created, found, list, noContent, paging, routes, updated } from '../../route.js'

const field = '/campos-customizados/{idCampoCustomizado}'

/** §Custom fields */
export const camposCustomizados = routes('campos-customizados', {
  'list-modules': { method: 'GET', path: '/campos-customizados/modulos', success: list() },
  'list-types': { method: 'GET', path: '/campos-customizados/tipos', success: list() },
  'list-of-module': {
    method: 'GET',
    path: '/campos-customizados/modulos/{idModulo}',
    query: paging,
    success: list('campo-customizado'),
  },
  read: { method: 'GET', path: field, success: found('campo-customizado'), errors: [404] },
  create: { method: 'POST', path: '/campos-customizados', success: created, errors: [400] },
  /** The one update that answers a body. */
  replace: { method: 'PUT', path: field, success: updated, errors: [400, 404] },
  remove: { method: 'DELETE', path: field, success: noContent, errors: [404] },
  'set-situation': { method: 'PATCH', path: `${field}/situacoes`, success: noContent, errors: [400, 404] },
})
