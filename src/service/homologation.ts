/** The five steps of the homologation, as the embedded service responds to them. */

import type { Header } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { ApplicationState } from './application.js'
import { type Breach, findBreaches, isLimit } from './breaches.js'
import { invalidToken, refuse } from './error-body.js'
import { type HttpResponse, json, noContent, type ServiceRequest } from './response.js'
import { beginRun, issueHash, type Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import type { StepRequest } from './step-request.js'
import type { ServiceContext } from './tokens.js'

interface StepOutcome {
  readonly response: HttpResponse
  readonly run: Run
  readonly breaches: readonly Breach[]
}

interface TimedStep {
  readonly stepRequest: StepRequest
  readonly request: ServiceRequest
  readonly nowMs: number
}

/**
 * Responds to a request for one of the five steps whose token is valid, and moves the application's run on. Once in a
 * run, at the step that was chosen for it, the token is refused on purpose. With `enforce` a request that breaks a rule
 * is refused as well; otherwise the breach is only noted. §Homologation procedure
 */
export function respondToStep(
  application: ApplicationState,
  { stepRequest, request, nowMs }: TimedStep,
  { settings, tokens }: ServiceContext,
): StepOutcome {
  const { step } = stepRequest
  const run = findOrBeginRun(application, step, nowMs, settings)
  const breaches = findBreaches({ ...stepRequest, run, request, nowMs, settings })
  run.lastArrivedAtMs = nowMs
  // if the response is delayed, `service.ts` sets it later
  run.lastRespondedAtMs = nowMs
  return { response: respond(), run, breaches }

  function respond(): HttpResponse {
    const enforced = settings.enforce ? breaches : []
    // a limit ends the run, so its token is not refused any more; a refused token hides all other breaches
    const limit = enforced.find(isLimit)
    if (limit) {
      run.isOver = true
      return refuse(settings.errorShape, limit.status, limit.problem)
    }
    if (run.invalidateAt === step && !run.invalidated && !run.isOver) return invalidateToken()
    const [first] = enforced
    if (first) return refuse(settings.errorShape, first.status, first.problem)
    return succeed()
  }

  /** Revokes all access tokens that the application has so far, not only the one that came. */
  function invalidateToken(): HttpResponse {
    tokens.revoke(application, 'access')
    run.invalidated = true
    run.followsRefusal = true
    const headers = settings.hashOnRefusal
      ? [hashHeader({ replaces: settings.profile.hash.refusalIssues })]
      : []
    return refuseToken(settings, 'O token de acesso foi invalidado.', headers)
  }

  function succeed(): HttpResponse {
    run.done = step
    run.followsRefusal = false
    const headers = [hashHeader()]
    if (step === 1) return json(200, { data: run.product }, headers)
    if (step === 2) return json(201, { data: { ...run.product, id: run.productId } }, headers)
    return noContent(headers)
  }

  /** Issues a hash. With `replaces`, which is the default, the next step must carry it instead of the previous one. */
  function hashHeader(options?: { readonly replaces: boolean }): Header {
    return [settings.profile.hash.header, issueHash(run, application.id, settings, options)]
  }
}

/** The response that refuses an access token. Its status is a setting, because §Errors leaves it open. */
export function refuseToken(
  settings: ServiceSettings,
  description: string,
  headers: readonly Header[] = [],
  status = Number(settings.deadToken),
): HttpResponse {
  const challenge: Header = ['WWW-Authenticate', 'Bearer error="invalid_token"']
  return refuse(settings.errorShape, status, invalidToken(description), [challenge, ...headers])
}

/**
 * Notes a step that was refused because its token was an old one or had expired. The next step must carry the hash, as
 * after any refused token. If this is the step at which the run's token is to be refused anyway, that has now happened.
 */
export function noteRefusedStep(
  application: ApplicationState,
  step: StepNumber,
  nowMs: number,
  settings: ServiceSettings,
): Run {
  const run = findOrBeginRun(application, step, nowMs, settings)
  run.lastArrivedAtMs = nowMs
  run.lastRespondedAtMs = nowMs
  run.followsRefusal = true
  if (step === run.invalidateAt) run.invalidated = true
  return run
}

/** After such a pause step 1 is a new attempt, not the repeat of a refused one. */
const PAUSE_MS = 60_000

/** Step 1 begins a run, unless it repeats a step 1 that was refused. */
function findOrBeginRun(
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
  return run.done === 0 && !run.isOver && nowMs - (run.lastRespondedAtMs ?? nowMs) < PAUSE_MS
}
