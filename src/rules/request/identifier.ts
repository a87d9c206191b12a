import { type Json, property } from '../../exchange/json.js'
import { onRoute } from '../concerns.js'
import { documentedOf } from '../conventions.js'
import { identifierIn } from '../identifier.js'
import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'

/**
 * A single record is addressed by its identifier, not by number, series or code. What an identifier looks like is not shown, so
 * the proof lies in the traffic: the path holds the number or code of a record that a list showed under another identifier, or a
 * text where that very list shows whole numbers; or it holds nothing that anybody ever meant.
 */
export const identifier = observer('request/identifier', onRoute, () => {
  const ids = createRecent<true>(20_000)
  const otherwise = createRecent<Named>(20_000)
  const numeric = createRecent<boolean>(500)
  return (seen, note) => {
    const { route, exchange } = seen
    if (!route || exchange.request.method === 'OPTIONS') return
    const asked = addressed(seen)
    const records = recordsOf(seen)
    if (asked === null && records.length === 0) return
    const collection = `${exchange.session ?? ''} ${collectionOf(seen)}`
    for (const record of records) {
      const id = identifierIn(record)
      if (id === null || isMasked(id)) continue
      ids.set(`${collection}/${id}`, true)
      numeric.set(collection, (numeric.get(collection) ?? true) && isNumeric(id))
      for (const named of namesOf(record)) otherwise.set(`${collection}/${named.value}`, { ...named, id })
    }
    if (asked === null) return
    note.tested()
    const byApplication = { blame: 'application' } as const
    const values = { asked: asked.slice(0, 60) }
    if (isPlaceholder.test(asked)) return note.breach('placeholder', { values, ...byApplication })
    const address = `${collection}/${asked}`
    if (ids.has(address)) return
    const named = otherwise.get(address)
    if (named && named.id !== asked)
      note.breach('other-field', {
        values: { ...values, field: named.field, id: named.id },
        ...byApplication,
      })
    else if (!isNumeric(asked) && numeric.get(collection)) note.breach('text', { values, ...byApplication })
  }
})

/** The first identifier of the path; null where nothing can be said of it. */
function addressed(seen: SeenExchange): string | null {
  for (const name in seen.params) {
    const asked = seen.params[name]
    return asked === undefined || isMasked(asked) || isWrongOnPurpose(seen) ? null : asked
  }
  return null
}

function isWrongOnPurpose({ meant }: SeenExchange): boolean {
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

/** The path before the first identifier: where its list lies. */
function collectionOf({ route, path }: SeenExchange): string {
  const identifier = route?.path.indexOf('/{') ?? -1
  if (route === null || identifier < 0) return path
  // as many segments, for an alias of the collection is of another length
  let end = 0
  for (let at = 0; at >= 0 && at < identifier; at = route.path.indexOf('/', at + 1))
    end = path.indexOf('/', end + 1)
  return end < 0 ? path : path.slice(0, end)
}

/** Records whose identifiers belong to their path: those of a list, and of a create. */
function recordsOf(seen: SeenExchange): readonly Json[] {
  const { route, data } = seen
  if (!route || route.path.includes('{') || !seen.isSuccess) return []
  if (seen.listed) return seen.listed
  const answers =
    route.success.data === 'created' || documentedOf(route, seen.context.profile)?.data === 'created'
  return answers && data !== undefined ? [data] : []
}

function isNumeric(text: string): boolean {
  return /^\d+$/.test(text)
}

function isMasked(text: string): boolean {
  return text.includes('[') && /\[[a-z_]+#\d+\]/.test(text)
}

/** What a client writes where it read the identifier at the wrong place, or left a template as it was. */
const isPlaceholder = /^(?:undefined|null|nan|none|nil|true|false|\[object \w+\]|\{.*\}|:\w+|<.*>|0)$/i
