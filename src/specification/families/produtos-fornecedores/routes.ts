import { shapes } from '../../route.js'

export const produtosFornecedores = shapes('produtos-fornecedores', {
  list: 'GET /produtos/fornecedores',
  create: 'POST /produtos/fornecedores',
  read: 'GET /produtos/fornecedores/{idProdutoFornecedor}',
  replace: 'PUT /produtos/fornecedores/{idProdutoFornecedor}',
  patch: 'PATCH /produtos/fornecedores/{idProdutoFornecedor}',
})
