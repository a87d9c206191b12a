import { documentReads, suiteOf } from './contract.js'
import { find, forSakeOf } from './parts.js'

const product = { 'idsProdutos[]': ['{idProduto}'] }

/** Batches of products, and what is left of them: everything there is asked by product. */
export const produtosLotes = suiteOf('produtos-lotes', [
  forSakeOf(
    ['list', 'list-controlled', 'sum-balances', 'sum-balances-at'],
    [find('/produtos', 'idProduto'), find('/depositos', 'idDeposito')],
  ),
  ...documentReads('produtos-lotes', {
    takes: { list: { idLote: 'idLote' } },
    identifies: { 'list-entries': 'idLancamento' },
    asks: {
      list: product,
      'list-controlled': product,
      'list-balances-at': { 'idsLotes[]': ['{idLote}'] },
    },
  }),
])
