/** Entries that are looked through for what a service worker sent. */
const MOST_WAITING = 4

/** How an entry relates to a service worker that a page's requests pass through. */
export interface Relay {
  /** Whether the answer came by way of a service worker. */
  readonly isThroughWorker: boolean
  /** Method and address. */
  readonly asks: string
  /** Wall clock in milliseconds. */
  readonly startedMs: number
  readonly endedMs: number
}

/**
 * A page's request to its service worker and the worker's request to the network are two entries and one request. The
 * page's is left out if the worker's follows within it. Without one, the page's is all there is.
 */
export class ThroughWorker<E extends { readonly relay: Relay }> {
  /** The first went through a worker. */
  readonly #waiting: E[] = []

  /** Takes the next entry in the order of time; gives those that are settled. */
  take(entry: E): E[] {
    if (this.#waiting.length === 0 && !entry.relay.isThroughWorker) return [entry]
    const [first] = this.#waiting
    if (first && isSentFor(first.relay, entry.relay)) this.#waiting.shift()
    this.#waiting.push(entry)
    return this.#settled(({ relay }) => relay.endedMs < entry.relay.startedMs)
  }

  end(): E[] {
    return this.#waiting.splice(0)
  }

  #settled(isOver: (entry: E) => boolean): E[] {
    const settled: E[] = []
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const waits = first.relay.isThroughWorker && !isOver(first) && this.#waiting.length < MOST_WAITING
      if (waits) break
      this.#waiting.shift()
      settled.push(first)
    }
    return settled
  }
}

function isSentFor(page: Relay, worker: Relay): boolean {
  return !worker.isThroughWorker && worker.asks === page.asks && worker.startedMs <= page.endedMs
}
