import type { Failure } from '../exchange/exchange.js'
import type { RawHeaders } from './headers.js'

/**
 * One exchange that has passed, as it was: nothing decoded, nothing masked. It goes from the thread that passes bytes to the one that
 * records, many in one buffer, so that passing costs little more than it would without us.
 */
export interface Passed {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly requestHeaders: RawHeaders
  readonly sent: PassedBody
  /** null where no answer came. */
  readonly status: number | null
  readonly answerHeaders: RawHeaders
  readonly received: PassedBody
  readonly failure: Failure | null
  /** Wall clock, milliseconds. */
  readonly startedAtMs: number
  /** Milliseconds since the proxy began. */
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
}

export interface PassedBody {
  /** What was kept of it. */
  readonly chunks: readonly Uint8Array[]
  readonly keptBytes: number
  readonly sizeBytes: number
  /** Whether its end came. */
  readonly isWhole: boolean
  /** Bytes that came beyond its announced length. */
  readonly surplusBytes: number
}
