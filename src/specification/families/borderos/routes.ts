import { found, noContent, routes } from '../../route.js'

/** §Borderôs */
export const borderos = routes('borderos', {
  read: { method: 'GET', path: '/borderos/{idBordero}', success: found(), errors: [404] },
  remove: { method: 'DELETE', path: '/borderos/{idBordero}', success: noContent, errors: [400, 404] },
})
