import { contract } from './contract.js'
import { actAndRead, type Part } from './parts.js'
import { routeOf, step } from './steps.js'

/**
 * A listing may be published from its creation on: only once it was paused does publishing it show. The lists are of those that it should no
 * longer be among: the documented single read shows no situation.
 */
const pauseAndPublish: readonly Part[] = [
  actAndRead('pause', 'read'),
  listAfter('pause', 1),
  actAndRead('publish', 'read', 'created', 'publish-again'),
  listAfter('publish', 4),
]

function listAfter(action: string, situacao: number): Part {
  return (family) => [
    step(routeOf(family, 'list'), `list-after-${action}`, { query: { situacao }, needs: ['created'] }),
  ]
}

/** Listings and their marketplace categories, whose identifier is the marketplace's own text. */
export const anuncios = contract('anuncios', {
  takes: { 'list-categories': { idCategoria: 'idNoMarketplace' } },
  values: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  instead: { pause: (family) => pauseAndPublish.flatMap((part) => part(family)) },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})
