import type { Exchange } from '../exchange/exchange.js'
import { sizeOf } from './page-data-of.js'

/**
 * Keeps the exchanges of a run in memory, so that each report need not read and mask the journal or the HAR again. If
 * they become too large, none is kept and the reports read the file again.
 */
export class HeldExchanges {
  /** null if they are too large. */
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

  /** Passes the exchanges on and keeps each. */
  async *passing(exchanges: Iterable<Exchange> | AsyncIterable<Exchange>): AsyncGenerator<Exchange, void> {
    for await (const exchange of exchanges) {
      this.add(exchange)
      yield exchange
    }
  }
}
