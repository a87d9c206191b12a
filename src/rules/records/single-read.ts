import { parseExactJson } from '../../exchange/exact-json.js'
import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { isCreate, isResource } from '../conventions.js'
import { createdIn, identifierField, isIdentifier, isRounded, isSameIdentifier } from '../identifier.js'
import { idsOf } from '../lists/list-of.js'
import { RecentMap } from '../memory.js'
import { type ExchangeReference, type ObservedOptions, type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { differencesOf } from '../shapes/differences.js'
import { shapesOf } from '../shapes/knowledge.js'
import { evidenceOf, findDifference, isEmpty, isLabel, show, showNames } from './equal-enough.js'

/** Reads whose record has no identifier in the service's public document. */
export const documentedWithoutId: ReadonlySet<string> = new Set([
  'logisticas/read-object',
  'produtos/read-structure',
])

/** Reads whose identifier has another type in the public document than in their list. */
const documentedWithOtherType: ReadonlySet<string> = new Set(['caixas/read'])

/**
 * A single read responds with the requested record and its identifier, which has the same type as in the list and in the
 * response to the create.
 */
export const sameIdentifier = observer('records/same-identifier', (memory) => {
  /** By list. */
  const listed = new RecentMap<Earlier>(100)
  /** By record. */
  const created = new RecentMap<Earlier>(100)
  return (seen, note) => {
    const { route, data, key } = seen
    const listedId = findListedId(seen)
    if (listedId !== null) listed.set(key, earlierOf(seen, listedId, [{ id: listedId }]))
    const createdId = findCreatedId(seen)
    if (createdId !== null) created.set(`${key}/${createdId}`, earlierOf(seen, createdId, { id: createdId }))
    if (!route || !isSingleRead(seen) || !isObject(data)) return
    if (seen.isWronglyAccepted || memory.wasDeleted(key)) return
    note.tested()
    const id = examineIdentifier(seen, data, note)
    if (id === null) return
    const list = listed.get(key.slice(0, key.lastIndexOf('/')))
    const create = created.get(key)
    const shown = show(id)
    if (list && list.type !== idTypeOf(id) && !documentedWithOtherType.has(route.id))
      note.breach('other-type', { values: { listed: list.type, shown }, ...blamedExchange(list, seen) })
    else if (create && create.type !== idTypeOf(id)) {
      const values = { created: create.type, shown }
      note.breach('created-type', { values, ...blamedExchange(create, seen) })
    }
  }
})

type IdentifierNote = ObserverNote<'records/same-identifier'>

/** Compares the identifier with the requested one. Returns it if it is right; null if it was reported, or cannot be compared. */
function examineIdentifier(seen: SeenExchange, data: Fields, note: IdentifierNote): string | number | null {
  const { name, requestedId: asked } = seen.pathIdentifier
  const id = shownIdentifier(data, name)
  const reportOther = (shown: string) =>
    note.breach('other', { values: { asked, shown: shown.slice(0, 60) } })
  if (Object.keys(data).length === 0) note.breach('empty', { values: { asked } })
  else if (isRounded(id)) {
    // as a number it may equal another identifier, so its digits are compared
    const shown = exactIdentifier(seen, name)
    if (shown === asked) note.breach('rounded', { values: { asked }, severity: 'info' })
    else reportOther(shown)
  } else if (!isIdentifier(id ?? identifierField(data))) {
    const severity = documentedWithoutId.has(seen.route?.id ?? '') ? ({ severity: 'info' } as const) : {}
    note.breach('missing', { values: { asked, shown: show(id) }, ...severity })
  } else if (isIdentifier(id) && !isLabel(id)) {
    if (isSameIdentifier(id, asked)) return id
    reportOther(String(id))
  }
  return null
}

/** The identifier in a record that was read: its `id`, else the field with the name of the parameter in the path. */
function shownIdentifier(record: Json | undefined, name: string): Json | undefined {
  return property(record, 'id') ?? property(record, name)
}

/** The identifier of the response with all its digits, which a parsed number may have lost. */
function exactIdentifier({ exchange, data }: SeenExchange, name: string): string {
  const exact = valueIn(parseExactJson(exchange.response?.body?.text ?? ''))
  const record = property(exact, 'data') ?? exact
  return String(shownIdentifier(record, name) ?? property(data, 'id'))
}

/** An earlier response with an identifier. */
interface Earlier extends ExchangeReference {
  /** The identifier's type, as findings name it. */
  readonly type: 'text' | 'integer'
  /** The part of the response that is compared with its schema. */
  readonly data: Json
}

function earlierOf({ reference }: SeenExchange, id: string | number, data: Json): Earlier {
  return { ...reference, type: idTypeOf(id), data }
}

function idTypeOf(id: string | number): Earlier['type'] {
  return typeof id === 'string' ? 'text' : 'integer'
}

/** Blames the earlier response if the type of its identifier breaks its schema, else the single read. */
function blamedExchange(before: Earlier, { context }: SeenExchange): Pick<ObservedOptions, 'exchange'> {
  const schemas = shapesOf({ route: before.route, context }).flatMap(({ data }) => data ?? [])
  const differences = schemas.flatMap((schema) => differencesOf(schema, before.data, '$'))
  return differences.some(({ path }) => /^\$(?:\[\])?\.id$/.test(path)) ? { exchange: before } : {}
}

/** Whether a route reads one record. The category of a marketplace is left out, because its read responds with attributes. */
export function isSingleRead({ route }: SeenExchange): boolean {
  return (
    route?.method === 'GET' &&
    route.success.data === 'object' &&
    route.path.endsWith('}') &&
    route.id !== 'anuncios/read-category'
  )
}

/** An identifier of the list, if all of them have the same type; null if their types differ or masking hides them. */
function findListedId({ listedRecords }: SeenExchange): string | number | null {
  if (!listedRecords) return null
  const ids = listedRecords.map((record) => property(record, 'id')).filter(isIdentifier)
  const [first, ...others] = ids.filter((id) => !isLabel(id))
  return first !== undefined && others.every((id) => typeof id === typeof first) ? first : null
}

/** The identifier in the response to a create; null if the value is not an identifier or masking hides it. */
function findCreatedId({ route, isSuccess, data }: SeenExchange): string | number | null {
  const id = route && isSuccess && isCreate(route) ? property(data, 'id') : undefined
  return isIdentifier(id) && !isLabel(id) ? id : null
}

/** A created record that was not read yet. */
interface Created {
  readonly body: Fields
  readonly id: string
  readonly respondedAtMs: number
  readonly by: ExchangeReference
  /** Whether another record had this identifier before. */
  readonly wasKnown: boolean
}

/** The number of responses that are remembered of each list. */
const MAX_RESPONSES = 4

type CreatedNote = ObserverNote<'records/created-readable'>

/** A created record can be read and shows the values that were sent. */
export const createdReadable = observer('records/created-readable', (memory) => {
  const unread = new RecentMap<Created>(200)
  /** By list, the identifiers in its newest responses. */
  const lists = new RecentMap<readonly (readonly string[])[]>(50)
  /** Whether another record had this identifier before the create. */
  const isKnown = (key: string, id: string) =>
    !memory.wasCreated(`${key}/${id}`) &&
    !memory.wasDeleted(`${key}/${id}`) &&
    (memory.wasRead(`${key}/${id}`) || lists.get(key)?.some((ids) => ids.includes(id)) === true)
  return (seen, note) => {
    const { route, status, key, listedRecords } = seen
    if (!isResource(route)) return
    if (listedRecords) lists.set(key, [...(lists.get(key) ?? []), idsOf(listedRecords)].slice(-MAX_RESPONSES))
    if (route.method !== 'GET') {
      // any later write to the record may change what it shows
      if (seen.isSuccess) unread.delete(seen.recordKey)
      const id = seen.isSuccess && route.method === 'POST' ? createdIn(valueIn(seen.responseJson)) : null
      const { requestFields: body, endMs: respondedAtMs, reference: by } = seen
      if (id !== null && body !== null)
        unread.set(`${key}/${id}`, { body, id, respondedAtMs, by, wasKnown: isKnown(key, id) })
      return
    }
    if (route.success.data !== 'object' || !memory.wasCreated(seen.key)) return
    if (status === null || status >= 500 || seen.isAccessRefused) return
    note.tested()
    if (status === 404) note.breach('unknown', { values: { id: seen.pathIdentifier.requestedId } })
    const created = unread.get(seen.key)
    if (!created || !isObject(seen.data) || seen.exchange.sentAtMs < created.respondedAtMs) return
    if (showsOtherRecord(seen)) return
    unread.delete(seen.key)
    compare(created, seen.data, note)
  }
})

/** Compares a created record with its first read. The situation is left out, because the service may set another one. */
function compare({ body, id, by, wasKnown }: Created, shown: Fields, note: CreatedNote): void {
  const create = by.exchange.id
  const other = findDifference(body, shown, (name) => name === 'situacao')
  if (other) {
    const values = { ...evidenceOf(other), create }
    return wasKnown
      ? note.breach('other-record', { values: { ...values, id }, exchange: by })
      : note.breach('field', { values })
  }
  const isLost = (name: string) => !Object.hasOwn(shown, name) && !isEmpty(body[name] ?? null)
  const lost = Object.keys(body).filter(isLost)
  if (lost.length === 0) return
  note.breach('not-shown', { values: { fields: showNames(lost), create }, severity: 'info' })
}

/** After a DELETE, a read responds with 404. If records that never existed get the same wrong response, `errors/unknown-record` reports it. */
export const deleted = observer('records/deleted', (memory) => (seen, note) => {
  const { route, status } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !memory.wasDeleted(seen.key)) return
  if (status === null || seen.isAccessRefused) return
  if (memory.hasSameResponseForUnknown(seen)) return
  note.tested()
  if (seen.isSuccess) note.breach('still-there', { values: { status } })
  else if (status !== 404) note.breach('other-status', { values: { status } })
})

/** Whether a single read responds with another record than the requested one, which `records/same-identifier` reports. */
export function showsOtherRecord({ data, pathIdentifier: { name, requestedId } }: SeenExchange): boolean {
  const id = shownIdentifier(data, name)
  return isIdentifier(id) && !isLabel(id) && !isSameIdentifier(id, requestedId)
}
