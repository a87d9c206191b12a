import { documented, found, noContent, routes } from '../../route.js'

/** §Borderôs */
const specified = routes('borderos', {
  read: { method: 'GET', path: '/borderos/{idBordero}', success: found, errors: [404] },
  remove: { method: 'DELETE', path: '/borderos/{idBordero}', success: noContent, errors: [400, 404] },
})

/** With what the public document shows of each. */
export const borderos = documented('borderos', specified, {
  read: '200 object 404',
  remove: '204 400 404',
})
