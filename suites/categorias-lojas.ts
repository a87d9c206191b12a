import { contract, filters, lifeCycle, list, pages, read, refusal, unknown } from './contract.js'

/** Links between a store's categories and the products'. */
export const categoriasLojas = contract('categorias-lojas', [
  list('list', 'idCategoriaLoja', {
    'loja.id': 'idLoja',
    'categoriaProduto.id': 'idCategoria',
    'categoriaProdutoPai.id': 'idPai',
  }),
  pages('list'),
  filters('list', {
    idLoja: ['{idLoja}', '{idLoja2}'],
    idCategoriaProduto: ['{idCategoria}', '{idCategoria2}'],
    idCategoriaProdutoPai: ['{idPai}'],
  }),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({ create: 'create', read: 'read', replace: 'replace', remove: 'remove' }),
])
