import { credentialsOf } from '../../exchange/exchange.js'
import type { Route } from '../../specification/route.js'
import { addressesRecord } from '../conventions.js'
import { digestOf } from '../fingerprint.js'
import type { Memory } from '../memory.js'
import { Recent } from '../memory.js'
import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'

/** Characters. */
const LONG_BODY = 10_000

/**
 * An identifier that does not exist, or no longer does, gives 404 on operations that address a record.
 * `records/deleted` reports a deleted record that can still be read. This rule reports one that can still be changed
 * or deleted again, unless a read showed that it still exists, because then that is the fault.
 */
export const unknownRecord = observer('errors/unknown-record', (memory) => {
  const accepted = new Recent<true>(200)
  /** Routes by the token that they were asked with: accounts have scopes of their own. */
  const opened = new Recent<true>(2_000)
  return (seen, note) => {
    const { route, status } = seen
    if (!route || !addressesRecord(route)) return
    if (!isForUnknown(seen, route, memory)) {
      if (seen.isSuccess) opened.set(`${route.id} ${credentialsOf(seen.exchange)}`, true)
      if (seen.isSuccess && isExaminedFirst(route)) accepted.set(askedOf(seen, route), true)
      return
    }
    if (status === null || lacksRequired(seen)) return
    if (seen.isTurnedAway && !(opened.has(`${route.id} ${credentialsOf(seen.exchange)}`) && isHidden(seen)))
      return
    if (memory.hasSurvived(seen.recordKey)) return
    note.tested()
    const mayComeFirst = status === 400 && isExaminedFirst(route) && !accepted.has(askedOf(seen, route))
    if (seen.isSuccess) note.breach('accepted', { values: { status } })
    else if (status !== 404 && !mayComeFirst) note.breach('other-status', { values: { status } })
  }
})

/** A route that was open to the token is not closed by its scope, so a 403 that names no scope is about the record. */
function isHidden({ status, exchange: { response, staged } }: SeenExchange): boolean {
  return status === 403 && !staged && !/insufficient_scope/i.test(response?.body?.text ?? '')
}

/** A key for the operation that was requested on a record. Many are kept, so a long body becomes its digest. */
function askedOf(seen: SeenExchange, route: Route): string {
  const body = seen.exchange.request.body?.text ?? ''
  return `${route.id} ${seen.recordKey} ${body.length > LONG_BODY ? digestOf([body]) : body}`
}

/** Known to be so: by what our own run meant, or since this traffic deleted it. */
function isForUnknown(seen: SeenExchange, route: Route, memory: Memory): boolean {
  const wasDeleted = memory.wasDeleted(seen.recordKey)
  if (route.method === 'GET') return seen.meant === 'unknown-record' && !wasDeleted
  // of two requests under way together, either may come first
  const isAfter = seen.exchange.sentAtMs >= memory.deletedAtMs(seen.recordKey)
  return seen.meant === 'unknown-record' || (wasDeleted && seen.meant !== 'invalid' && isAfter)
}

/** Whether 400 may come before 404. It may not for a request that was accepted while the record existed. */
function isExaminedFirst(route: Route): boolean {
  return route.body || (!route.tabulated && route.method === 'POST')
}
