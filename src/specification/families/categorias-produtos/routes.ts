import { created, found, list, noContent, paging, routes } from '../../route.js'

const category = '/categorias/produtos/{idCategoriaProduto}'

/** §Product categories */
export const categoriasProdutos = routes('categorias-produtos', {
  list: { method: 'GET', path: '/categorias/produtos', query: paging, success: list('categoria-produto') },
  create: { method: 'POST', path: '/categorias/produtos', success: created, errors: [400] },
  read: { method: 'GET', path: category, success: found('categoria-produto'), errors: [404] },
  replace: { method: 'PUT', path: category, success: noContent, errors: [400, 404] },
  /** 404 is tabulated; "a 400 response also appears". */
  remove: { method: 'DELETE', path: category, success: noContent, errors: [404, 400] },
})
