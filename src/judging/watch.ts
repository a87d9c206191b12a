import type { Exchange } from '../exchange/exchange.js'
import type { SeenContext } from '../rules/context.js'
import { Memory } from '../rules/memory.js'
import { breachOf, type ObservedBreach, type Observer, type Watcher } from '../rules/observer.js'
import { SeenExchange } from '../rules/seen.js'
import type { RequirementId } from '../specification/requirements.js'

/** Observers at work over a stream of exchanges. Memory stays flat, however long it lasts. */
export interface Watch {
  /** Judges one exchange; what it broke, in the order of the observers. */
  see(exchange: Exchange): readonly ObservedBreach[]
  /** Judges who sends an exchange of which all else is judged elsewhere. */
  seeSender(exchange: Exchange): readonly ObservedBreach[]
  /** Learns whose credentials an exchange carries that is judged elsewhere. */
  learn(exchange: Exchange): void
  /** Requirements that had something to test so far. */
  readonly tested: ReadonlySet<RequirementId>
  /** Ids of the routes that responded so far. */
  readonly exercised: ReadonlySet<string>
  /** Whether any response held a record so far, by the id of the list's route. */
  readonly lists: ReadonlyMap<string, boolean>
}

const none: readonly ObservedBreach[] = []

export function createWatch(observers: readonly Observer[], context: SeenContext): Watch {
  const tested = new Set<RequirementId>()
  const exercised = new Set<string>()
  const lists = new Map<string, boolean>()
  let current: SeenExchange | null = null
  let breaches: ObservedBreach[] | null = null
  let watching = begin()

  function begin() {
    const memory = new Memory()
    const all = observers.map((observer) => ({
      observer,
      watcher: observer.begin(memory, (requirement, code, options) => {
        tested.add(requirement)
        if (code && current) breaches = [...(breaches ?? []), breachOf(requirement, code, current, options)]
      }),
    }))
    const watchesOf = (fits: (observer: Observer) => boolean): readonly Watcher[] =>
      all.filter(({ observer }) => fits(observer)).map(({ watcher }) => watcher)
    return {
      memory,
      hearingFailures: watchesOf(({ id }) => id === 'service/answers'),
      learningCredentials: watchesOf(({ id }) => id === 'auth/same-origin'),
      askingWho: watchesOf(({ id }) => id === 'auth/same-origin' || id === 'auth/bearer'),
      every: all.map(({ watcher }) => watcher),
    }
  }

  return {
    tested,
    exercised,
    lists,
    see(exchange) {
      // if exchanges were lost since then, the effect of earlier ones is unknown
      if (exchange.gaps.includes('exchanges')) watching = begin()
      breaches = null
      const seen = new SeenExchange(exchange, context)
      current = seen
      // the response that counts is the one to the second attempt
      for (const watcher of exchange.sentAgain ? watching.hearingFailures : watching.every) watcher.see(seen)
      if (exchange.sentAgain) return breaches ?? none
      watching.memory.learn(seen)
      if (seen.route && seen.status !== null) exercised.add(seen.route.id)
      const count = seen.route && countListed(seen)
      if (seen.route && count !== null)
        lists.set(seen.route.id, count > 0 || (lists.get(seen.route.id) ?? false))
      return breaches ?? none
    },
    seeSender(exchange) {
      breaches = null
      current = new SeenExchange(exchange, context)
      for (const watcher of watching.askingWho) watcher.see(current)
      return breaches ?? none
    },
    learn(exchange) {
      current = null
      for (const watcher of watching.learningCredentials) watcher.see(new SeenExchange(exchange, context))
    },
  }
}

/** The number of listed records; null if the response is not a list. */
function countListed({ route, isSuccess, data, listed }: SeenExchange): number | null {
  if (!isSuccess || route?.method !== 'GET') return null
  return Array.isArray(data) ? data.length : (listed?.length ?? null)
}
