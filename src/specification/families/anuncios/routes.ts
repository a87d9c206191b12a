import {
  created,
  documented,
  found,
  integer,
  integration,
  list,
  noContent,
  paging,
  routes,
  text,
} from '../../route.js'

/** Listings and their marketplace categories. §Listings (anuncios) */
const specified = routes('anuncios', {
  'list-categories': {
    method: 'GET',
    path: '/anuncios/categorias',
    query: { ...integration, idCategoria: integer, tipoProduto: text },
    success: list,
    errors: [400],
  },
  'read-category': {
    method: 'GET',
    path: '/anuncios/categorias/{idCategoria}',
    query: integration,
    success: found,
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
    success: { status: 200, data: 'either' },
    errors: [400],
  },
  create: { method: 'POST', path: '/anuncios', success: created, errors: [400] },
  read: {
    method: 'GET',
    path: '/anuncios/{idAnuncio}',
    query: integration,
    success: found,
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

/** With what the public document shows of each. */
export const anuncios = documented('anuncios', specified, {
  'list-categories': '200 array 400',
  'read-category': 'text 200 object 400 404',
  /** The document has an object; so has the table. */
  list: '200 either 400',
  create: 'body 201 created 400',
  read: '200 object 400 404',
  replace: 'body 204 400 404',
  remove: '204 400 404',
  publish: '204 400 404',
  pause: '204 400 404',
})
