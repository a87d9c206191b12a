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

/** The step at which the service refuses a run's token: the same for all runs, or chosen for each run of each session. */
type InvalidationPlan = InvalidateAt | ((run: number, session: string) => InvalidateAt)

/** The kinds of secrets that the service issues; masking knows them by these names. */
type IssuedSecret = 'access_token' | 'refresh_token' | 'client_secret' | 'code'

/** Responds to authorised requests below the base path that are no step of the homologation; null if the route is unknown. */
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

/** The options of the embedded service. All have defaults, which `applyDefaults` fills in. */
export interface ServiceOptions {
  /** Says how to read what the specification leaves open. Default: `spec`. */
  readonly profile?: Profile
  /** Everything random follows from the seed. Default: a new one, which `service.seed` shows. */
  readonly seed?: string
  /** The step at which the token is refused. Default: one of 3 to 5, by the seed. */
  readonly invalidateAt?: InvalidationPlan
  /** Whether each response has a new hash, or all responses of a run have the same. Default: `rotating`. */
  readonly hash?: 'rotating' | 'fixed'
  /** Which steps must carry the hash. Default: the profile's reading. */
  readonly hashNeeded?: HashNeeded
  /** Whether the response that refuses a token has a hash, too. Default: false. */
  readonly hashOnRefusal?: boolean
  /** Status that refuses a revoked or expired token. Default: 401, unless the profile reads 400. */
  readonly deadToken?: '401' | '400'
  /** Whether the service refuses requests that break a rule. Otherwise it only notes the breach. Default: false. */
  readonly enforce?: boolean
  /** Milliseconds by which a time limit may be missed. Default: 5. */
  readonly toleranceMs?: number
  /** The number of requests outside the procedure that an account may send in a second and in a day. Default: no limit. */
  readonly rate?: Pick<Profile['rate'], 'perSecond' | 'perDay'>
  /** Each response is delayed by a random time between these two. Default: no delay. */
  readonly latencyMs?: Latency | null
  /** The shape of error bodies. Default: `bling`. */
  readonly errorShape?: ErrorShape
  /** Default: six hours. */
  readonly accessTokenLifetimeMs?: number
  /** Whether a renewal replaces the refresh token, too. Default: true. */
  readonly refreshTokenRotates?: boolean
  /** Whether access tokens are JWTs of 1.5 to 3 kB even where the client does not ask for them. Default: false. */
  readonly jwt?: boolean
  /** Wall time at the clock's origin, in milliseconds since 1970. With it, JWTs state when they were issued and expire. */
  readonly epochMs?: number | null
  /** Default: `/Api/v3`. */
  readonly basePath?: string
  /** Redirect link that the default application registered. Default: none. */
  readonly redirectLink?: string | null
  readonly resources?: Resources | null
  readonly faults?: readonly Fault[]
  /** Lifecycle events of each application, each with the number of requests after which it happens. Default: none. */
  readonly scheduledEvents?: readonly LifeMoment[]
  /** Called after each lifecycle event. */
  readonly onEvent?: (session: string, event: LifeEvent) => void
  /** Called with each credential before a response contains it. */
  readonly onSecret?: (kind: IssuedSecret, value: string) => void
}

/** The least and the most milliseconds. */
export type Latency = readonly [number, number]

type HashNeeded = 'every-step' | 'after-invalidation' | 'never'

/** The options with every default filled in. */
export type ServiceSettings = Required<ServiceOptions> & {
  readonly tokenPath: string
  readonly authorizePath: string
  readonly revokePath: string
}

const SIX_HOURS_MS = 21_600_000

export function applyDefaults(options: ServiceOptions): ServiceSettings {
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
    scheduledEvents: [],
    onEvent: () => {},
    onSecret: () => {},
    invalidateAt: defaultInvalidationStep(seed),
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
 * Chooses the step at which the token is refused by default: one of 3 to 5, because only there does an older hash differ
 * from the newest.
 */
export function defaultInvalidationStep(seed: string): StepNumber {
  return between(createRandom(`${seed}/invalidation`), 3, 5) as StepNumber
}
