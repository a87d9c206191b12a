import { isObject, property } from '../../exchange/json.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { documentedFacts, isCreate, isUpdate } from '../conventions.js'
import { kindOf, returnsOneRecord } from '../envelope/envelope.js'
import { createdIn, identifierField, isIdentifier } from '../identifier.js'
import { observer } from '../observer.js'
import { isSingleRead } from '../records/single-read.js'
import { findBareData, type SeenExchange } from '../seen.js'
import { deviationsIn, shapesOf } from '../shapes/knowledge.js'

/**
 * `data` of a response matches the zod schema of its route. Differences that another rule reports more precisely are left
 * to that rule: the kind of `data`, missing identifiers, situations, and the parent of a category.
 */
export const shape = observer('data/shape', () => (seen, note) => {
  const { route, status, data: value } = seen
  if (!route || value === undefined || (status !== 200 && status !== 201) || !seen.isBodySeen) return
  // `errors/*` reports that the request was not refused
  if (seen.isWronglyAccepted) return
  const isEmpty = isObject(value) && Object.keys(value).length === 0
  // an empty record is one fault, which the rule about its identifier reports
  if (isEmpty && isIdentifierJudged(seen, route)) return
  if (!shapesOf(seen).some(({ data }) => data)) return
  note.tested()
  const root = findBareData(seen) === undefined ? '$.data' : '$'
  const found = deviationsIn(seen, { part: 'data', value, root }, ({ path }, source) =>
    isReportedElsewhere(path.slice(root.length), source, seen, route),
  )
  for (const { deviation, options } of found.values()) note.breach(deviation, options)
})

/** Whether another rule reports a difference from the schema of `source`. `place`: the path within `data`; empty for `data` itself. */
function isReportedElsewhere(place: string, source: Knowledge, seen: SeenExchange, route: Route): boolean {
  if (place === '') return isKindJudged(source, seen, route)
  // `lists/array` reports an item that is no object
  if (place === '[]') return true
  const field = place.replace(/^\[\]/, '')
  // other rules judge an identifier by the specification; by the public document, only a missing one
  if (field === '.id') return source === 'specification' || isIdentifierJudged(seen, route)
  return (judgedFields[route.id] ?? []).includes(field)
}

/** Whether `envelope/data`, `envelope/created` or `lists/array` judges the kind of `data`. */
function isKindJudged(source: Knowledge, seen: SeenExchange, route: Route): boolean {
  const { data } = seen
  if (lacksCreatedId(seen, route)) return true
  // `envelope/created` accepts a bare identifier, which the specification allows; only the public document shows `data.id`
  const isBareIdentifier = isIdentifier(data) && returnsIdentifier(route)
  if (isBareIdentifier && source === 'document') return false
  // they report a text or a number for every route, but an object or an array only if the route says which of them is right
  const isContainer = isObject(data) || Array.isArray(data)
  return !isContainer || route.tabulated || route.success.data === 'array' || returnsOneRecord(route)
}

/** Whether `envelope/created` expects the identifier of the record in the response. */
function returnsIdentifier(route: Route): boolean {
  return isCreate(route) || isUpdate(route)
}

/** Whether a create or an update returned an array without an identifier in place of the record, which `envelope/created` reports. */
function lacksCreatedId({ data, context }: SeenExchange, route: Route): boolean {
  if (!Array.isArray(data) || !returnsIdentifier(route)) return false
  // the public document may show a response without an identifier
  const expected = documentedFacts(route, context.profile)?.data ?? 'created'
  return expected === 'created' && createdIn({ data }) === null
}

/** Whether `lists/identifier`, `records/same-identifier` or `envelope/created` reports the missing identifier of a record. */
function isIdentifierJudged(seen: SeenExchange, route: Route): boolean {
  const { listedRecords, data } = seen
  if (listedRecords) return listedRecords.some((record) => !isIdentifier(identifierField(record)))
  if (isIdentifier(identifierField(data))) return false
  return isSingleRead(seen) || (!Array.isArray(data) && returnsIdentifier(route))
}

/** By route, the fields that have a rule of their own. */
const judgedFields: Readonly<Record<string, readonly string[]>> = {
  'anuncios/list': ['.situacao'],
  'anuncios/read': ['.situacao'],
  'campos-customizados/read': ['.situacao'],
  'categorias-produtos/list': ['.categoriaPai'],
  'categorias-produtos/read': ['.categoriaPai'],
}

/** `categoriaPai`, if present, must be an object. null counts as absent and is reported as info. */
export const parent = observer('categories/parent', () => (seen, note) => {
  const { route, data } = seen
  if (route?.family !== 'categorias-produtos' || route.method !== 'GET' || !seen.isSuccess) return
  const records = seen.listedRecords ?? (isObject(data) ? [data] : [])
  const parents = records
    .map((record) => property(record, 'categoriaPai'))
    .filter((value) => value !== undefined)
  if (parents.length === 0) return
  note.tested()
  const wrong = parents.find((value) => value !== null && !isObject(value))
  if (wrong !== undefined) note.breach('no-object', { values: { kind: kindOf(wrong) } })
  else if (parents.includes(null)) note.breach('null', { severity: 'info' })
})
