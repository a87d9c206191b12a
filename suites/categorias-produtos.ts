import { contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Product categories. */
export const categoriasProdutos = contract('categorias-produtos', [
  list('list', 'idCategoriaProduto'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
])
