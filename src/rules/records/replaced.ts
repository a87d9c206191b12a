import { equalJson, isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { isResource } from '../conventions.js'
import { RecentMap } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import {
  evidenceOf,
  type FieldDifference,
  findDifference,
  hasInformation,
  isEmpty,
  isEqualEnough,
  showNames,
} from './equal-enough.js'
import { isSettable, setsSituationOnly } from './patched.js'
import { showsOtherRecord } from './single-read.js'

/** A successful PUT whose effect the next read shows. */
interface Sent {
  readonly body: Fields
  /** Fields that the previous PUT sent and a read then showed. If this PUT leaves them out, they should be gone. */
  readonly before: Fields
  readonly respondedAtMs: number
  readonly exchange: string
}

type ReplacedNote = ObserverNote<'records/replaced'>

/**
 * After a PUT the record shows the sent values, and no longer shows the fields that were left out. Only fields of an
 * earlier PUT count as left out, because those that the service or the create set may rightly remain.
 */
export const replaced = observer('records/replaced', (memory) => {
  /** The last PUT of each record, until a read shows its effect. */
  const pending = new RecentMap<Sent>(200)
  /** The fields that the last PUT sent and a read then showed, until the next write. */
  const confirmed = new RecentMap<Fields>(200)
  /** The last read of each record. */
  const reads = new RecentMap<Fields>(200)
  return (seen, note) => {
    const { route, exchange, data, recordKey: key } = seen
    if (!isResource(route)) return
    if (route.method !== 'GET') {
      const before = confirmed.get(key) ?? {}
      if (seen.isSuccess) confirmed.delete(key)
      const sent = putOf(seen, before)
      if (sent) pending.set(key, sent)
      else pending.delete(key)
      return
    }
    if (!isObject(data) || showsOtherRecord(seen)) return
    // `recordKey` is also that of the record's subresources, whose reads do not show the PUT
    const sent = pending.get(seen.key)
    const last: Fields = reads.get(seen.key) ?? {}
    reads.set(seen.key, data)
    if (!sent || exchange.sentAtMs < sent.respondedAtMs) return
    pending.delete(seen.key)
    confirmed.set(key, shownFields(sent.body, data))
    note.tested()
    // a lost field proves a breach only for a record that was created in this traffic
    const earlier = memory.wasCreated(seen.key) ? last : {}
    const other =
      findDifference(withoutEchoes(sent.body, last, route), data) ?? findLost(sent.body, data, earlier)
    if (other) note.breach('field', { values: { ...evidenceOf(other), put: sent.exchange } })
    else examineLeftOut(sent, data, note)
  }
})

function putOf(seen: SeenExchange, before: Fields): Sent | null {
  const { route, exchange, isSuccess } = seen
  const body = seen.requestFields
  if (route?.method !== 'PUT' || setsSituationOnly(route) || !isSuccess || body === null || exchange.intent)
    return null
  return { body, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

/** The sent fields that the record shows with a value. If a later PUT leaves them out, their absence can be seen. */
function shownFields(body: Fields, shown: Fields): Fields {
  const names = Object.keys(body).filter(
    (name) => name !== 'id' && Object.hasOwn(shown, name) && hasInformation(shown[name]),
  )
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]))
}

/** The body without the values that the last read had shown. The service may set these fields itself, and the client only sent them back. */
function withoutEchoes(body: Fields, last: Fields, route: Route): Fields {
  const isEcho = ([name, value]: [string, Json]) =>
    Object.hasOwn(last, name) && equalJson(value, last[name]) && !isSettable(route, name)
  return Object.fromEntries(Object.entries(body).filter((field) => !isEcho(field)))
}

/** Reports fields that the previous PUT sent and this one left out, if the record still shows them. */
function examineLeftOut({ body, before, exchange }: Sent, shown: Fields, note: ReplacedNote): void {
  const leftOut = Object.keys(before).filter((name) => !Object.hasOwn(body, name))
  const kept = leftOut.filter(
    (name) => hasInformation(shown[name]) && isEqualEnough(before[name] ?? null, shown[name] ?? null),
  )
  if (kept.length === 0) return
  const values = { fields: showNames(kept), put: exchange }
  // a PUT that keeps some omitted fields may just apply defaults; if it keeps all, it merges instead of replacing
  if (kept.length === leftOut.length) note.breach('merged', { values, severity: 'warning' })
  else note.breach('kept', { values, severity: 'info' })
}

/** The first field at any depth that was sent and that an earlier read showed, but this one does not. */
function findLost(sent: Fields, shown: Fields, earlier: Fields): FieldDifference | null {
  for (const [field, value] of Object.entries(sent)) {
    const [before, now] = [earlier[field], shown[field]]
    if (field === 'id' || before === undefined) continue
    if (now === undefined && mustBeShown(value, before)) return { field, sent: value, shown: now }
    // an object with an `id` refers to another record, whose fields are not this record's
    if (isObject(value) && isObject(before) && isObject(now) && !hasInformation(value.id)) {
      const deeper = findLost(value, now, before)
      if (deeper) return { ...deeper, field: `${field}.${deeper.field}` }
    }
  }
  return null
}

/** Whether a record that showed a field before must show this value too. A service may leave out 0 and false, unless it showed such a value. */
function mustBeShown(value: Json, before: Json): boolean {
  if (isEmpty(value) || isEmpty(before)) return false
  return hasInformation(value) || (!isObject(value) && !hasInformation(before))
}
