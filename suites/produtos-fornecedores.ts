import { contract, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Product suppliers: the one resource of which a part can be changed. They are never deleted. */
export const produtosFornecedores = contract('produtos-fornecedores', [
  list('list', 'idProdutoFornecedor'),
  pages('list'),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', patch: 'patch' }),
])
