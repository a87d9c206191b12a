import { collectionPath, pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { sightOf } from '../exchange/sources.js'
import { renewal } from '../rules/auth/renewal.js'
import { tokenRequest } from '../rules/auth/token-request.js'
import type { JudgeContext } from '../rules/context.js'
import { type Finding, isRootError, type Judgement, type RunVerdict } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Observer } from '../rules/observer.js'
import { placeOf } from '../rules/place.js'
import { hostOf, isAtService } from '../rules/seen.js'
import { Trace } from '../rules/trace.js'
import { routeById, routeName } from '../specification/find-route.js'
import type { RequirementId } from '../specification/requirements.js'
import { toFindings } from './causes.js'
import { observedFinding } from './together.js'
import { Watch } from './watch.js'

type Context = Omit<JudgeContext, 'ended'>

export const MAX_FINDINGS = 2_000
/** The rules of a run for its renewals, which judge requests for tokens that belong to no run, too. */
const tokenRules = [renewal, tokenRequest]
/** Later ones are not judged, so that a night of traffic needs no more memory than an hour. */
const MAX_TOKENS = 1_000

/** The traffic outside all runs: each finding once, with the first exchange that shows it. */
export class BesideGrader {
  readonly #context: Context
  readonly #watch: Watch
  readonly #findings = new Map<string, Finding>()
  /** Requests for tokens that no run has taken as its own. */
  readonly #tokens = new Map<string, Exchange>()

  constructor(context: Context, observers: readonly Observer[]) {
    this.#context = context
    this.#watch = new Watch(observers, context)
  }

  get found(): number {
    return this.#findings.size
  }

  see(exchange: Exchange, isInRun: boolean): void {
    const breaches = this.#watch.see(exchange)
    if (isInRun) return
    for (const breach of breaches)
      this.#note(observedFinding(breach, [breach.code, breach.step, breach.route, breach.subject]))
    const isNamed = breaches.some(({ requirement: id }) => tellsStray.has(id))
    const stray = isNamed ? null : strayOf(exchange, this.#context)
    if (stray) this.#note(stray)
  }

  #note(finding: Finding): void {
    const { fingerprint: name } = finding
    if (this.#findings.size < MAX_FINDINGS && !this.#findings.has(name)) this.#findings.set(name, finding)
  }

  /** Hears of a step of a run, which is judged with it: its token is ours wherever it goes afterwards. */
  learn(exchange: Exchange, run: readonly Exchange[] | null): void {
    this.#watch.learn(exchange)
    if (run) for (const { id } of this.#tokens.size === 0 ? [] : run) this.#tokens.delete(id)
    else if (this.#tokens.size < MAX_TOKENS && isOfService(exchange, this.#context))
      this.#tokens.set(exchange.id, exchange)
  }

  judgement(): Judgement {
    const trace = new Trace({ ...this.#context, ended: true })
    for (const exchange of [...this.#tokens.values()].sort((a, b) => a.sentAtMs - b.sentAtMs))
      trace.add(exchange)
    const ofTokens = tokenRules.map((one) => ({ id: one.id, ...one.examine(trace) }))
    const testedTokens = ofTokens.filter(({ tested }) => tested).map(({ id }) => id)
    const findings = [...this.#findings.values(), ...toFindings(ofTokens.flatMap(({ breaches }) => breaches))]
    const errors = findings.filter(({ severity }) => severity === 'error')
    const cause = errors.find(isRootError) ?? null
    const isReached = this.#watch.exercised.size > 0
    // if the token address could not be reached, no token request took place that could be judged
    const isJudged = ({ code, blame }: Finding) =>
      code !== 'auth/renewal:unanswered' || blame !== 'environment'
    const verdict: RunVerdict = errors.some(isJudged) ? 'fail' : isReached && !cause ? 'pass' : 'incomplete'
    return {
      verdict,
      cause,
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

/** Recordings of other tools contain tokens of other services next to those of this service. */
function isOfService(exchange: Exchange, { baseUrl, tokenUrl, profile }: Context): boolean {
  if (exchange.channel !== 'token' || exchange.request.method !== 'POST') return false
  if (sightOf(exchange).isWhole || isAtService(exchange, profile)) return true
  const homes = [baseUrl, tokenUrl ?? baseUrl].map((url) => hostOf({ request: { ...exchange.request, url } }))
  return homes.includes(hostOf(exchange))
}

/** Requirements that say of a request that it lost its way, and why. */
const tellsStray: ReadonlySet<RequirementId> = new Set(['auth/bearer', 'versioning/base-address'])

function nameOf(id: string): string {
  const route = routeById(id)
  return route ? routeName(route) : id
}

/**
 * Reports a request outside every run whose path the service does not have. Its purpose is unknown, so it fails
 * nothing. It is still reported because it may be the only thing that a misconfigured client ever sends. Requests
 * that a browser makes by itself are not reported.
 */
function strayOf(exchange: Exchange, context: Context): Finding | null {
  if (sightOf(exchange).plays !== 'service') return null
  const place = placeOf(exchange, context, 1)
  if (place.kind !== 'astray') return null
  const { method, url } = exchange.request
  const path = pathOf(url)
  if (method === 'GET' && ofBrowsers.test(path)) return null
  const isKnown = exchange.session !== null
  if (place.how === 'real-route' && isKnown) return null
  // below the base address an unknown path is `versioning/unavailable`, unless it was meant for the procedure
  const below = pathBelow(path, pathOf(context.baseUrl))
  if (place.how === 'unknown-path' && below !== null && !below.startsWith('/homologacao/')) return null
  const code =
    place.how === 'real-route'
      ? 'auth/bearer:no-session'
      : (`homologation/right-routes:${place.how}` as const)
  return {
    requirement: place.how === 'real-route' ? 'auth/bearer' : 'homologation/right-routes',
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

const ofBrowsers = /^\/(?:$|favicon\.ico$|robots\.txt$|\.well-known\/|apple-touch-icon)/
