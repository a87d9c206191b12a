import { equalJson, isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { isResource } from '../conventions.js'
import { Recent } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { type Differing, differing, equalEnough, evidenceOf, isNothing, isTelling } from './equal-enough.js'
import { isSettable, isSituation } from './patched.js'
import { respondsOther } from './single-read.js'

interface Sent {
  readonly body: Fields
  /** Fields that the PUT before sent and a read then showed: what this one leaves out of them should be gone. */
  readonly before: Fields
  readonly respondedAtMs: number
  readonly exchange: string
}

const nothing: Fields = {}

type ReplacedNote = ObserverNote<'records/replaced'>

/**
 * After PUT the record has the sent values, as far as single reads show them, and no longer has the fields that were
 * left out. Only an earlier PUT shows which fields PUT may set, because fields that the service or the create set may
 * rightly survive.
 */
export const replaced = observer('records/replaced', (memory) => {
  const pending = new Recent<Sent>(200)
  const put = new Recent<Fields>(200)
  const reads = new Recent<Fields>(200)
  return (seen, note) => {
    const { route, exchange, data, recordKey: key } = seen
    if (!isResource(route)) return
    if (route.method !== 'GET') {
      const before = put.get(key) ?? {}
      if (seen.isSuccess) put.delete(key)
      const sent = sentBy(seen, before)
      if (sent) pending.set(key, sent)
      else pending.delete(key)
      return
    }
    if (!isObject(data) || respondsOther(seen)) return
    const sent = pending.get(seen.key)
    const last = reads.get(seen.key) ?? nothing
    reads.set(seen.key, data)
    if (!sent || exchange.sentAtMs < sent.respondedAtMs) return
    pending.delete(seen.key)
    put.set(key, shownOf(sent.body, data))
    note.tested()
    const earlier = memory.wasCreated(seen.key) ? last : nothing
    compare({ ...sent, own: withoutEchoes(sent.body, last, route), earlier }, data, note)
  }
})

function sentBy(seen: SeenExchange, before: Fields): Sent | null {
  const { route, exchange, isSuccess } = seen
  const body = seen.requestFields
  if (route?.method !== 'PUT' || isSituation(route) || !isSuccess || body === null || exchange.intent)
    return null
  return { body, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

/** The sent fields that the record shows, empty ones aside: those that a later PUT can leave out for all to see. */
function shownOf(body: Fields, shown: Fields): Fields {
  const names = Object.keys(body).filter(
    (name) => name !== 'id' && Object.hasOwn(shown, name) && isTelling(shown[name]),
  )
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]))
}

/** The body without what was merely sent back as the record had shown it: it may be the service's own. */
function withoutEchoes(body: Fields, last: Fields, route: Route): Fields {
  const isEcho = ([name, value]: [string, Json]) =>
    Object.hasOwn(last, name) && equalJson(value, last[name]) && !isSettable(route, name)
  return Object.fromEntries(Object.entries(body).filter((field) => !isEcho(field)))
}

/** Some left-out fields may keep what is their default; that all of them stay is a merge. */
function compare(
  { body, own, before, earlier, exchange }: Sent & { readonly own: Fields; readonly earlier: Fields },
  shown: Fields,
  note: ReplacedNote,
): void {
  const other = differing(own, shown) ?? lost(body, shown, earlier)
  if (other) return note.breach('field', { values: { ...evidenceOf(other), put: exchange } })
  const leftOut = Object.keys(before).filter((name) => !Object.hasOwn(body, name))
  const kept = leftOut.filter(
    (name) => isTelling(shown[name]) && equalEnough(before[name] ?? null, shown[name] ?? null),
  )
  if (kept.length === 0) return
  const values = { fields: kept.slice(0, 8).join(', '), put: exchange }
  if (kept.length === leftOut.length) note.breach('merged', { values, severity: 'warning' })
  else note.breach('kept', { values, severity: 'info' })
}

/** The first field at any depth that was sent and shown earlier, and that no read shows any more. */
function lost(sent: Fields, shown: Fields, earlier: Fields): Differing | null {
  for (const [field, value] of Object.entries(sent)) {
    const [before, now] = [earlier[field], shown[field]]
    if (field === 'id' || before === undefined) continue
    if (now === undefined) {
      if (isShown(value, before)) return { field, sent: value, shown: now }
    } else if (isObject(value) && isObject(before) && isObject(now) && !isTelling(value.id)) {
      const deeper = lost(value, now, before)
      if (deeper) return { ...deeper, field: `${field}.${deeper.field}` }
    }
  }
  return null
}

/** Whether a record that showed a field so before shows the value as well: who shows 0 and false does so always, who leaves them out does so too. */
function isShown(value: Json, before: Json): boolean {
  if (isNothing(value) || isNothing(before)) return false
  return isTelling(value) || (!isObject(value) && !isTelling(before))
}
