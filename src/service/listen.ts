import { type Clock, systemClock } from '../clock.js'
import type { RawExchange } from '../exchange/raw.js'
import type { ServiceAnswer } from './answer.js'
import type { Dressing } from './dress.js'
import { type OpenedAt, openSurface, type SurfacePlan } from './open-surface.js'
import { type Arrival, seenExchange } from './seen.js'
import type { Service } from './service.js'
import type { Desk, Malformed } from './surface.js'

export interface ListenOptions extends Partial<Dressing> {
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Names by which clients may call it, beside this machine's own. */
  readonly hosts?: readonly string[]
  /** Origin under which clients reach it, where that is not its own: of a container's host, of a tunnel. Its name is accepted. */
  readonly publicUrl?: string | null
  /** Hears of each exchange once its answer has left, or the client has; `answer` is null where the service was not asked for one. */
  readonly onExchange?: (exchange: RawExchange, answer: ServiceAnswer | null) => void
  /** Hears of bytes that were no HTTP request, or were one too slowly. */
  readonly onMalformed?: (malformed: Malformed) => void
  /**
   * Whether sockets are read in a thread of their own, so that arrivals are noted when they come, whatever this one is at. Default: false;
   * never with another clock than the system's.
   */
  readonly ownThread?: boolean
  /** Hears once that this thread ended by itself: nobody is served any more. */
  readonly onLost?: (loss: Error) => void
  readonly clock?: Clock
  /** The clock's milliseconds that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Bytes of a body that are kept and read. Default: 2 MB. */
  readonly keptBodyBytes?: number
  /** Bytes of a request's body after which it is refused with 413. Default: 64 MB. */
  readonly maxBodyBytes?: number
  /** Milliseconds within which a request's head must be complete, from the connection's first moment. Default: 15,000. */
  readonly headersTimeoutMs?: number
}

export interface Listener {
  /** The public URL, else {@link ownUrl}; without a path. */
  readonly url: string
  /** `http://127.0.0.1:54321`: where it listens. */
  readonly ownUrl: string
  /** With the version prefix: what clients are configured with. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  readonly host: string
  readonly port: number
  /** How often bytes came that were no request. */
  readonly malformed: number
  /** Ends the listener and every connection, hanging ones included, at once. */
  close(): Promise<void>
}

/**
 * Serves the service over HTTP. The adapter is our own, on Node's parser: what reaches the client byte by byte is the very
 * thing under test, and a framework between would have a say in it.
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const { clock = systemClock, ownThread = false, onMalformed, onLost = () => {} } = options
  const plan = planOf(options, options.originMs ?? clock.now())
  let malformed = 0
  const hear = (one: Malformed) => {
    malformed++
    onMalformed?.(one)
  }
  const desk = deskOf(service, plan, options.onExchange)
  const surface =
    ownThread && clock === systemClock
      ? await (await import('./surface-line.js')).openSurfaceBeside(plan, desk, { onMalformed: hear, onLost })
      : await openSurface(plan, desk, { clock, onMalformed: hear })
  return {
    ...addressesOf(service, surface),
    get malformed() {
      return malformed
    },
    close: () => surface.close(),
  }
}

function addressesOf(service: Service, { url, ownUrl, host, port }: OpenedAt) {
  return {
    ...{ url, ownUrl, host, port },
    baseUrl: url + service.basePath,
    tokenUrl: url + service.tokenPath,
    authorizeUrl: url + service.authorizePath,
  }
}

function planOf({ compress, chunked, jitterMs, ...options }: ListenOptions, originMs: number): SurfacePlan {
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    hosts: options.hosts ?? [],
    publicUrl: options.publicUrl ?? null,
    originMs,
    keptBodyBytes: options.keptBodyBytes ?? 2_000_000,
    maxBodyBytes: options.maxBodyBytes ?? 64_000_000,
    headersTimeoutMs: options.headersTimeoutMs ?? 15_000,
    dressing:
      compress || chunked || jitterMs
        ? { compress: compress ?? null, chunked: chunked ?? false, jitterMs: jitterMs ?? 0 }
        : null,
  }
}

/** The service answers, and whoever listens hears what became of it. */
function deskOf(
  service: Service,
  { originMs, keptBodyBytes }: SurfacePlan,
  onExchange: ListenOptions['onExchange'],
): Desk {
  const sessionOf = (arrival: Arrival) =>
    arrival.isAsked ? (arrival.answer?.session ?? null) : service.sessionOf(requestOf(arrival))
  return {
    ask: (arrival, give) => give(service.answer(requestOf(arrival), arrival.arrivedAtMs)),
    over(arrival) {
      const answer = arrival.isAsked ? arrival.answer : null
      if (answer && arrival.answeredAtMs !== null) service.answered(answer, arrival.answeredAtMs)
      onExchange?.(seenExchange(arrival, sessionOf(arrival), originMs, keptBodyBytes), answer)
    },
  }
}

function requestOf({ method, path, headers, body, lateMs }: Arrival) {
  return { method, path, headers, lateMs, body: body && body.sizeBytes > 0 ? body.bytes : null }
}
