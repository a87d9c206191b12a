import { createPacer } from '../../src/client/pacer.js'
import { createSender } from '../../src/client/sender.js'
import type { TokenSecret } from '../../src/client/token-source.js'
import { createTokenSource } from '../../src/client/tokens.js'
import type { RawExchange } from '../../src/exchange/raw.js'
import type { RunOutcome } from '../../src/run/run-event.js'
import { runSuite } from '../../src/run/runner.js'
import type { Suite } from '../../src/run/suite.js'
import { createRandom } from '../../src/service/random.js'
import type { Service } from '../../src/service/service.js'
import { type Profile, TIMEOUT_MS } from '../../src/specification/profile.js'
import { createVirtualClock } from './virtual-clock.js'
import { createVirtualTransport } from './virtual-transport.js'

type RehearsedService = Pick<Service, 'respond' | 'credentials' | 'basePath' | 'tokenPath'>

export interface RehearsalOptions {
  readonly suite: Suite
  readonly profile: Profile
  readonly runs: number
  /** Everything random follows from it: latency, timers, and the service's own seeds. */
  readonly seed: string
  /** A service for one run. */
  readonly service: (seed: string) => RehearsedService
  readonly userAgent: string
  /** Default 10,000. */
  readonly timeoutMs?: number
  /** Hears of every secret before the run that may show it is handed out. */
  readonly onSecret?: (kind: TokenSecret, value: string) => void
}

export interface RehearsedRun {
  /** From 1. */
  readonly number: number
  /** Of the service. */
  readonly seed: string
  readonly exchanges: readonly RawExchange[]
  readonly outcome: RunOutcome
  /** When each request reached the service, in the order of exchanges, by the run's clock. */
  readonly arrivedAtMs: readonly number[]
}

/**
 * Runs a suite many times in virtual time against a service in the same process, as fast as it can be computed. The
 * same seed gives the same runs. One run is held in memory at a time.
 */
export async function* rehearse(options: RehearsalOptions): AsyncGenerator<RehearsedRun, void> {
  for (let number = 1; number <= options.runs; number++) {
    yield await rehearseOnce(options, number, `${options.seed}/${number}`)
  }
}

const ORIGIN = 'http://localhost'
/** Of one way through the network. */
const MOST_LATENCY_MS = 200
const MAX_BODY_BYTES = 8 * 1024 * 1024

async function rehearseOnce(options: RehearsalOptions, number: number, seed: string): Promise<RehearsedRun> {
  const { profile, suite, userAgent } = options
  const random = createRandom(`${seed}/network`)
  const clock = createVirtualClock({ takes: (ms) => realisticSleepMs(ms, random()) })
  const service = options.service(seed)
  const arrivedAtMs: number[] = []
  const exchanges: RawExchange[] = []
  const transport = createVirtualTransport({
    clock,
    respond: (request, nowMs) => {
      arrivedAtMs.push(nowMs)
      return service.respond(request, nowMs)
    },
    latencyMs: () => random() * MOST_LATENCY_MS,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  const sender = createSender({ transport, onExchange: (exchange) => exchanges.push(exchange) })
  const outcome = await runSuite(suite, {
    baseUrl: `${ORIGIN}${service.basePath}`,
    profile,
    clock,
    sender,
    pacer: createPacer({ clock, spacingMs: profile.spacing.paceMs }),
    tokens: createTokenSource({
      credentials: { ...service.credentials, tokenCommand: null, tokenUrl: `${ORIGIN}${service.tokenPath}` },
      clientAuth: profile.tokenRequest.clientAuth,
      headers: [['user-agent', userAgent]],
      clock,
      sender,
      store: null,
      account: seed,
      onSecret: options.onSecret ?? (() => {}),
    }),
    userAgent,
  })
  return { number, seed, exchanges, outcome, arrivedAtMs }
}

/** As Node's timers are: up to a millisecond early, sometimes some late. */
function realisticSleepMs(ms: number, random: number): number {
  return Math.max(ms - 1 + random * 3, 0.05)
}
