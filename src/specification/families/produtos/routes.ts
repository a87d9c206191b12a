import { anySuccess, documented, named, shapes } from '../../route.js'

const specified = [
  ...shapes('produtos', {
    list: 'GET /produtos',
    create: 'POST /produtos',
    'remove-many': 'DELETE /produtos',
    read: 'GET /produtos/{idProduto}',
    replace: 'PUT /produtos/{idProduto}',
    remove: 'DELETE /produtos/{idProduto}',
    'set-situation': 'PATCH /produtos/{idProduto}/situacoes',
    'set-situations': ['POST /produtos/situacoes', { success: anySuccess, body: true }],
  }),
  ...named('produtos', {
    'list-structures': 'GET /produtos/estruturas',
    'list-variations': 'GET /produtos/variacoes',
  }),
]

/** With what the public document shows of each. */
export const produtos = documented('produtos', specified, {
  'read-structure': 'GET /produtos/estruturas/{idProdutoEstrutura} 200 object 404',
  'replace-structure': 'PUT /produtos/estruturas/{idProdutoEstrutura} body 204 400 404',
  'add-components': 'POST /produtos/estruturas/{idProdutoEstrutura}/componentes body 204 400 404',
  'remove-components': 'DELETE /produtos/estruturas/{idProdutoEstrutura}/componentes 204 400 404',
  'patch-component':
    'PATCH /produtos/estruturas/{idProdutoEstrutura}/componentes/{idComponente} body 204 400 404',
  'remove-structures': 'DELETE /produtos/estruturas 200 204 object 400',
  list: '200 array',
  create: 'body 201 created 400 403',
  'remove-many': '200 204 object 400',
  read: '200 object 403 404',
  replace: 'body 200 created 400 403',
  remove: '204 404',
  patch: 'PATCH /produtos/{idProduto} body 200 created 400 403',
  'set-situation': 'body 204 400 404',
  'set-situations': 'body 200 204 object 400',
  'read-variations': 'GET /produtos/variacoes/{idProdutoPai} 200 object 404',
  'combine-variations': 'POST /produtos/variacoes/atributos/gerar-combinacoes body 200 object 400',
  'patch-attributes': 'PATCH /produtos/variacoes/{idProdutoPai}/atributos body 200 array 400',
})
