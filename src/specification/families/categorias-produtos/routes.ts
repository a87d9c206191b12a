import { created, documented, found, list, noContent, paging, routes } from '../../route.js'

const category = '/categorias/produtos/{idCategoriaProduto}'

/** §Product categories */
const specified = routes('categorias-produtos', {
  list: { method: 'GET', path: '/categorias/produtos', query: paging, success: list },
  create: { method: 'POST', path: '/categorias/produtos', success: created, errors: [400] },
  read: { method: 'GET', path: category, success: found, errors: [404] },
  replace: { method: 'PUT', path: category, success: noContent, errors: [400, 404] },
  /** 404 is tabulated; "a 400 response also appears". */
  remove: { method: 'DELETE', path: category, success: noContent, errors: [404, 400] },
})

/** With what the public document shows of each. */
export const categoriasProdutos = documented('categorias-produtos', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 204 400 404',
  remove: '204 400 404',
})
