import type { Channel, Header, Intent } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { OutgoingRequest, Sent, Transport } from './transport.js'

/** Why a request is sent. It becomes part of the exchange. */
interface RequestPurpose {
  readonly channel: Channel
  /** `homologation/3`; null if the request belongs to no step. */
  readonly step: string | null
  readonly intent?: Intent
  readonly signal?: AbortSignal | undefined
  /** Tells whether the same request will be sent again because of this outcome. */
  readonly goesAgain?: (sent: Sent) => boolean
  /** Tells whether the response contradicts an earlier one, whose request will be repeated. */
  readonly isRechecked?: (sent: Sent) => boolean
  /** Called with the response before it is recorded, so that new secrets can be registered with the masker. */
  readonly beforeRecord?: (sent: Sent) => void
}

/** An exchange that was sent, with facts that are not recorded. */
export interface SentExchange {
  readonly exchange: RawExchange
  /** Whether the service may have processed the request. */
  readonly mayBeProcessed: boolean
  /** When the response had arrived, by the clock. Null or left out if it is not known. */
  readonly endedAtMs?: number | null
}

/** Sends all requests of a run, and gives them numbers. */
export interface Sender {
  /** @throws the errors of {@link Transport.send}, before anything was sent */
  send(request: OutgoingRequest, purpose: RequestPurpose): Promise<SentExchange>
}

export interface SenderOptions {
  readonly transport: Pick<Transport, 'send'>
  /** Returns the id of the next exchange. Default: `e1`, `e2`, … Several senders of a run must share it. */
  readonly nextId?: () => string
  /** Called when an exchange has ended. It is not masked yet. A request that was aborted before it was sent is left out. */
  readonly onExchange: (exchange: RawExchange) => void
}

export function createSender(options: SenderOptions): Sender {
  let count = 0
  const { transport, onExchange, nextId = () => `e${++count}` } = options
  return {
    async send(request, purpose) {
      const id = nextId()
      const sent = await transport.send(request, purpose.signal)
      purpose.beforeRecord?.(sent)
      const { mayBeProcessed, endedAtMs = null, ...outcome } = sent
      const { channel, step, intent } = purpose
      const flags = {
        ...(intent && { intent }),
        ...(purpose.goesAgain?.(sent) && { sentAgain: true as const }),
        ...(purpose.isRechecked?.(sent) && { rechecked: true as const }),
      }
      const own = { id, source: 'run', channel, session: null, step } as const
      const exchange: RawExchange = { ...own, ...flags, ...outcome, gaps: [] }
      const isSentOrFailed = mayBeProcessed || outcome.failure?.kind !== 'aborted'
      if (isSentOrFailed) onExchange(exchange)
      return { exchange, mayBeProcessed, endedAtMs }
    },
  }
}

/** Returns the headers that every request of homologa carries. A header of `extra` replaces the one with the same name. */
export function ownHeaders(userAgent: string, extra: Readonly<Record<string, string>>): Header[] {
  const own: Header[] = [
    ['accept', 'application/json'],
    ['accept-encoding', 'gzip, br'],
    ['user-agent', userAgent],
  ]
  const replaced = new Set(Object.keys(extra).map((name) => name.toLowerCase()))
  return [...own.filter(([name]) => !replaced.has(name)), ...Object.entries(extra)]
}
