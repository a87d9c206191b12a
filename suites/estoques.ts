import { documentReads, suiteOf } from './contract.js'
import { changeOwn, createOwn, find, forSakeOf, list, refusal } from './parts.js'

const product = { 'idsProdutos[]': ['{idProduto}'] }

/** Stock. The specification names it without methods, so beyond the list only the embedded service is asked. */
export const estoques = suiteOf('estoques', [
  list('list'),
  refusal('list'),
  forSakeOf(
    ['list-balances', 'list-balances-at'],
    [find('/produtos', 'idProduto'), find('/depositos', 'idDeposito')],
  ),
  forSakeOf(['create', 'replace'], [createOwn('create', 'created', 'create'), changeOwn('replace')]),
  ...documentReads('estoques', { asks: { 'list-balances': product, 'list-balances-at': product } }),
])
