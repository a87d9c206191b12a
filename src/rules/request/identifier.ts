import { type Json, property } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedFacts } from '../conventions.js'
import type { Values } from '../finding.js'
import { EMPTY_VARIABLE_TEXTS, identifierIn } from '../identifier.js'
import { Recent } from '../memory.js'
import { type ObservedOptions, type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { isMasked } from '../shapes/differences.js'

/**
 * A single record is addressed by its identifier, not by number, series or code. What an identifier looks like is not shown, so
 * the proof lies in the traffic: the path holds the number or code of a record that a list showed under another identifier, or a
 * text where that very list, or the public document, shows whole numbers; or it holds nothing that anybody ever meant.
 */
export const identifier = requestObserver('request/identifier', () => {
  const ids = new Recent<true>(20_000)
  const otherwise = new Recent<Named>(20_000)
  const numeric = new Recent<boolean>(500)
  const learn = (records: readonly Json[], collection: string): void => {
    let areNumeric: boolean | undefined
    for (const record of records) {
      const id = identifierIn(record)
      if (id === null || isMasked(id)) continue
      ids.set(`${collection}/${id}`, true)
      areNumeric = (areNumeric ?? numeric.get(collection) ?? true) && isNumeric(id)
      for (const field of fields) {
        const value = nameIn(record, field)
        if (value !== null) otherwise.set(`${collection}/${value}`, { field, id })
      }
    }
    if (areNumeric !== undefined) numeric.set(collection, areNumeric)
  }
  return (seen, note) => {
    if (!seen.route || seen.exchange.request.method === 'OPTIONS') return
    learn(recordsOf(seen), seen.key)
    const { asked } = seen.pathIdentifier
    const isWrongOnPurpose = seen.intent === 'invalid' || seen.intent === 'unknown-record'
    if (asked === '' || isMasked(asked) || isWrongOnPurpose) return
    note.tested()
    if (isPlaceholder.test(asked)) return note.breach('placeholder', evidenceOf(asked))
    if (ids.isEmpty) return examineDocumented(seen, asked, note)
    const collection = collectionOf(seen, seen.route)
    if (ids.has(`${collection}/${asked}`)) return
    const named = otherwise.get(`${collection}/${asked}`)
    if (named && named.id !== asked)
      note.breach('other-field', evidenceOf(asked, { field: named.field, id: named.id }))
    else if (isNumeric(asked)) return
    else if (numeric.get(collection)) note.breach('text', evidenceOf(asked))
    else if (numeric.get(collection) === undefined) examineDocumented(seen, asked, note)
  }
})

type IdentifierNote = ObserverNote<'request/identifier'>

/** A text is valid if the service responds with a record, unless that record's identifier is different. */
function examineDocumented(seen: SeenExchange, asked: string, note: IdentifierNote): void {
  const known = seen.route && documentedFacts(seen.route, seen.context.profile)
  if (!known || known.isTextual || isNumeric(asked) || seen.intent !== null) return
  const shown = identifierIn(seen.data)
  if (!seen.isSuccess || (shown !== null && isNumeric(shown))) note.breach('not-integer', evidenceOf(asked))
}

function evidenceOf(asked: string, more: Values = {}): ObservedOptions {
  return { values: { asked: asked.slice(0, 60), ...more } }
}

/** A field of a record by which version 2 addressed it. */
interface Named {
  readonly field: string
  readonly id: string
}

const fields = ['numero', 'serie', 'codigo', 'numeroLoja', 'sku']

/** The field's value as a path would write it; null if the field has no value. */
function nameIn(record: Json, field: string): string | null {
  const value = property(record, field)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The key of the path before the first identifier: where its list lies. */
function collectionOf({ path, key }: SeenExchange, route: Route): string {
  // by the number of segments, because an alias of the collection has a different length
  const depth = route.path.split('/').findIndex((segment) => segment.startsWith('{'))
  return key.slice(0, key.length - path.length) + path.split('/', depth).join('/')
}

/** Records whose identifiers belong to their path: those of a list, and of a create. */
function recordsOf(seen: SeenExchange): readonly Json[] {
  const { route } = seen
  if (!route || route.path.includes('{') || !seen.isSuccess) return []
  if (seen.listed) return seen.listed
  const shown = route.success.data === 'created' ? seen.data : undefined
  return shown === undefined ? [] : [shown]
}

function isNumeric(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Text that a client writes if it read the identifier from the wrong place, or left a template unfilled. */
const isPlaceholder = new RegExp(String.raw`^(?:${EMPTY_VARIABLE_TEXTS}|true|false|\{.*\}|:\w+|<.*>|0)$`, 'i')
