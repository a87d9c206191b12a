import { anyCreated, anyFound, anySuccess, documented, routes } from '../../route.js'

const product = '/homologacao/produtos/{idProduto}'

/** Statuses are the profile's affair, so any 2xx passes here. §Homologation procedure */
const specified = routes('homologacao', {
  read: { method: 'GET', path: '/homologacao/produtos', success: anyFound },
  create: { method: 'POST', path: '/homologacao/produtos', success: anyCreated },
  replace: { method: 'PUT', path: product, success: anySuccess },
  'set-situation': { method: 'PATCH', path: `${product}/situacoes`, success: anySuccess },
  remove: { method: 'DELETE', path: product, success: anySuccess },
})

/** With what the public document shows of each. */
export const homologacao = documented('homologacao', specified, {
  read: '200 object',
  create: 'body 201 created 400',
  replace: 'body 204 400',
  remove: '204 400',
  'set-situation': 'body 204 400',
})
