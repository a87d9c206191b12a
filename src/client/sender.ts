import type { Channel, Header, Intent } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { OutgoingRequest, Sent, Transport } from './transport.js'

/** What a request is for; it becomes part of the exchange. */
interface Meaning {
  readonly channel: Channel
  /** `homologation/3`, or null. */
  readonly step: string | null
  readonly intent?: Intent
  readonly signal?: AbortSignal | undefined
  /** See {@link Transport.send}. */
  readonly due?: () => Promise<void>
  /** Whether the same request is to follow, now that this came of it; then the exchange says so. */
  readonly goesAgain?: (sent: Sent) => boolean
  /** Whether the answer contradicts an earlier one, which is to be asked for anew; then the exchange says so. */
  readonly isRechecked?: (sent: Sent) => boolean
  /** Hears of the answer before anybody else: the place to make new secrets known to the masker. */
  readonly beforeRecord?: (sent: Sent) => void
}

/** A recorded exchange, with what only the sender knows. */
export interface Seen {
  readonly exchange: RawExchange
  readonly mayBeProcessed: boolean
  /** Moment of the clock when the answer had arrived, before anything was done with it; left out where nobody knows. */
  readonly endedAtMs?: number | null
}

/** The one place where the requests of a run leave and are numbered, whatever channel they take. */
export interface Sender {
  /** @throws what {@link Transport.send} throws: before anything was sent */
  send(request: OutgoingRequest, meaning: Meaning): Promise<Seen>
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
      const sent = await transport.send(request, meaning.signal, meaning.due)
      meaning.beforeRecord?.(sent)
      const { mayBeProcessed, endedAtMs = null, ...seen } = sent
      const { channel, step, intent } = meaning
      const meant = {
        ...(intent && { intent }),
        ...(meaning.goesAgain?.(sent) && { sentAgain: true as const }),
        ...(meaning.isRechecked?.(sent) && { rechecked: true as const }),
      }
      const exchange: RawExchange = {
        id,
        source: 'run',
        channel,
        session: null,
        step,
        ...meant,
        ...seen,
        gaps: [],
      }
      // what was given up before it left is no request, and nothing to judge
      if (mayBeProcessed || seen.failure?.kind !== 'aborted') onExchange(exchange)
      return { exchange, mayBeProcessed, endedAtMs }
    },
  }
}

/** Headers that every request of ours carries. */
export function ownHeaders(userAgent: string, extra: Readonly<Record<string, string>>): Header[] {
  const own: Header[] = [
    ['accept', 'application/json'],
    ['accept-encoding', 'gzip, br'],
    ['user-agent', userAgent],
  ]
  const replaced = new Set(Object.keys(extra).map((name) => name.toLowerCase()))
  return [...own.filter(([name]) => !replaced.has(name)), ...Object.entries(extra)]
}
