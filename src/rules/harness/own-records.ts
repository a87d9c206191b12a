import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { addressesRecord, addsRecord, collectionOf, idsInQuery } from '../../specification/collection.js'
import { isIdentifier } from '../identifier.js'
import { RecentMap } from '../memory.js'
import { type ObservedBreach, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/** The mark of a run, and the fields of the body in which it was sent: `nome`, `itens.descricao`. */
interface SentMark {
  readonly mark: string
  readonly fields: readonly string[]
}

/** Whether a record is ours. `unclear`: it shows none of the marked fields, so it may be ours or somebody else's. */
export type Likeness = 'own' | 'other' | 'unclear'

/** The fields of a body whose text contains the mark: `['nome', 'itens.descricao']`, where `itens` may be an array. */
export function markedFields(body: Json | undefined, mark: string): string[] {
  const paths = pathsTo(body, mark).filter((names) => names.length > 0)
  return [...new Set(paths.map((names) => names.join('.')))]
}

function pathsTo(value: Json | undefined, mark: string): string[][] {
  if (typeof value === 'string') return value.includes(mark) ? [[]] : []
  if (Array.isArray(value)) return value.flatMap((item: Json) => pathsTo(item, mark))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsTo(inner, mark).map((names) => [name, ...names]),
  )
}

/**
 * Whether `data` of a single read proves that the record is ours. The mark counts only in a field in which we sent it,
 * because a service may echo the request elsewhere. It counts only with the requested identifier, because a service may
 * respond with another record.
 */
export function likenessOfRead(data: Json | undefined, id: string, sent: SentMark): Likeness {
  if (isOfAnother(data, id)) return 'other'
  const likeness = likenessOf(data, sent, 'read')
  return likeness === 'own' && !isIdentifier(property(data, 'id')) ? 'unclear' : likeness
}

/** Whether a read responded with a record that has another identifier than the requested one. */
export function isOfAnother(data: Json | undefined, id: string): boolean {
  const shown = property(data, 'id')
  return isIdentifier(shown) && String(shown) !== id
}

/** As {@link likenessOfRead}, for a record of a list. Lists may leave fields null that a single read fills, so null proves nothing. */
export function likenessOfSummary(record: Json, sent: SentMark): Likeness {
  return likenessOf(record, sent, 'list')
}

function likenessOf(record: Json | undefined, { mark, fields }: SentMark, from: 'read' | 'list'): Likeness {
  const paths = fields.map((field) => field.split('.'))
  const texts = paths.flatMap((path) => valuesAt(record, path)).filter((value) => typeof value === 'string')
  if (texts.some((text) => text.includes(mark))) return 'own'
  const isShown = isObject(record) && paths.some((path) => hasField(record, path))
  return isShown && (from === 'read' || texts.length > 0) ? 'other' : 'unclear'
}

function valuesAt(value: Json | undefined, path: readonly string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === undefined ? [] : [value]
  return valuesAt(property(value, name), rest)
}

/** Whether a record shows a field such as `itens.descricao`. It does if `itens` is null, and in an array only if all items show it. */
function hasField(value: Json | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (value === null) return true
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.every((item: Json) => hasField(item, path))
  return hasField(property(value, name), rest)
}

/**
 * Our own run changes or deletes a record only after a read by its identifier has shown the run's mark, in a field in which
 * we sent the mark. The run's gate (`src/run/contract/`) prevents anything else. This rule checks the requests that were
 * really sent, including those of the clean-up.
 */
export const ownRecords = observer('harness/own-records', () => {
  /** By collection, the fields in which this run sent its mark. */
  const fields = new Map<string, readonly string[]>()
  /** Records that the last read has shown to be ours: `/contatos/7`. */
  const proven = new RecentMap<true>(5_000)
  return (seen, note) => {
    const { route, context, exchange } = seen
    const { mark } = context
    if (route === null || seen.intent === null || !mark) return
    const collection = collectionOf(route)
    if (route.method === 'GET') {
      const [id] = idsOf(seen)
      if (id === undefined || !addressesRecord(route) || seen.status !== 200) return
      // a read whose body was not recorded counts as the proof that the run saw
      const sent = { mark, fields: fields.get(collection) ?? [] }
      const likeness = seen.isBodySeen
        ? likenessOfRead(property(valueIn(seen.responseJson), 'data'), id, sent)
        : 'own'
      if (likeness === 'own') proven.set(`${collection}/${id}`, true)
      else proven.delete(`${collection}/${id}`)
      return
    }
    const marked = markedFields(valueIn(seen.requestJson), mark)
    // settling an account (`/baixar`) creates a bordero, a record of another collection
    const marksCollection = route.path.endsWith('/baixar') ? '/borderos' : collection
    fields.set(marksCollection, [...new Set([...(fields.get(marksCollection) ?? []), ...marked])])
    if (addsRecord(route)) return
    note.tested()
    const records = idsOf(seen).map((id) => `${collection}/${id}`)
    const unproven = records.find((record) => !proven.has(record))
    if (records.length > 0 && unproven === undefined) return
    const values = { record: unproven ?? route.path, method: exchange.request.method, mark }
    note.breach('unproven', { values, blame: 'harness' })
  }
})

/**
 * The identifiers in the path of a request, or in its query and body. To address an unknown record, our run adds `-x` to an
 * identifier. It is removed here, because a careless service may read `7-x` as 7.
 */
function idsOf({ params, query, requestJson }: SeenExchange): string[] {
  const [id] = Object.values(params)
  if (id !== undefined) return [id.replace(/-x$/, '')]
  const body = valueIn(requestJson)
  const named = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const ids = named.flatMap(([name, value]) => [value].flat().map((id) => [name, String(id)] as const))
  return idsInQuery([...query, ...ids])
}

/** Blames the harness for a breach of an application's requirement by our own run. The code still names the requirement. */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (!isOwnFault(breach)) return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}

/** Whether our own run is at fault for a breach that it shows. The user is responsible for the scopes and the base address. */
export function isOwnFault({ blame, requirement }: Pick<ObservedBreach, 'blame' | 'requirement'>): boolean {
  return blame === 'application' && requirement !== 'auth/scope' && requirement !== 'versioning/base-address'
}
