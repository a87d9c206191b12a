import { isObject, property, valueIn } from '../../exchange/json.js'
import { isResource } from '../conventions.js'
import { createdIn, isIdentifier, isNamed } from '../identifier.js'
import { identifiersOf } from '../lists/list-of.js'
import { Recent } from '../memory.js'
import { type ObserverNote, observer, type Shown } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { differing, isMasked, isNothing, show } from './equal-enough.js'

interface Created {
  readonly body: Fields
  readonly id: string
  readonly respondedAtMs: number
  readonly by: Shown
  /** Whether a record of that identifier was shown before there was this one. */
  readonly wasKnown: boolean
}

/** Responses of one list that are remembered. */
const PAGES_KEPT = 4

type CreatedNote = ObserverNote<'records/created-readable'>

/**
 * A created record can be read and has the values that were sent. If it cannot be read, and its identifier belonged
 * to a record before, the create responded with the identifier of another record.
 */
export const createdReadable = observer('records/created-readable', (memory) => {
  const unread = new Recent<Created>(200)
  const lists = new Recent<readonly (readonly (string | number)[])[]>(50)
  const isKnown = (key: string, id: string) =>
    !memory.wasCreated(`${key}/${id}`) &&
    !memory.wasDeleted(`${key}/${id}`) &&
    (memory.wasRead(`${key}/${id}`) ||
      lists.get(key)?.some((ids) => ids.some((one) => String(one) === id)) === true)
  return (seen, note) => {
    const { route, status, key, listed } = seen
    if (!isResource(route)) return
    if (listed) lists.set(key, [...(lists.get(key) ?? []), identifiersOf(listed)].slice(-PAGES_KEPT))
    if (route.method !== 'GET') return remember(seen, unread, isKnown)
    if (route.success.data !== 'object' || !memory.wasCreated(seen.key)) return
    if (status === null || status >= 500 || seen.isTurnedAway) return
    note.tested()
    if (status === 404) note.breach('unknown', { values: { id: seen.addressed.asked } })
    const created = unread.get(seen.key)
    if (!created || !isObject(seen.data) || seen.exchange.sentAtMs < created.respondedAtMs) return
    if (respondsOther(seen)) return
    unread.delete(seen.key)
    compare(created, seen.data, note)
  }
})

/** Any later write to the record may change what it shows. */
function remember(
  seen: SeenExchange,
  unread: Recent<Created>,
  isKnown: (key: string, id: string) => boolean,
): void {
  const { route, key, exchange } = seen
  if (seen.isSuccess) unread.delete(seen.recordKey)
  if (route?.method !== 'POST') return
  const id = seen.isSuccess ? createdIn(valueIn(seen.json)) : null
  const body = seen.sentFields
  if (id === null || body === null) return
  const respondedAtMs = seen.endMs
  const by = { exchange: { id: exchange.id, step: exchange.step }, route }
  unread.set(`${key}/${id}`, { body, id, respondedAtMs, by, wasKnown: isKnown(key, id) })
}

/** A situation is the service's to give: its moves are not shown. */
function compare({ body, id, by, wasKnown }: Created, shown: Fields, note: CreatedNote): void {
  const create = by.exchange.id
  const other = differing(body, shown, (name) => name === 'situacao')
  if (other) {
    const values = { field: other.field, sent: show(other.sent), shown: show(other.shown), create }
    return wasKnown
      ? note.breach('other-record', { values: { ...values, id }, of: by })
      : note.breach('field', { values })
  }
  const lost = Object.keys(body).filter(
    (name) => !Object.hasOwn(shown, name) && !isNothing(body[name] ?? null),
  )
  if (lost.length === 0) return
  note.breach('not-shown', { values: { fields: lost.slice(0, 8).join(', '), create }, severity: 'info' })
}

/** After DELETE the record responds 404. Where records that never were get the same response, `errors/unknown-record` says so. */
export const deleted = observer('records/deleted', (memory) => (seen, note) => {
  const { route, status } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !memory.wasDeleted(seen.key)) return
  if (status === null || seen.isTurnedAway) return
  if (memory.respondsToUnknownSo(seen)) return
  note.tested()
  if (seen.isSuccess) note.breach('still-there', { values: { status } })
  else if (status !== 404) note.breach('other-status', { values: { status } })
})

/** Whether a single read responds with another record than was asked for: `records/same-identifier` says so, and what else it shows is the other's. */
export function respondsOther({ data, addressed: { name, asked } }: SeenExchange): boolean {
  const id = property(data, 'id') ?? property(data, name)
  return isIdentifier(id) && !isMasked(id) && !isNamed(id, asked)
}
