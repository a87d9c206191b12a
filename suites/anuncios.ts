import { contract } from './contract.js'

/** Listings and their marketplace categories, whose identifier is the marketplace's own text. */
export const anuncios = contract('anuncios', {
  takes: {
    'list-categories': { tipoProduto: 'tipoProduto', idCategoria: 'idNoMarketplace' },
    list: { 'produto.id': 'idProduto', tipoIntegracao: 'tipoIntegracao', 'loja.id': 'idLojaQuery' },
  },
  values: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})
