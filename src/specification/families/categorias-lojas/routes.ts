import { created, found, integer, list, noContent, paging, routes } from '../../route.js'

const link = '/categorias/lojas/{idCategoriaLoja}'

/** §Store category links */
export const categoriasLojas = routes('categorias-lojas', {
  list: {
    method: 'GET',
    path: '/categorias/lojas',
    query: { ...paging, idLoja: integer, idCategoriaProduto: integer, idCategoriaProdutoPai: integer },
    success: list(),
  },
  create: { method: 'POST', path: '/categorias/lojas', success: created, errors: [400] },
  read: { method: 'GET', path: link, success: found(), errors: [404] },
  replace: { method: 'PUT', path: link, success: noContent, errors: [400, 404] },
  remove: { method: 'DELETE', path: link, success: noContent, errors: [404] },
})
