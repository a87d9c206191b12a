import {
  actOnCreated,
  badFilters,
  contract,
  filters,
  lifeCycle,
  list,
  pages,
  read,
  refusal,
  unknown,
} from './contract.js'

/** Listings and their marketplace categories. */
export const anuncios = contract('anuncios', [
  list('list-categories', 'idCategoria', { tipoProduto: 'tipoProduto', idCategoria: 'idNoMarketplace' }),
  filters('list-categories', { tipoProduto: ['{tipoProduto}'], idCategoria: ['{idNoMarketplace}'] }),
  badFilters('list-categories', { idCategoria: 'abc' }),
  read('read-category'),
  unknown('read-category', 'HOMOLOGA-INEXISTENTE'),

  list('list', 'idAnuncio', {
    'produto.id': 'idProduto',
    tipoIntegracao: 'tipoIntegracao',
    'loja.id': 'idLoja',
  }),
  pages('list'),
  filters('list', { situacao: [1, 2, 3, 4], idProduto: ['{idProduto}'] }),
  filters('list', { tipoIntegracao: ['{tipoIntegracao}'], idLojaQuery: ['{idLoja}'] }),
  badFilters('list', { situacao: 9, idProduto: 'abc' }),
  refusal('list'),
  read('read'),
  unknown('read'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [actOnCreated('publish', 'read'), actOnCreated('pause', 'read')],
  }),
])
