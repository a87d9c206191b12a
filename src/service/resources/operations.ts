import type { Route } from '../../specification/route.js'
import { act, actOnAll, issue, moveStock, registerPayment } from './actions.js'
import { list } from './list.js'
import type { Operation } from './operation.js'
import { particular } from './particular.js'
import { create, patch, read, remove, removeMany, replace } from './records.js'
import { setListing, setSituation, setSituationById, setSituations } from './situations.js'

/** Operations by method and by the rest of the path after the collection. `*` is an identifier. */
const usual: Readonly<Record<string, Operation>> = {
  'GET ': list,
  'POST ': create,
  'DELETE ': removeMany,
  'GET /*': read,
  'PUT /*': replace,
  'PATCH /*': patch,
  'DELETE /*': remove,
  'PATCH /*/situacoes': setSituation,
  'PUT /*/situacoes': setSituation,
  'PATCH /*/situacao': setSituation,
  'PATCH /*/status': setSituation,
  'PATCH /*/situacoes/*': setSituationById,
  'POST /situacoes': setSituations,
  'POST /*/publicar': setListing('publicar'),
  'POST /*/pausar': setListing('pausar'),
  'POST /*/baixar': registerPayment,
  'POST /*/gerar-nfe': issue('/nfe'),
  'POST /*/gerar-nfce': issue('/nfce'),
  'POST /*/lancar-estoque': moveStock(1),
  'POST /*/lancar-estoque/*': moveStock(1),
  'POST /*/estornar-estoque': moveStock(-1),
}

/** Returns the operation of a route: its own one, the usual one, or one that follows from its shape. */
export function operationOf(route: Route, collection: string): Operation {
  const rest = restOf(route, collection)
  const found = particular[route.id] ?? usual[`${route.method} ${rest}`]
  if (found && (found !== create || creates(route))) return found
  return route.documented?.data === 'array' && !rest.includes('*') ? actOnAll : act
}

/**
 * Returns the rest of the path after the collection. `/logisticas/{id}/situacoes` is not below its collection's path.
 */
function restOf({ path }: Route, collection: string): string {
  const from = path.startsWith(collection) ? collection.length : path.indexOf('/{')
  return path.slice(from).replaceAll(/\{\w+\}/g, '*')
}

/** A POST to a path of its own may be an action that makes no record there. */
function creates({ documented, success }: Route): boolean {
  return (
    (documented ?? success).data === 'created' ||
    (documented?.statuses.includes(201) === true && documented.body)
  )
}
