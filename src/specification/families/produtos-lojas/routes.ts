import { shapes } from '../../route.js'

export const produtosLojas = shapes('produtos-lojas', {
  list: 'GET /produtos/lojas',
  create: 'POST /produtos/lojas',
  read: 'GET /produtos/lojas/{idProdutoLoja}',
  replace: 'PUT /produtos/lojas/{idProdutoLoja}',
  remove: 'DELETE /produtos/lojas/{idProdutoLoja}',
})
