import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { addsRecord, collectionOf, idsNamed, isOfOne } from '../../specification/collection.js'
import { isIdentifier } from '../identifier.js'
import { Recent } from '../memory.js'
import { type ObservedBreach, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/** The mark of a run, and the fields of the body in which it was sent: `nome`, `itens.descricao`. */
interface SentMark {
  readonly mark: string
  readonly fields: readonly string[]
}

/** `unclear`: the record shows none of the fields, so that it may be ours or another's. */
export type Likeness = 'own' | 'other' | 'unclear'

/** The fields of a body whose text contains the mark. A name refers to every item of a list. */
export function markedFields(body: Json | undefined, mark: string): string[] {
  const paths = pathsTo(body, mark).filter((names) => names.length > 0)
  return [...new Set(paths.map((names) => names.join('.')))]
}

function pathsTo(value: Json | undefined, mark: string): string[][] {
  if (typeof value === 'string') return value.includes(mark) ? [[]] : []
  if (Array.isArray(value)) return value.flatMap((one: Json) => pathsTo(one, mark))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsTo(inner, mark).map((names) => [name, ...names]),
  )
}

/**
 * Whether the `data` of a single read proves the record to be ours. The mark counts only in a field where it was
 * sent, because services echo requests, and only together with the exact identifier, because a service may respond
 * with another record.
 */
export function likenessOfRead(data: Json | undefined, id: string, sent: SentMark): Likeness {
  if (isOfAnother(data, id)) return 'other'
  const likeness = likenessOf(data, sent, false)
  return likeness === 'own' && !isIdentifier(property(data, 'id')) ? 'unclear' : likeness
}

/** Whether a read responded with a record of another identifier than was asked for. */
export function isOfAnother(data: Json | undefined, id: string): boolean {
  const shown = property(data, 'id')
  return isIdentifier(shown) && String(shown) !== id
}

/** The same for a record of a list. A summary may leave a field null that a single read fills, so only a text tells. */
export function likenessOfSummary(record: Json, sent: SentMark): Likeness {
  return likenessOf(record, sent, true)
}

function likenessOf(record: Json | undefined, { mark, fields }: SentMark, isSummary: boolean): Likeness {
  const paths = fields.map((field) => field.split('.'))
  const texts = paths.flatMap((path) => valuesAt(record, path)).filter((value) => typeof value === 'string')
  if (texts.some((text) => text.includes(mark))) return 'own'
  const isShown = isObject(record) && paths.some((path) => shows(record, path))
  return isShown && (!isSummary || texts.length > 0) ? 'other' : 'unclear'
}

function valuesAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json[] {
  if (Array.isArray(value))
    return value.flatMap((one: Json) => valuesAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return value === undefined ? [] : [value]
  return valuesAt(property(value, name), rest)
}

function shows(value: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null || name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.every((one: Json) => shows(one, [name, ...rest]))
  return shows(property(value, name), rest)
}

const MOST_RECORDS = 5_000

/**
 * Our own run changes or deletes a record only after a read by its identifier has shown the run's mark, in a field where bodies of
 * its collection carried it. The gate sees to that; this looks at what really left, clean-up included.
 */
export const ownRecords = observer('harness/own-records', () => {
  const fields = new Map<string, readonly string[]>()
  const proven = new Recent<true>(MOST_RECORDS)
  return (seen, note) => {
    const { route, context, exchange } = seen
    const { mark } = context
    if (route === null || seen.intent === null || !mark) return
    const collection = collectionOf(route)
    if (route.method === 'GET') {
      const [id] = idsOf(seen)
      if (id === undefined || !isOfOne(route) || seen.status !== 200) return
      const sent = { mark, fields: fields.get(collection) ?? [] }
      const likeness = seen.isBodySeen
        ? likenessOfRead(property(valueIn(seen.responseJson), 'data'), id, sent)
        : 'own'
      if (likeness === 'own') proven.set(`${collection}/${id}`, true)
      else proven.delete(`${collection}/${id}`)
      return
    }
    const marked = markedFields(valueIn(seen.requestJson), mark)
    const made = route.path.endsWith('/baixar') ? '/borderos' : collection
    fields.set(made, [...new Set([...(fields.get(made) ?? []), ...marked])])
    if (addsRecord(route)) return
    note.tested()
    const records = idsOf(seen).map((id) => `${collection}/${id}`)
    const foreign = records.find((record) => !proven.has(record))
    if (records.length > 0 && foreign === undefined) return
    const values = { record: foreign ?? route.path, method: exchange.request.method, mark }
    note.breach('unproven', { values, blame: 'harness' })
  }
})

/** The records that a request addresses or names; an identifier that was spoilt on purpose counts as the one that it begins with. */
function idsOf({ params, query, requestJson }: SeenExchange): string[] {
  const [id] = Object.values(params)
  if (id !== undefined) return [id.replace(/-x$/, '')]
  const body = valueIn(requestJson)
  const named = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const ids = named.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
  return idsNamed([...query, ...ids])
}

/** A breach that would be an application's is the fault of the harness in our own run. The code tells which. */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (!isOwnFault(breach)) return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}

/** Registration and base address are the responsibility of the user, even if our run sends the requests. */
export function isOwnFault({ blame, requirement }: Pick<ObservedBreach, 'blame' | 'requirement'>): boolean {
  return blame === 'application' && requirement !== 'auth/scope' && requirement !== 'versioning/base-address'
}
