import { contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Product stores. */
export const produtosLojas = contract('produtos-lojas', [
  list('list', 'idProdutoLoja'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
])
