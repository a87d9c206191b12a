import { anySuccess, named, shapes } from '../../route.js'

export const produtos = [
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
