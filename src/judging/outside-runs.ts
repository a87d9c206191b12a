import { collectionPath, pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { traitsOfSource } from '../exchange/sources.js'
import { renewal } from '../rules/auth/renewal.js'
import { tokenRequest } from '../rules/auth/token-request.js'
import type { JudgeContext } from '../rules/context.js'
import { type Finding, isRootError, type Judgement } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Observer } from '../rules/observer.js'
import { placeOf } from '../rules/place.js'
import { hostOf, isAtService } from '../rules/seen.js'
import { Trace } from '../rules/trace.js'
import { routeById, routeName } from '../specification/find-route.js'
import type { RequirementId } from '../specification/requirements.js'
import { toFindings } from './causes.js'
import { observedFinding, Watch } from './watch.js'

type Context = Omit<JudgeContext, 'ended'>

/** Most findings outside the runs. Further ones are dropped. */
export const MAX_FINDINGS = 2_000
/** The rules of a run for its token requests. They also judge token requests that belong to no run. */
const tokenRules = [renewal, tokenRequest]
/** Later token requests are not judged, so that a night of traffic needs no more memory than an hour. */
const MAX_TOKENS = 1_000

/** Grades the traffic outside all runs. Each finding is reported once, with the first exchange that shows it. */
export class OutsideGrader {
  readonly #watch: Watch
  readonly #findings = new Map<string, Finding>()
  /** Token requests that belong to no run so far, by the id of the exchange. */
  readonly #tokenRequests = new Map<string, Exchange>()

  constructor(
    private readonly context: Context,
    observers: readonly Observer[],
  ) {
    this.#watch = new Watch(observers, context)
  }

  get findingCount(): number {
    return this.#findings.size
  }

  /** Takes an exchange that is neither a step nor a token request. If it is in a run, the judge of the run reports its findings. */
  see(exchange: Exchange, { isInRun }: { isInRun: boolean }): void {
    const breaches = this.#watch.see(exchange)
    if (isInRun) return
    for (const breach of breaches)
      this.#add(observedFinding(breach, [breach.code, breach.step, breach.route, breach.subject]))
    const isReported = breaches.some(({ requirement }) => reportsStray.has(requirement))
    const stray = isReported ? null : findStray(exchange, this.context)
    if (stray) this.#add(stray)
  }

  #add(finding: Finding): void {
    if (this.#findings.size >= MAX_FINDINGS || this.#findings.has(finding.fingerprint)) return
    this.#findings.set(finding.fingerprint, finding)
  }

  /**
   * Takes a step or a token request. It is not judged here but with its run, whose exchanges are `run`; only its token is
   * remembered. A token request without a run (null) is kept, because a later run may include it.
   */
  learn(exchange: Exchange, run: readonly Exchange[] | null): void {
    this.#watch.learn(exchange)
    if (run) {
      // not if none is kept, because every exchange of the run comes here
      if (this.#tokenRequests.size > 0) for (const { id } of run) this.#tokenRequests.delete(id)
    } else if (this.#tokenRequests.size < MAX_TOKENS && isTokenRequest(exchange, this.context)) {
      this.#tokenRequests.set(exchange.id, exchange)
    }
  }

  judgement(): Judgement {
    const trace = new Trace({ ...this.context, ended: true })
    const requests = [...this.#tokenRequests.values()].sort((a, b) => a.sentAtMs - b.sentAtMs)
    for (const exchange of requests) trace.add(exchange)
    const results = tokenRules.map((rule) => ({ id: rule.id, ...rule.examine(trace) }))
    const testedTokens = results.filter(({ tested }) => tested).map(({ id }) => id)
    const findings = [...this.#findings.values(), ...toFindings(results.flatMap(({ breaches }) => breaches))]
    const errors = findings.filter(({ severity }) => severity === 'error')
    const hasPassed = errors.length === 0 && this.#watch.exercised.size > 0
    const verdictUnlessFailed = hasPassed ? 'pass' : 'incomplete'
    return {
      verdict: errors.every(isOfConnection) ? verdictUnlessFailed : 'fail',
      cause: errors.find(isRootError) ?? null,
      steps: [],
      findings,
      readings: [],
      coverage: {
        requirements: { tested: [...new Set([...this.#watch.tested, ...testedTokens])], untested: [] },
        routes: { exercised: [...this.#watch.exercised].map(nameOf), notExercised: [] },
      },
    }
  }
}

/** True if the token address could not be reached. Then there was no token request that could be judged. */
function isOfConnection({ code, blame }: Finding): boolean {
  return code === 'auth/renewal:unanswered' && blame === 'environment'
}

/** True for token requests to this service. Recordings of other tools contain token requests to other services, too. */
function isTokenRequest(exchange: Exchange, { baseUrl, tokenUrl, profile }: Context): boolean {
  if (exchange.channel !== 'token' || exchange.request.method !== 'POST') return false
  if (traitsOfSource(exchange).isComplete || isAtService(exchange, profile)) return true
  const hosts = [baseUrl, tokenUrl ?? baseUrl].map((url) => hostOf({ request: { ...exchange.request, url } }))
  return hosts.includes(hostOf(exchange))
}

/** Requirements whose findings already say that a request went to a wrong path. */
const reportsStray: ReadonlySet<RequirementId> = new Set(['auth/bearer', 'versioning/base-address'])

function nameOf(id: string): string {
  const route = routeById(id)
  return route ? routeName(route) : id
}

/**
 * Reports a request outside every run whose path the service does not have. Its purpose is unknown, so it fails
 * nothing. It is still reported because it may be the only thing that a misconfigured client ever sends. Requests
 * that a browser makes by itself are not reported.
 */
function findStray(exchange: Exchange, context: Context): Finding | null {
  if (traitsOfSource(exchange).plays !== 'service') return null
  const place = placeOf(exchange, context, 1) // outside a run, the next step is 1
  if (place.kind !== 'astray') return null
  const { method, url } = exchange.request
  const path = pathOf(url)
  if (method === 'GET' && browserPath.test(path)) return null
  // a client with a valid token may use the routes of real products
  if (place.how === 'real-route' && exchange.session !== null) return null
  // below the base address an unknown path is `versioning/unavailable`, unless it was meant for the procedure
  const below = pathBelow(path, pathOf(context.baseUrl))
  if (place.how === 'unknown-path' && below !== null && !below.startsWith('/homologacao/')) return null
  const { requirement, code } =
    place.how === 'real-route'
      ? ({ requirement: 'auth/bearer', code: 'auth/bearer:no-session' } as const)
      : ({
          requirement: 'homologation/right-routes',
          code: `homologation/right-routes:${place.how}`,
        } as const)
  return {
    requirement,
    code,
    values: { method, path, twin: null, step: null },
    severity: 'warning',
    blame: 'application',
    step: null,
    route: null,
    exchange: exchange.id,
    consequenceOf: null,
    fingerprint: fingerprint([code, null, null, collectionPath(path)]),
  }
}

/** Matches paths that browsers request by themselves. */
const browserPath = /^\/(?:$|favicon\.ico$|robots\.txt$|\.well-known\/|apple-touch-icon)/
