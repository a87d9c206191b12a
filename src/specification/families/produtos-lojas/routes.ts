import { documented, shapes } from '../../route.js'

const specified = shapes('produtos-lojas', {
  list: 'GET /produtos/lojas',
  create: 'POST /produtos/lojas',
  read: 'GET /produtos/lojas/{idProdutoLoja}',
  replace: 'PUT /produtos/lojas/{idProdutoLoja}',
  remove: 'DELETE /produtos/lojas/{idProdutoLoja}',
})

/** With what the public document shows of each. */
export const produtosLojas = documented('produtos-lojas', specified, {
  list: '200 array 400',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: '204 404',
})
