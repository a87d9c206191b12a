import { contract } from './contract.js'
import { actAndRead, type Part } from './parts.js'

/** A listing may be published from its creation on: only once it was paused does publishing it show. */
const pauseAndPublish: readonly Part[] = [
  actAndRead('pause', 'read'),
  actAndRead('publish', 'read', 'created', 'publish-again'),
]

/** Listings and their marketplace categories, whose identifier is the marketplace's own text. */
export const anuncios = contract('anuncios', {
  takes: { 'list-categories': { idCategoria: 'idNoMarketplace' } },
  values: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  instead: { pause: (family) => pauseAndPublish.flatMap((part) => part(family)) },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})
