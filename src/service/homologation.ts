import type { Header } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { ApplicationState } from './application.js'
import { type Breach, breachesOf, isLimit } from './breaches.js'
import { invalidToken, refuse } from './error-body.js'
import { type HttpResponse, json, noContent, type ServiceRequest } from './response.js'
import { beginRun, issueHash, type Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import type { StepRequest } from './step-request.js'
import type { TokenStore } from './tokens.js'

export interface StepOutcome {
  readonly response: HttpResponse
  readonly run: Run
  readonly breaches: readonly Breach[]
}

/** A request for a step, at its moment. */
export interface Visit {
  readonly place: StepRequest
  readonly request: ServiceRequest
  readonly nowMs: number
}

/** Responses a step whose token is alive, and moves the application's run on. §Homologation procedure */
export function respondToStep(
  application: ApplicationState,
  { place, request, nowMs }: Visit,
  settings: ServiceSettings,
  tokens: TokenStore,
): StepOutcome {
  const run = enterRun(application, place.step, nowMs, settings)
  const breaches = breachesOf({ run, place, request, nowMs, settings })
  run.lastArrivedMs = nowMs
  run.lastRespondedAtMs = nowMs
  const response = settled()
  return { response, run, breaches }

  function settled(): HttpResponse {
    const limit = settings.enforce ? breaches.find((breach) => isLimit(breach)) : undefined
    if (limit) {
      run.over = true
      return refuse(settings.errorShape, limit.status, limit.problem)
    }
    if (run.invalidateAt === place.step && !run.invalidated && !run.over) {
      return refuseOnce(application, run, settings, tokens)
    }
    const [first] = settings.enforce ? breaches : []
    if (first) return refuse(settings.errorShape, first.status, first.problem)
    return succeed(application, run, place.step, settings)
  }
}

/** Refuses a dead token with the configured status, because §Errors leaves it open. */
export function refusedToken(
  settings: ServiceSettings,
  description: string,
  headers: readonly Header[] = [],
  status = Number(settings.deadToken),
): HttpResponse {
  const challenge: Header = ['WWW-Authenticate', 'Bearer error="invalid_token"']
  return refuse(settings.errorShape, status, invalidToken(description), [challenge, ...headers])
}

/**
 * Notes a step whose token was dead before the request came, because it was an old one or had expired. If the token
 * is to die at this step anyway, this counts as its death.
 */
export function noteDeadToken(
  application: ApplicationState,
  { place: { step }, nowMs }: Visit,
  settings: ServiceSettings,
): Run {
  const run = enterRun(application, step, nowMs, settings)
  run.lastArrivedMs = nowMs
  run.lastRespondedAtMs = nowMs
  if (step === run.invalidateAt) run.invalidated = true
  return run
}

/** After such a pause step 1 is a new attempt, not the repeat of a refused one. */
const PAUSE_MS = 60_000

/** Step 1 begins a run, unless it repeats the one that was refused. */
function enterRun(
  application: ApplicationState,
  step: StepNumber,
  nowMs: number,
  settings: ServiceSettings,
): Run {
  const { run } = application
  if (run && (step !== 1 || isRepeat(run, nowMs))) return run
  application.run = beginRun(application.id, (run?.number ?? 0) + 1, nowMs, settings)
  return application.run
}

function isRepeat(run: Run, nowMs: number): boolean {
  return run.done === 0 && !run.over && nowMs - (run.lastRespondedAtMs ?? nowMs) < PAUSE_MS
}

/** All tokens that the application used so far die with the one that came; the next ones live. */
function refuseOnce(
  application: ApplicationState,
  run: Run,
  settings: ServiceSettings,
  tokens: TokenStore,
): HttpResponse {
  tokens.kill(application, 'access')
  run.invalidated = true
  run.followsRefusal = true
  const replaces = settings.profile.hash.refusalIssues
  const headers = settings.hashOnRefusal ? [hashHeader(application, run, settings, replaces)] : []
  return refusedToken(settings, 'O token de acesso foi invalidado.', headers)
}

function succeed(
  application: ApplicationState,
  run: Run,
  step: StepNumber,
  settings: ServiceSettings,
): HttpResponse {
  run.done = step
  run.followsRefusal = false
  const headers = [hashHeader(application, run, settings)]
  if (step === 1) return json(200, { data: run.product }, headers)
  if (step === 2) return json(201, { data: { ...run.product, id: run.productId } }, headers)
  return noContent(headers)
}

function hashHeader(
  application: ApplicationState,
  run: Run,
  settings: ServiceSettings,
  replaces = true,
): Header {
  return [settings.profile.hash.header, issueHash(run, application.id, settings, replaces)]
}
