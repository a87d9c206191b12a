import type { Channel, Header, Intent } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { OutgoingRequest, Sent, Transport } from './transport.js'

/** The purpose of a request. It becomes part of the exchange. */
interface RequestPurpose {
  readonly channel: Channel
  /** `homologation/3`, or null. */
  readonly step: string | null
  readonly intent?: Intent
  readonly signal?: AbortSignal | undefined
  /** Whether the same request will be sent again because of this outcome. The exchange records it. */
  readonly goesAgain?: (sent: Sent) => boolean
  /** Whether the response contradicts an earlier one, which will be requested again. The exchange records it. */
  readonly isRechecked?: (sent: Sent) => boolean
  /** Hears of the response before anybody else: the place to make new secrets known to the masker. */
  readonly beforeRecord?: (sent: Sent) => void
}

/** A recorded exchange, with what only the sender knows. */
export interface Seen {
  readonly exchange: RawExchange
  readonly mayBeProcessed: boolean
  /** Moment of the clock when the response had arrived, before it was processed. Left out if it is not known. */
  readonly endedAtMs?: number | null
}

/** Sends and numbers all requests of a run, on every channel. */
export interface Sender {
  /** @throws what {@link Transport.send} throws: before anything was sent */
  send(request: OutgoingRequest, meaning: RequestPurpose): Promise<Seen>
}

export interface SenderOptions {
  readonly transport: Pick<Transport, 'send'>
  /** The next exchange's id, where several senders number together. Default: `e1`, `e2`, … of its own. */
  readonly nextId?: () => string
  /** Hears of every exchange in the order of their ends, secrets and all; not of what an interrupt kept from leaving. */
  readonly onExchange: (exchange: RawExchange) => void
}

export function createSender(options: SenderOptions): Sender {
  let count = 0
  const { transport, onExchange, nextId = () => `e${++count}` } = options
  return {
    async send(request, meaning) {
      const id = nextId()
      const sent = await transport.send(request, meaning.signal)
      meaning.beforeRecord?.(sent)
      const { mayBeProcessed, endedAtMs = null, ...seen } = sent
      const { channel, step, intent } = meaning
      const meant = {
        ...(intent && { intent }),
        ...(meaning.goesAgain?.(sent) && { sentAgain: true as const }),
        ...(meaning.isRechecked?.(sent) && { rechecked: true as const }),
      }
      const own = { id, source: 'run', channel, session: null, step } as const
      const exchange: RawExchange = { ...own, ...meant, ...seen, gaps: [] }
      // a request that was aborted before it left is not recorded, because there is nothing to judge
      if (mayBeProcessed || seen.failure?.kind !== 'aborted') onExchange(exchange)
      return { exchange, mayBeProcessed, endedAtMs }
    },
  }
}

/** Returns the headers that every request of homologa carries. */
export function ownHeaders(userAgent: string, extra: Readonly<Record<string, string>>): Header[] {
  const own: Header[] = [
    ['accept', 'application/json'],
    ['accept-encoding', 'gzip, br'],
    ['user-agent', userAgent],
  ]
  const replaced = new Set(Object.keys(extra).map((name) => name.toLowerCase()))
  return [...own.filter(([name]) => !replaced.has(name)), ...Object.entries(extra)]
}
