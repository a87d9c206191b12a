import type { LifeEvent } from '../exchange/exchange.js'
import type { LifeMoment } from '../exchange/life-event.js'
import type { StepNumber } from '../specification/homologation.js'
import { type Profile, spec, TOLERANCE_MS } from '../specification/profile.js'
import type { ErrorShape, Problem } from './error-body.js'
import type { Fault } from './faults/fault.js'
import { between, createRandom, digest } from './random.js'
import type { HttpResponse, ServiceRequest } from './response.js'

/** The step, 1 to 5, at which the embedded service refuses the token. */
export type InvalidateAt = StepNumber | 'never'

/** The step at which a run's token dies: the same for all runs, or chosen for each run of each session. */
type InvalidationPlan = InvalidateAt | ((run: number, session: string) => InvalidateAt)

/** Credentials that the service handed out, by the kinds that masking knows. */
type IssuedSecret = 'access_token' | 'refresh_token' | 'client_secret' | 'code'

/**
 * Responds to authorised requests below the base path that are not a step of the homologation; null if the route is
 * unknown.
 */
export type Resources = (request: ServiceRequest, context: ResourceContext) => HttpResponse | null

interface ResourceContext {
  /** Path below the base path, without query: `/produtos/123`. */
  readonly path: string
  /** The query without its question mark, or an empty text. */
  readonly search: string
  readonly nowMs: number
  /** Id of the application whose token the request carries. */
  readonly session: string
  readonly seed: string
  readonly profile: Profile
  /** Makes an error response in the configured shape. */
  refuse(status: number, problem: Problem): HttpResponse
}

export interface ServiceOptions {
  /** Reading and values of what the specification leaves open. Default: `spec`. */
  readonly profile?: Profile
  /** The seed of everything random. Default: a new one, which `service.seed` shows. */
  readonly seed?: string
  /** The step whose request finds its token dead. Default: one of 3 to 5, by the seed. */
  readonly invalidateAt?: InvalidationPlan
  /** Whether each response brings a hash of its own, or the run keeps one. Default: `rotating`. */
  readonly hash?: 'rotating' | 'fixed'
  /** Which steps must carry the hash. Default: the profile's reading. */
  readonly hashNeeded?: HashNeeded
  /** Whether a refused token's response brings a hash, too. Default: false. */
  readonly hashOnRefusal?: boolean
  /** Status that refuses a dead token. Default: 401, unless the profile reads 400. */
  readonly deadToken?: '401' | '400'
  /** Whether the service refuses what breaks a rule; else they are noted and the run goes on. Default: false. */
  readonly enforce?: boolean
  /** Milliseconds by which limits of time may be missed before they are enforced. Default: 5. */
  readonly toleranceMs?: number
  /**
   * The requests that an account may send in a second and in a day outside the procedure; further ones are refused.
   * Default: no limit.
   */
  readonly rate?: Pick<Profile['rate'], 'perSecond' | 'perDay'>
  /** Each response waits for so many milliseconds, drawn from the seed. Default: none waits. */
  readonly latencyMs?: Latency | null
  /** Default: the public one. */
  readonly errorShape?: ErrorShape
  /** Default: six hours. */
  readonly accessTokenLifetimeMs?: number
  /** Whether a renewal replaces the refresh token, too. Default: true. */
  readonly refreshTokenRotates?: boolean
  /** Whether access tokens are JWTs of 1.5 to 3 kB even where the client does not ask for them. Default: false. */
  readonly jwt?: boolean
  /** Wall time at the clock's origin, in milliseconds since 1970; JWTs name their times where it is given. */
  readonly epochMs?: number | null
  /** Default: `/Api/v3`. */
  readonly basePath?: string
  /** Redirect link that the default application registered. Default: none. */
  readonly redirectLink?: string | null
  readonly resources?: Resources | null
  readonly faults?: readonly Fault[]
  /** Events in the life of each application, and the number of requests after which they happen. Default: none. */
  readonly at?: readonly LifeMoment[]
  /** Hears of every event when it has come about. */
  readonly onEvent?: (session: string, event: LifeEvent) => void
  /** Hears of every credential before it leaves. */
  readonly onSecret?: (kind: IssuedSecret, value: string) => void
}

/** Milliseconds: the least, and the most. */
export type Latency = readonly [number, number]

type HashNeeded = 'every-step' | 'after-invalidation' | 'never'

/** The options with every default filled in. */
export type ServiceSettings = Required<ServiceOptions> & {
  readonly tokenPath: string
  readonly authorizePath: string
  readonly revokePath: string
}

const SIX_HOURS_MS = 21_600_000

export function settle(options: ServiceOptions): ServiceSettings {
  const profile = options.profile ?? spec
  const seed = options.seed ?? digest(String(Math.random()), 12)
  const basePath = options.basePath ?? '/Api/v3'
  return {
    hash: 'rotating',
    hashNeeded: profile.hash.carriedOn,
    hashOnRefusal: false,
    deadToken: profile.deadToken.reading === '400' ? '400' : '401',
    enforce: false,
    toleranceMs: TOLERANCE_MS,
    rate: { perSecond: null, perDay: null },
    latencyMs: null,
    errorShape: 'bling',
    accessTokenLifetimeMs: SIX_HOURS_MS,
    refreshTokenRotates: true,
    jwt: false,
    epochMs: null,
    redirectLink: null,
    resources: null,
    faults: [],
    at: [],
    onEvent: () => {},
    onSecret: () => {},
    invalidateAt: stepOfDeath(seed),
    ...options,
    profile,
    seed,
    basePath,
    tokenPath: profile.tokenRequest.path ?? `${basePath}/oauth/token`,
    authorizePath: profile.tokenRequest.authorizePath ?? `${basePath}/oauth/authorize`,
    revokePath: `${basePath}/oauth/revoke`,
  }
}

/**
 * Chooses the step at which the token dies by default: one of 3 to 5, because there an older hash differs from the
 * newest.
 */
export function stepOfDeath(seed: string): StepNumber {
  return between(createRandom(`${seed}/invalidation`), 3, 5) as StepNumber
}
