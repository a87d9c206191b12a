/**
 * Finds the records that requests refer to, such as the contact of a new sale. `referencesOfStep` is for the plan, before
 * the run; `referencesSent` is for the gate, which looks at the request itself.
 */

import { isObject, type Json } from '../../exchange/json.js'
import { routeById } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import {
  type Reference,
  referenceName,
  referencesIn,
  referredByPath,
  referredCollections,
  resourceOf,
  type SampleObject,
  sampleBody,
  userBodyName,
} from '../../specification/samples/index.js'
import type { Captures, SuiteStep } from '../suite.js'

interface StepReference extends Reference {
  /** Whether the step is not sent without the record: its field is required, or part of a body that the user wants as it is. */
  readonly isNeeded: boolean
}

/** Returns the references in a step's path and body, except that to the record that the step reads or writes. */
export function referencesOfStep({ sample, path }: SuiteStep, captures: Captures): StepReference[] {
  // `{ref_depositos}` refers to another record; that of the step has another name, such as `{created}`
  const inPath = referredCollections.filter((collection) => path.includes(`{${referenceName(collection)}}`))
  return [
    ...inPath.map((collection) => ({ path: collection, collection, field: null, isNeeded: true })),
    ...(sample === undefined ? [] : referencesOfBody(sample, captures)),
  ]
}

function referencesOfBody(routeId: string, captures: Captures): StepReference[] {
  const route = routeById(routeId)
  const resource = route && resourceOf(route.path)
  if (!route || !resource) return []
  const isCreate = route.method === 'POST' && route.success.data === 'created'
  const userBody = captures[userBodyName(routeId)]?.value as SampleObject | undefined
  const references = referencesIn(userBody ?? sampleBody(routeId) ?? {})
  // in an update, a reference to its own collection means the record that is written
  const toOthers = references.filter(({ collection }) => isCreate || collection !== resource.collection)
  return toOthers.map((reference) => {
    const [field = ''] = reference.path.split('.')
    return { ...reference, isNeeded: userBody !== undefined || resource.required.includes(field) }
  })
}

interface Identifier {
  /** The names that lead to it, without positions in arrays: `itens.produto.id` */
  readonly path: string
  readonly id: string
}

/** Returns the identifiers in a body, found by the names of their fields. 0 and empty text identify nothing. */
export function identifiersIn(value: Json, path = ''): Identifier[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => identifiersIn(item, path))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const innerPath = path === '' ? name : `${path}.${name}`
    // `id`, `idProduto`, `idsOpcoes`
    if (!/^ids?(?:[A-Z]|$)/.test(name)) return identifiersIn(inner, innerPath)
    return (Array.isArray(inner) ? inner : [inner])
      .filter(identifiesRecord)
      .map((id) => ({ path: innerPath, id: String(id) }))
  })
}

function identifiesRecord(value: Json): boolean {
  return (
    (typeof value === 'number' && value !== 0) || (typeof value === 'string' && !/^0*$/.test(value.trim()))
  )
}

/** A record that a request refers to; the collection is null if it is unknown. */
export interface ReferenceSent {
  readonly collection: string | null
  readonly id: string
}

/** Returns the references in a request: in its path after the first identifier, and in its body. */
export function referencesSent(
  route: Route,
  params: Readonly<Record<string, string>>,
  body: Json | undefined,
): ReferenceSent[] {
  // in the order of the path: the first identifier is that of the record that the request reads or writes
  const [own, ...further] = Object.entries(params)
  const ownId = own?.[1] ?? ''
  const collectionsByPath = new Map(
    referencesIn(sampleBody(route.id) ?? {}).map(({ path, collection }) => [path, collection]),
  )
  const inBody = body === undefined ? [] : identifiersIn(body)
  return [
    ...further.map(([name, id]) => ({ collection: referredByPath[name] ?? null, id })),
    ...inBody
      // an update may repeat the identifier of its own record
      .filter(({ path, id }) => !(path === 'id' && id === ownId))
      .map(({ path, id }) => ({ collection: collectionsByPath.get(path) ?? null, id })),
  ]
}

/** Returns the identifiers of records that a user's samples name: in bodies, and by collection (captured under `referenceName`). */
export function identifiersNamedIn(captures: Captures): ReadonlySet<string> {
  const named = Object.entries(captures).flatMap(([name, { value }]) => {
    if (name.startsWith(userBodyName(''))) return identifiersIn(value).map(({ id }) => id)
    return name.startsWith(referenceName('')) ? [String(value)] : []
  })
  return new Set(named)
}
