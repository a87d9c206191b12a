import { documented, shapes } from '../../route.js'

const specified = shapes('produtos-fornecedores', {
  list: 'GET /produtos/fornecedores',
  create: 'POST /produtos/fornecedores',
  read: 'GET /produtos/fornecedores/{idProdutoFornecedor}',
  replace: 'PUT /produtos/fornecedores/{idProdutoFornecedor}',
  patch: 'PATCH /produtos/fornecedores/{idProdutoFornecedor}',
})

/** With what the public document shows of each. */
export const produtosFornecedores = documented('produtos-fornecedores', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  remove: 'DELETE /produtos/fornecedores/{idProdutoFornecedor} 204 400 404',
})
