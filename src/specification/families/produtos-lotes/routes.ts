import { documented } from '../../route.js'

/** Known from the public document alone. */
export const produtosLotes = documented('produtos-lotes', [], {
  list: 'GET /produtos/lotes 200 array 400',
  'save-many': 'PUT /produtos/lotes stock body 200 object 400',
  'remove-many': 'DELETE /produtos/lotes 204 400 404',
  read: 'GET /produtos/lotes/{idLote} 200 object 404',
  replace: 'PUT /produtos/lotes/{idLote} body 204 400 404',
  'list-controlled': 'GET /produtos/lotes/controla-lote 200 array 400',
  'stop-control': 'POST /produtos/{idProduto}/lotes/controla-lote/desativar stock 200 400 404',
  'set-status': 'PATCH /produtos/lotes/{idLote}/status body 204 400 404',
  'list-entries': 'GET /produtos/lotes/{idLote}/lancamentos 200 array 400 404',
  'create-entry': 'POST /produtos/lotes/{idLote}/lancamentos stock body 200 created 400 404',
  'read-entry': 'GET /produtos/lotes/lancamentos/{idLancamento} 200 object 400 404',
  'patch-entry': 'PATCH /produtos/lotes/lancamentos/{idLancamento} body 200 400 404',
  'read-balance': 'GET /produtos/{idProduto}/lotes/{idLote}/depositos/{idDeposito}/saldo 200 object 404',
  'list-balances-at': 'GET /produtos/{idProduto}/lotes/depositos/{idDeposito}/saldo 200 array 400 404',
  'sum-balances-at': 'GET /produtos/{idProduto}/lotes/depositos/{idDeposito}/saldo/soma 200 array 400 404',
  'sum-balances': 'GET /produtos/{idProduto}/lotes/saldo/soma 200 object 404',
})
