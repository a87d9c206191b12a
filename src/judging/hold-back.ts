import type { Exchange } from '../exchange/exchange.js'

/** Exchanges that wait for what they are judged by. */
export interface HeldBack {
  /** Passes an exchange on, at once or when it is time; always in their order. */
  see(exchange: Exchange): void
  /** Resolves when nothing waits any more; rejects where what was awaited never came. */
  readonly done: Promise<void>
}

/** Holds exchanges back until something is there, so that a run need not wait for it before its first request. */
export function holdBack(ready: Promise<unknown>, pass: (exchange: Exchange) => void): HeldBack {
  const waiting: Exchange[] = []
  let isReady = false
  const done = ready.then(() => {
    isReady = true
    for (const exchange of waiting.splice(0)) pass(exchange)
  })
  // a caller that awaits it later still gets the failure; until then the rejection must not count as unhandled
  done.catch(() => undefined)
  return {
    see(exchange) {
      if (isReady) pass(exchange)
      else waiting.push(exchange)
    },
    done,
  }
}
