import { created, found, integer, integration, list, noContent, paging, routes, text } from '../../route.js'

/** Listings and their marketplace categories. §Listings (anuncios) */
export const anuncios = routes('anuncios', {
  'list-categories': {
    method: 'GET',
    path: '/anuncios/categorias',
    query: { ...integration, idCategoria: integer, tipoProduto: text },
    success: list(),
    errors: [400],
  },
  'read-category': {
    method: 'GET',
    path: '/anuncios/categorias/{idCategoria}',
    query: integration,
    success: found(),
    errors: [400, 404],
  },
  /** The table has an object; a list is likely: both pass, and the report says which came. */
  list: {
    method: 'GET',
    path: '/anuncios',
    query: {
      ...paging,
      situacao: { type: 'integer', values: [1, 2, 3, 4], default: 1 },
      idProduto: integer,
      ...integration,
    },
    success: { status: 200, data: 'either', record: 'anuncio' },
    errors: [400],
  },
  create: { method: 'POST', path: '/anuncios', success: created, errors: [400] },
  read: {
    method: 'GET',
    path: '/anuncios/{idAnuncio}',
    query: integration,
    success: found('anuncio'),
    errors: [400, 404],
  },
  replace: { method: 'PUT', path: '/anuncios/{idAnuncio}', success: noContent, errors: [400, 404] },
  remove: {
    method: 'DELETE',
    path: '/anuncios/{idAnuncio}',
    query: integration,
    success: noContent,
    errors: [400, 404],
  },
  publish: {
    method: 'POST',
    path: '/anuncios/{idAnuncio}/publicar',
    query: integration,
    success: noContent,
    errors: [400, 404],
  },
  pause: {
    method: 'POST',
    path: '/anuncios/{idAnuncio}/pausar',
    query: integration,
    success: noContent,
    errors: [400, 404],
  },
})
