import type { Exchange } from '../exchange/exchange.js'
import { sizeOf } from './page-data-of.js'

/** Holds exchanges that several reports read, so that they need not be read again. Too many are not held. */
export class HeldExchanges {
  /** null once they were too many. */
  all: Exchange[] | null = []
  #chars = 0
  readonly #mostChars: number

  constructor(mostChars: number) {
    this.#mostChars = mostChars
  }

  add(exchange: Exchange): void {
    this.#chars += sizeOf(exchange)
    if (this.#chars > this.#mostChars) this.all = null
    this.all?.push(exchange)
  }

  /** The same exchanges, each of which is held as it passes. */
  async *passing(exchanges: Iterable<Exchange> | AsyncIterable<Exchange>): AsyncGenerator<Exchange, void> {
    for await (const exchange of exchanges) {
      this.add(exchange)
      yield exchange
    }
  }
}
