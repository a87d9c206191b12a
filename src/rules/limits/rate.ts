import { sightOf } from '../../exchange/sources.js'
import { RATE_TOLERANCE_MS } from '../../specification/profile.js'
import { Recent } from '../memory.js'
import { type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { bearerOf } from '../trace.js'

/**
 * An account must not send more requests per second and per day than the profile says. The account is the session if
 * clients are distinguished, otherwise the token. The procedure has its own limit, the spacing; and requests of our
 * own run to this machine use no account.
 */
export const rate = requestObserver('limits/rate', () => {
  const accounts = new Recent<Traffic>(MOST_ACCOUNTS)
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
  /** In order. */
  readonly timesMs: number[]
  readonly hours: Map<number, number>
}

const MOST_ACCOUNTS = 500
/** Later exchanges may have been sent earlier: those that took long to respond. */
const KEPT_MS = 60_000
const MOST_KEPT = 2_000
const HOUR_MS = 3_600_000

function isCounted({ exchange, isBelowBase, route }: SeenExchange): boolean {
  if (exchange.channel !== 'service' || !isBelowBase || exchange.gaps.includes('times')) return false
  if (route?.family === 'homologacao' || exchange.request.method === 'OPTIONS') return false
  return sightOf(exchange).plays !== 'client' || !isThisMachine.test(exchange.request.url)
}

const isThisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i

/** A fraction of a request a second is one request in so much more time. */
function examineSecond(traffic: Traffic, perSecond: number, seen: SeenExchange, note: RateNote): void {
  const limit = Math.max(1, Math.floor(perSecond))
  const windowMs = (limit / perSecond) * 1000
  const closest = closestMs(traffic.timesMs, insert(traffic.timesMs, seen.exchange.sentAtMs), limit)
  if (closest < windowMs - RATE_TOLERANCE_MS) {
    const values = { perSecond, count: limit + 1, ms: Math.round(closest) }
    note.breach('second', { values, isWithoutRoute: true })
  }
}

/** Inserts the time in order, drops those that are too old, and returns its index. */
function insert(timesMs: number[], timeMs: number): number {
  let at = timesMs.length
  while (at > 0 && (timesMs[at - 1] ?? 0) > timeMs) at--
  timesMs.splice(at, 0, timeMs)
  const oldestMs = (timesMs.at(-1) ?? 0) - KEPT_MS
  const old = Math.max(
    timesMs.findIndex((one) => one >= oldestMs),
    timesMs.length - MOST_KEPT,
  )
  timesMs.splice(0, Math.min(at, old))
  return at - Math.min(at, old)
}

/** The shortest time, with this request in it, in which one more was sent than is allowed in a window. */
function closestMs(timesMs: readonly number[], at: number, limit: number): number {
  let closest = Number.POSITIVE_INFINITY
  const end = Math.min(at, timesMs.length - 1 - limit)
  for (let first = Math.max(0, at - limit); first <= end; first++)
    closest = Math.min(closest, (timesMs[first + limit] ?? 0) - (timesMs[first] ?? 0))
  return closest
}

/** By whole hours, which count up to an hour less than a day: never a request too many. */
function examineDay({ hours }: Traffic, perDay: number, seen: SeenExchange, note: RateNote): void {
  const hour = Math.floor(seen.exchange.sentAtMs / HOUR_MS)
  hours.set(hour, (hours.get(hour) ?? 0) + 1)
  for (const one of hours.keys()) if (one <= hour - 24) hours.delete(one)
  const count = [...hours.values()].reduce((sum, sent) => sum + sent, 0)
  if (count > perDay) note.breach('day', { values: { perDay, count }, isWithoutRoute: true })
}
