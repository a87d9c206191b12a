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
  let waiting: Exchange[] | null = []
  const done = ready.then(() => {
    const held = waiting ?? []
    waiting = null
    for (const exchange of held) pass(exchange)
  })
  // whoever awaits it hears of a failure; until then nobody need
  done.catch(() => undefined)
  return {
    see(exchange) {
      if (waiting) waiting.push(exchange)
      else pass(exchange)
    },
    done,
  }
}
