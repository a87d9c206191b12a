import type { Route } from '../../specification/route.js'
import { act, actOnAll, issue, moveStock, registerPayment } from './actions.js'
import { list } from './list.js'
import type { Operation } from './operation.js'
import { particular } from './particular.js'
import { create, patch, read, remove, removeMany, replace } from './records.js'
import { setListing, setSituation, setSituationById, setSituations } from './situations.js'

/** What a route does, by method and by what follows the collection's path. `*` stands for an identifier. */
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

/** The operation of a route: one of its own, the usual one, or what its shape alone says. */
export function operationOf(route: Route, collection: string): Operation {
  const rest = restOf(route, collection)
  const found = particular[route.id] ?? usual[`${route.method} ${rest}`]
  if (found && (found !== create || creates(route))) return found
  return route.documented?.data === 'array' && !rest.includes('*') ? actOnAll : act
}

/** What follows the collection's path; `/logisticas/{id}/situacoes` lies below no path of its collection. */
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
