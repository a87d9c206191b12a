import type { Exchange } from '../exchange/exchange.js'
import type { Passed, PassedBody } from './passed.js'
import { idOf, isoOf } from './raw-of-passed.js'

/**
 * Who polls sends the very same request again and again, and is answered alike. What was made of the one right before is then the same, but for number and
 * times: all that it teaches is known since, and nothing else was made in between.
 */
export class Repeats {
  #last: { readonly passed: Passed; readonly exchange: Exchange } | null = null

  /** null where it is another than the one before. */
  of(passed: Passed): Exchange | null {
    if (this.#last === null || !isSame(passed, this.#last.passed)) return null
    const { source, channel, session, step, request, answer, failure, gaps } = this.#last.exchange
    const { number, startedAtMs, sentAtMs, answeredAtMs } = passed
    const [id, startedAt] = [idOf(number), isoOf(startedAtMs)]
    return { id, source, channel, session, step, request, answer, failure, startedAt, sentAtMs, answeredAtMs, gaps } // biome-ignore format: a list
  }

  /** What was made of it. Of one that lacks something more might be made another time. */
  keep(passed: Passed, exchange: Exchange): void {
    const isWhole = exchange.failure === null && exchange.gaps.length === 0
    this.#last = isWhole ? { passed, exchange } : null
  }
}

/** Headers are the very same where they are packed once. */
function isSame(one: Passed, other: Passed): boolean {
  return (
    one.requestHeaders === other.requestHeaders &&
    one.answerHeaders === other.answerHeaders &&
    one.path === other.path &&
    one.method === other.method &&
    one.status === other.status &&
    one.failure === null &&
    isSameBody(one.received, other.received) &&
    isSameBody(one.sent, other.sent)
  )
}

function isSameBody(one: PassedBody, other: PassedBody): boolean {
  if (one.sizeBytes !== other.sizeBytes || one.isWhole !== other.isWhole) return false
  if (one.surplusBytes !== other.surplusBytes) return false
  const [some, others] = [bytesOf(one), bytesOf(other)]
  return some === others || Buffer.compare(some, others) === 0
}

/** What comes from the other thread is of one piece. */
function bytesOf({ chunks }: PassedBody): Uint8Array {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
