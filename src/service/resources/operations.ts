import type { Route } from '../../specification/route.js'
import { act, bookStockAt, issue, registerPayment } from './actions.js'
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
  'PATCH /*/situacoes/*': setSituationById,
  'POST /situacoes': setSituations,
  'POST /*/publicar': setListing('publicar'),
  'POST /*/pausar': setListing('pausar'),
  'POST /*/baixar': registerPayment,
  'POST /*/gerar-nfe': issue('/nfe'),
  'POST /*/gerar-nfce': issue('/nfce'),
  'POST /*/lancar-estoque/*': bookStockAt,
}

/** The operation of a route; null where the resource has none. */
export function operationOf(route: Route, collection: string): Operation | null {
  const rest = route.path.slice(collection.length).replaceAll(/\{\w+\}/g, '*')
  const found = particular[route.id] ?? usual[`${route.method} ${rest}`]
  return found ?? (route.method === 'POST' && rest.startsWith('/*/') ? act : null)
}
