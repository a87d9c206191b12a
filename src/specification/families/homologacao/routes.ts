import { anyCreated, anyFound, anySuccess, routes } from '../../route.js'

const product = '/homologacao/produtos/{idProduto}'

/** Statuses are the profile's affair, so any 2xx passes here. §Homologation procedure */
export const homologacao = routes('homologacao', {
  read: { method: 'GET', path: '/homologacao/produtos', success: anyFound },
  create: { method: 'POST', path: '/homologacao/produtos', success: anyCreated },
  replace: { method: 'PUT', path: product, success: anySuccess },
  'set-situation': { method: 'PATCH', path: `${product}/situacoes`, success: anySuccess },
  remove: { method: 'DELETE', path: product, success: anySuccess },
})
