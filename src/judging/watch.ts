import type { Exchange } from '../exchange/exchange.js'
import { createMemory } from '../rules/memory.js'
import type { ObservedBreach, Observer } from '../rules/observer.js'
import { type SeenContext, see } from '../rules/seen.js'
import type { RequirementId } from '../specification/requirements.js'

/** Observers at work over a stream of exchanges. Memory stays flat, however long it lasts. */
export interface Watch {
  /** Judges one exchange; what it broke, in the order of the observers. */
  see(exchange: Exchange): readonly ObservedBreach[]
  /** Requirements that had something to test so far. */
  readonly tested: ReadonlySet<RequirementId>
  /** Ids of the routes that were answered so far. */
  readonly exercised: ReadonlySet<string>
}

const none: readonly ObservedBreach[] = []

export function createWatch(observers: readonly Observer[], context: SeenContext): Watch {
  const memory = createMemory()
  const tested = new Set<RequirementId>()
  const exercised = new Set<string>()
  let breaches: ObservedBreach[] | null = null
  const watching = observers.map((observer) => ({
    hearsFailures: observer.id === 'service/answers',
    watch: observer.begin(memory, (breach, requirement) => {
      tested.add(requirement)
      if (breach) breaches = [...(breaches ?? []), breach]
    }),
  }))
  const hearingFailures = watching.filter(({ hearsFailures }) => hearsFailures)

  return {
    tested,
    exercised,
    see(exchange) {
      breaches = null
      const seen = see(exchange, context)
      // the answer that counts is the one to the second attempt
      for (const { watch } of exchange.sentAgain ? hearingFailures : watching) watch(seen)
      if (exchange.sentAgain) return breaches ?? none
      memory.learn(seen)
      if (seen.route && seen.status !== null) exercised.add(seen.route.id)
      return breaches ?? none
    },
  }
}
