import { isObject, type Json, property } from '../../exchange/json.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { documentedFacts, isCreate, isUpdate } from '../conventions.js'
import { kindOf, returnsOneRecord } from '../envelope/envelope.js'
import { createdIn, identifierField, isIdentifier } from '../identifier.js'
import { observer } from '../observer.js'
import { isSingleRead } from '../records/single-read.js'
import { findBareData, type SeenExchange } from '../seen.js'
import type { Difference } from '../shapes/differences.js'
import { deviationsIn, shapesOf } from '../shapes/knowledge.js'

/**
 * `data` of a response matches the zod schema of its route. Differences that another rule reports more precisely are left
 * to that rule: the kind of `data`, missing identifiers, situations, and the parent of a category.
 */
export const shape = observer('data/shape', () => (seen, note) => {
  const { route } = seen
  if (!route || (seen.status !== 200 && seen.status !== 201) || !seen.isBodySeen || !seen.responseJson?.ok)
    return
  // `errors/*` reports that the request was not refused
  if (seen.isWronglyAccepted) return
  const { data: value } = seen
  const isEmpty = isObject(value) && Object.keys(value).length === 0
  // the envelope rules report that `data` is missing; an empty record is one fault, which the rule about its identifier reports
  if (value === undefined || (isEmpty && isIdentifierJudged(seen, route))) return
  if (!shapesOf(seen).some(({ data }) => data)) return
  note.tested()
  const root = findBareData(seen) === undefined ? '$.data' : '$'
  const found = deviationsIn(seen, { part: 'data', value, root }, (difference, source) =>
    isReportedElsewhere(difference, source, seen, root),
  )
  for (const { deviation, options } of found.values()) note.breach(deviation, options)
})

type Root = '$' | '$.data'

/** Whether another rule reports a difference from the schema of `source`. */
function isReportedElsewhere(
  { path }: Difference,
  source: Knowledge,
  seen: SeenExchange,
  root: Root,
): boolean {
  const { route, data } = seen
  if (!route) return false
  if (path === root) {
    if (lacksCreatedId(seen, route)) return true
    // `envelope/created` accepts a bare identifier, so only this rule compares it with the public document
    if (source === 'document' && isBareIdentifier(route, data)) return false
    return isKindJudged(route, data)
  }
  // `lists/array` reports an item that is no object
  if (path === `${root}[]`) return true
  const field = path.slice(root.length).replace(/^\[\]/, '')
  // other rules judge an identifier by the specification; by the public document, only a missing one
  if (field === '.id') return source === 'specification' || isIdentifierJudged(seen, route)
  return (judgedFields[route.id] ?? []).includes(field)
}

/** Whether `envelope/data` or `lists/array` judges the kind of `data`. For some routes that are not tabulated, object or array is open. */
function isKindJudged(route: Route, value: Json | undefined): boolean {
  const isContainer = isObject(value) || Array.isArray(value)
  return !isContainer || route.tabulated || route.success.data === 'array' || returnsOneRecord(route)
}

/** Whether a create or an update returned an array without an identifier in place of the record, which `envelope/created` reports. */
function lacksCreatedId({ data, context }: SeenExchange, route: Route): boolean {
  if (!Array.isArray(data) || !(isCreate(route) || isUpdate(route))) return false
  // what the public document shows; without it, a create returns the record
  const expected = documentedFacts(route, context.profile)?.data ?? 'created'
  return expected === 'created' && createdIn({ data }) === null
}

/** Whether `data` is the identifier itself, which the specification allows. Only the public document shows `data.id`. */
function isBareIdentifier(route: Route, value: Json | undefined): boolean {
  return isIdentifier(value) && (isCreate(route) || isUpdate(route))
}

/** Whether `lists/identifier`, `records/same-identifier` or `envelope/created` reports the missing identifier of a record. */
function isIdentifierJudged(seen: SeenExchange, route: Route): boolean {
  const { listedRecords, data } = seen
  if (listedRecords) return listedRecords.some((record) => !isIdentifier(identifierField(record)))
  if (isIdentifier(identifierField(data))) return false
  return isSingleRead(seen) || (!Array.isArray(data) && (isCreate(route) || isUpdate(route)))
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
