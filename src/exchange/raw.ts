import type { BodyFlaw, Channel, Failure, Gap, Header, Intent, LifeEvent, Source } from './exchange.js'

/**
 * An exchange as it was seen, secrets and all. It lives in memory only, between the socket and `record` (masking.ts),
 * which turns it into the {@link Exchange} that everybody else sees.
 */
export interface RawExchange {
  readonly id: string
  readonly source: Source
  readonly channel: Channel
  readonly session: string | null
  readonly step: string | null
  readonly intent?: Intent
  readonly sentAgain?: true
  readonly rechecked?: true
  readonly staged?: LifeEvent
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly Header[]
    readonly body: RawBody | null
    readonly surplusBytes?: number
  }
  readonly answer: {
    readonly status: number
    readonly headers: readonly Header[]
    readonly body: RawBody | null
    readonly surplusBytes?: number
  } | null
  readonly failure: Failure | null
  readonly startedAt: string
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
  readonly lateMs?: number
  readonly gaps: readonly Gap[]
}

export interface RawBody {
  /** After `Content-Encoding` was undone; the beginning only, where it was cut. */
  readonly bytes: Uint8Array
  /** The bytes as text, where the source has it already; it spares decoding. */
  readonly text?: string
  /** Bytes that arrived after decoding, also those not kept. */
  readonly sizeBytes: number
  readonly flaw: Exclude<BodyFlaw, 'not-utf8'> | null
}
