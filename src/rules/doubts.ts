import { createRecent } from './recent.js'
import type { SeenExchange } from './seen.js'

/**
 * Breaches that somebody else's write would explain. Our own run sends the contradicted read again, as a part of the same step, and
 * marks the exchange that is in doubt; the response to the repeated read settles it.
 */
export interface Doubts<D> {
  /** Keeps the doubt if the run reads again. Returns false if it does not, and then the breach is final. */
  keep(seen: SeenExchange, doubt: D): boolean
  /** The doubt that this exchange settles. */
  settledBy(seen: SeenExchange): D | undefined
}

export function createDoubts<D>(): Doubts<D> {
  const kept = createRecent<D>(64)
  return {
    keep({ exchange }, doubt) {
      if (!exchange.rechecked || exchange.step === null) return false
      kept.set(exchange.step, doubt)
      return true
    },
    settledBy({ exchange: { step } }) {
      if (step === null || kept.isEmpty) return undefined
      const doubt = kept.get(step)
      kept.delete(step)
      return doubt
    },
  }
}
