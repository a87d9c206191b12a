import { created, documented, found, integer, list, noContent, paging, routes } from '../../route.js'

const link = '/categorias/lojas/{idCategoriaLoja}'

/** §Store category links */
const specified = routes('categorias-lojas', {
  list: {
    method: 'GET',
    path: '/categorias/lojas',
    query: { ...paging, idLoja: integer, idCategoriaProduto: integer, idCategoriaProdutoPai: integer },
    success: list,
  },
  create: { method: 'POST', path: '/categorias/lojas', success: created, errors: [400] },
  read: { method: 'GET', path: link, success: found, errors: [404] },
  replace: { method: 'PUT', path: link, success: noContent, errors: [400, 404] },
  remove: { method: 'DELETE', path: link, success: noContent, errors: [404] },
})

/** With what the public document shows of each. */
export const categoriasLojas = documented('categorias-lojas', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 204 400 404',
  remove: '204 404',
})
