import { traitsOfSource } from '../../exchange/sources.js'
import { RATE_TOLERANCE_MS } from '../../specification/profile.js'
import { RecentMap } from '../memory.js'
import { type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { bearerOf } from '../trace.js'

/**
 * An account sends no more requests a second and a day than the profile says. An account is a session, or a token if
 * sessions are not distinguished. The five steps are left out, because they have the limit of two seconds. So are requests
 * of our own run to this machine, which use no account.
 */
export const rate = requestObserver('limits/rate', () => {
  const accounts = new RecentMap<Traffic>(MAX_ACCOUNTS)
  return (seen, note) => {
    const { perSecond, perDay } = seen.context.profile.rate
    if ((perSecond === null && perDay === null) || !isCounted(seen)) return
    note.tested()
    const key = seen.exchange.session ?? bearerOf(seen.exchange) ?? ''
    const traffic = accounts.get(key) ?? { timesMs: [], hours: new Map() }
    accounts.set(key, traffic)
    if (perSecond !== null) examineSecond(traffic, perSecond, seen, note)
    if (perDay !== null) examineDay(traffic, perDay, seen, note)
  }
})

type RateNote = ObserverNote<'limits/rate'>

/** The requests of an account that still count. */
interface Traffic {
  /** The times of the last requests, in ascending order. */
  readonly timesMs: number[]
  /** The number of requests in each hour. */
  readonly hours: Map<number, number>
}

const MAX_ACCOUNTS = 500
/** Exchanges with slow responses are seen late, so times are kept for a minute, but no more than `MAX_TIMES`. */
const KEPT_MS = 60_000
const MAX_TIMES = 2_000
const HOUR_MS = 3_600_000

/** Whether a request counts for its account. A browser sends preflights (`OPTIONS`) without the account's token. */
function isCounted({ exchange, isBelowBase, route }: SeenExchange): boolean {
  if (exchange.channel !== 'service' || !isBelowBase || exchange.gaps.includes('times')) return false
  if (route?.family === 'homologacao' || exchange.request.method === 'OPTIONS') return false
  return traitsOfSource(exchange).plays !== 'client' || !thisMachine.test(exchange.request.url)
}

const thisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i

/** For a limit below one, such as 0.5 requests a second, one request is allowed in two seconds. */
function examineSecond(traffic: Traffic, perSecond: number, seen: SeenExchange, note: RateNote): void {
  const limit = Math.max(1, Math.floor(perSecond))
  const windowMs = (limit / perSecond) * 1000
  const index = insert(traffic.timesMs, seen.exchange.sentAtMs)
  const spanMs = shortestSpanMs(traffic.timesMs, index, limit)
  if (spanMs < windowMs - RATE_TOLERANCE_MS) {
    const values = { perSecond, count: limit + 1, ms: Math.round(spanMs) }
    note.breach('second', { values, isWithoutRoute: true })
  }
}

/** Drops times that are too old. Inserts a time in order, because exchanges are seen when their responses end. Returns its index. */
function insert(timesMs: number[], timeMs: number): number {
  const oldestMs = Math.max(timeMs, timesMs.at(-1) ?? timeMs) - KEPT_MS
  while (timesMs.length >= MAX_TIMES || (timesMs[0] ?? oldestMs) < oldestMs) timesMs.shift()
  const index = timesMs.findLastIndex((keptMs) => keptMs <= timeMs) + 1
  timesMs.splice(index, 0, timeMs)
  return index
}

/** The shortest time that includes the request at an index and in which `limit` + 1 requests were sent. */
function shortestSpanMs(timesMs: readonly number[], index: number, limit: number): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let first = Math.max(0, index - limit); first <= index; first++) {
    const last = timesMs[first + limit] ?? Number.POSITIVE_INFINITY
    shortest = Math.min(shortest, last - (timesMs[first] ?? 0))
  }
  return shortest
}

/** Counts the current hour and the 23 before it. That is less than a day, so it never counts too many. */
function examineDay({ hours }: Traffic, perDay: number, seen: SeenExchange, note: RateNote): void {
  const hour = Math.floor(seen.exchange.sentAtMs / HOUR_MS)
  hours.set(hour, (hours.get(hour) ?? 0) + 1)
  for (const kept of hours.keys()) if (kept <= hour - 24) hours.delete(kept)
  const count = [...hours.values()].reduce((sum, sent) => sum + sent, 0)
  if (count > perDay) note.breach('day', { values: { perDay, count }, isWithoutRoute: true })
}
