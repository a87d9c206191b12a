import { contract } from './contract.js'

/** Listings and their marketplace categories, whose identifier is the marketplace's own text. */
export const anuncios = contract('anuncios', {
  takes: { 'list-categories': { idCategoria: 'idNoMarketplace' } },
  values: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})
