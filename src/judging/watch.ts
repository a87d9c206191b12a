import type { Exchange } from '../exchange/exchange.js'
import type { SeenContext } from '../rules/context.js'
import { Memory } from '../rules/memory.js'
import { breachOf, type ObservedBreach, type Observer } from '../rules/observer.js'
import { SeenExchange } from '../rules/seen.js'
import type { RequirementId } from '../specification/requirements.js'

interface Watcher {
  readonly id: RequirementId
  readonly see: (seen: SeenExchange) => void
}

/** Observers at work over a stream of exchanges. Memory stays flat, however long it lasts. */
export class Watch {
  /** Requirements that had something to test so far. */
  readonly tested = new Set<RequirementId>()
  readonly exercised = new Set<string>()
  /** Whether any response held a record so far, by the id of the list's route. */
  readonly lists = new Map<string, boolean>()
  readonly #observers: readonly Observer[]
  readonly #context: SeenContext
  #memory = new Memory()
  #watchers: readonly Watcher[] = []
  #seen: SeenExchange | null = null
  #breaches: ObservedBreach[] = []

  constructor(observers: readonly Observer[], context: SeenContext) {
    this.#observers = observers
    this.#context = context
    this.#begin()
  }

  #begin(): void {
    this.#memory = new Memory()
    this.#watchers = this.#observers.map(({ id, begin }) => ({
      id,
      see: begin(this.#memory, (code, options) => {
        this.tested.add(id)
        if (code && this.#seen) this.#breaches.push(breachOf(id, code, this.#seen, options))
      }),
    }))
  }

  see(exchange: Exchange): readonly ObservedBreach[] {
    // if exchanges were lost since then, the effect of earlier ones is unknown
    if (exchange.gaps.includes('exchanges')) this.#begin()
    const seen = new SeenExchange(exchange, this.#context)
    // the response that counts is the one to the second attempt
    if (exchange.sentAgain) return this.#judge(seen, ['service/answers'])
    const breaches = this.#judge(seen)
    this.#memory.learn(seen)
    const { route } = seen
    if (!route || seen.status === null) return breaches
    this.exercised.add(route.id)
    const count = countListed(seen)
    if (count !== null) this.lists.set(route.id, count > 0 || (this.lists.get(route.id) ?? false))
    return breaches
  }

  /** Judges who sends an exchange of which all else is judged elsewhere. */
  seeSender(exchange: Exchange): readonly ObservedBreach[] {
    return this.#judge(new SeenExchange(exchange, this.#context), ['auth/same-origin', 'auth/bearer'])
  }

  /** Learns whose credentials an exchange carries that is judged elsewhere. */
  learn(exchange: Exchange): void {
    this.#judge(new SeenExchange(exchange, this.#context), ['auth/same-origin'])
  }

  #judge(seen: SeenExchange, ids?: readonly RequirementId[]): readonly ObservedBreach[] {
    this.#seen = seen
    this.#breaches = []
    for (const { id, see } of this.#watchers) if (!ids || ids.includes(id)) see(seen)
    return this.#breaches
  }
}

function countListed({ route, isSuccess, data, listed }: SeenExchange): number | null {
  if (!isSuccess || route?.method !== 'GET') return null
  return Array.isArray(data) ? data.length : (listed?.length ?? null)
}
