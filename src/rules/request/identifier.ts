import { type Json, property } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { onList } from '../concerns.js'
import type { Values } from '../finding.js'
import { identifierIn } from '../identifier.js'
import { type Concern, type ObservedOptions, type Occasion, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'

const onIdentifiers: Concern = (occasion) => {
  const { route, isSuccess } = occasion
  if (route && isOfRecord(route)) return !isWrongOnPurpose(occasion)
  return isSuccess && (onList(occasion) || showsIdentifier(occasion))
}

/**
 * A single record is addressed by its identifier, not by number, series or code. What an identifier looks like is not shown, so
 * the proof lies in the traffic: the path holds the number or code of a record that a list showed under another identifier, or a
 * text where that very list shows whole numbers; or it holds nothing that anybody ever meant.
 */
export const identifier = observer('request/identifier', onIdentifiers, () => {
  const ids = createRecent<true>(20_000)
  const otherwise = createRecent<Named>(20_000)
  const numeric = createRecent<boolean>(500)
  const learn = (record: Json, collection: string): void => {
    const id = identifierIn(record)
    if (id === null || isMasked(id)) return
    ids.set(`${collection}/${id}`, true)
    numeric.set(collection, (numeric.get(collection) ?? true) && isNumeric(id))
    for (const named of namesOf(record)) otherwise.set(`${collection}/${named.value}`, { ...named, id })
  }
  return (seen, note) => {
    if (!seen.route || seen.exchange.request.method === 'OPTIONS') return
    for (const record of recordsOf(seen)) learn(record, seen.key)
    const asked = addressed(seen)
    if (asked === null) return
    note.tested()
    if (isPlaceholder.test(asked)) return note.breach('placeholder', byApplication(asked))
    if (ids.isEmpty) return
    const collection = collectionOf(seen, seen.route)
    const address = addressOf(seen, collection, asked)
    if (ids.has(address)) return
    const named = otherwise.get(address)
    if (named && named.id !== asked)
      note.breach('other-field', byApplication(asked, { field: named.field, id: named.id }))
    else if (!isNumeric(asked) && numeric.get(collection)) note.breach('text', byApplication(asked))
  }
})

function byApplication(asked: string, more: Values = {}): ObservedOptions {
  return { values: { asked: asked.slice(0, 60), ...more }, blame: 'application' }
}

/** The first identifier of the path; null where nothing can be said of it. */
function addressed(seen: SeenExchange): string | null {
  for (const name in seen.params) {
    const asked = seen.params[name]
    return asked === undefined || isMasked(asked) || isWrongOnPurpose(seen) ? null : asked
  }
  return null
}

function isWrongOnPurpose({ meant }: Occasion): boolean {
  return meant === 'invalid' || meant === 'unknown-record'
}

/** A field of a record by which version 2 addressed it. */
interface Named {
  readonly field: string
  readonly value: string
  readonly id: string
}

const fields = ['numero', 'serie', 'codigo', 'numeroLoja', 'sku']

function namesOf(record: Json): Omit<Named, 'id'>[] {
  return fields.flatMap((field) => {
    const value = property(record, field)
    const isText = typeof value === 'string' && value !== '' && !isMasked(value)
    return isText || typeof value === 'number' ? [{ field, value: String(value) }] : []
  })
}

/** The key of the path before the first identifier: where its list lies. */
function collectionOf({ path, key }: SeenExchange, route: Route): string {
  const identifier = route.path.indexOf('/{')
  // as many segments, for an alias of the collection is of another length
  let end = key.length - path.length
  for (let at = 0; at >= 0 && at < identifier; at = route.path.indexOf('/', at + 1))
    end = key.indexOf('/', end + 1)
  return key.slice(0, end)
}

/** Nearly always the key of the exchange, which is there. */
function addressOf({ key }: SeenExchange, collection: string, asked: string): string {
  const isKey = key.length === collection.length + 1 + asked.length && key.endsWith(asked)
  return isKey ? key : `${collection}/${asked}`
}

/** Records whose identifiers belong to their path: those of a list, and of a create. */
function recordsOf(seen: SeenExchange): readonly Json[] {
  const { route } = seen
  if (!route || isOfRecord(route) || !seen.isSuccess) return []
  if (seen.listed) return seen.listed
  const shown = showsIdentifier(seen) ? seen.data : undefined
  return shown === undefined ? [] : [shown]
}

function isOfRecord({ path }: Route): boolean {
  return path.indexOf('{') >= 0
}

function showsIdentifier({ route }: Occasion): boolean {
  return route?.success.data === 'created'
}

function isNumeric(text: string): boolean {
  return /^\d+$/.test(text)
}

function isMasked(text: string): boolean {
  return text.indexOf('[') >= 0 && /\[[a-z_]+#\d+\]/.test(text)
}

/** What a client writes where it read the identifier at the wrong place, or left a template as it was. */
const isPlaceholder = /^(?:undefined|null|nan|none|nil|true|false|\[object \w+\]|\{.*\}|:\w+|<.*>|0)$/i
