import { type Json, property } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedFacts } from '../conventions.js'
import type { Values } from '../finding.js'
import { EMPTY_VARIABLE_TEXTS, identifierIn } from '../identifier.js'
import { RecentMap } from '../memory.js'
import { type ObservedOptions, type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { isMasked } from '../shapes/differences.js'

/**
 * A record is addressed by its identifier, and not by its number, series or code as in version 2. The specification does not
 * show what identifiers look like, so the traffic must prove a breach: the path has the number or code of a record that a
 * list showed with another identifier; or a text although the list or the public document shows whole numbers; or a
 * placeholder such as `undefined`.
 */
export const identifier = requestObserver('request/identifier', () => {
  /** By list and identifier: `/produtos/7`. */
  const ids = new RecentMap<true>(20_000)
  /** By list and number, series or code: `/produtos/CAN-01`. */
  const byOtherField = new RecentMap<OtherName>(20_000)
  /** By list, whether all identifiers seen are whole numbers. */
  const areNumeric = new RecentMap<boolean>(500)
  const learn = (records: readonly Json[], collection: string): void => {
    for (const record of records) {
      const id = identifierIn(record)
      if (id === null || isMasked(id)) continue
      ids.set(`${collection}/${id}`, true)
      areNumeric.set(collection, isNumeric(id) && (areNumeric.get(collection) ?? true))
      for (const field of otherFields) {
        const value = fieldText(record, field)
        if (value !== null) byOtherField.set(`${collection}/${value}`, { field, id })
      }
    }
  }
  return (seen, note) => {
    if (!seen.route || seen.exchange.request.method === 'OPTIONS') return
    learn(recordsOf(seen), seen.key)
    const { requestedId } = seen.pathIdentifier
    const isWrongOnPurpose = seen.intent === 'invalid' || seen.intent === 'unknown-record'
    if (requestedId === '' || isMasked(requestedId) || isWrongOnPurpose) return
    note.tested()
    if (placeholder.test(requestedId)) return note.breach('placeholder', evidenceOf(requestedId))
    // as long as no record was seen, only the public document shows what identifiers look like
    if (ids.isEmpty) return examineDocumented(seen, requestedId, note)
    const collection = collectionOf(seen, seen.route)
    if (ids.has(`${collection}/${requestedId}`)) return
    const named = byOtherField.get(`${collection}/${requestedId}`)
    if (named && named.id !== requestedId)
      note.breach('other-field', evidenceOf(requestedId, { field: named.field, id: named.id }))
    else if (isNumeric(requestedId)) return
    else if (areNumeric.get(collection)) note.breach('text', evidenceOf(requestedId))
    // no identifier of this list was seen
    else if (areNumeric.get(collection) === undefined) examineDocumented(seen, requestedId, note)
  }
})

type IdentifierNote = ObserverNote<'request/identifier'>

/** If the public document shows whole numbers, a text is valid only if it succeeds and the response's identifier is no whole number. */
function examineDocumented(seen: SeenExchange, requestedId: string, note: IdentifierNote): void {
  const known = seen.route && documentedFacts(seen.route, seen.context.profile)
  if (!known || known.isTextual || isNumeric(requestedId) || seen.intent !== null) return
  const shown = identifierIn(seen.data)
  if (!seen.isSuccess || (shown !== null && isNumeric(shown)))
    note.breach('not-integer', evidenceOf(requestedId))
}

function evidenceOf(requestedId: string, more: Values = {}): ObservedOptions {
  return { values: { asked: requestedId.slice(0, 60), ...more } }
}

/** A field by which version 2 addressed a record, and the identifier of that record. */
interface OtherName {
  readonly field: string
  readonly id: string
}

const otherFields = ['numero', 'serie', 'codigo', 'numeroLoja', 'sku']

/** The field's value as a path would write it; null if the field has no value. */
function fieldText(record: Json, field: string): string | null {
  const value = property(record, field)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The key of the list of a record: the session if there are several, and the path before the first identifier. */
function collectionOf({ path, key }: SeenExchange, route: Route): string {
  // the path may use an alias of the collection with another length, so segments are counted
  const depth = route.path.split('/').findIndex((segment) => segment.startsWith('{'))
  const session = key.slice(0, key.length - path.length)
  return session + path.split('/', depth).join('/')
}

/** Records whose identifiers belong to their path: those of a list, and of a create. */
function recordsOf(seen: SeenExchange): readonly Json[] {
  const { route } = seen
  if (!route || route.path.includes('{') || !seen.isSuccess) return []
  if (seen.listedRecords) return seen.listedRecords
  return route.success.data === 'created' && seen.data !== undefined ? [seen.data] : []
}

function isNumeric(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Matches what a client sends for an empty variable or an unfilled template: `undefined`, `{idProduto}`, `:id`, `0`. */
const placeholder = new RegExp(String.raw`^(?:${EMPTY_VARIABLE_TEXTS}|true|false|\{.*\}|:\w+|<.*>|0)$`, 'i')
