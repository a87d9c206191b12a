import type { Channel } from '../../exchange/exchange.js'
import type { StepNumber } from '../../specification/homologation.js'
import { isSuccess } from '../../specification/recognise.js'
import type { RequirementId } from '../../specification/requirements.js'
import type { HttpResponse, ServiceRequest } from '../response.js'

/** The exchange that a fault may spoil. */
export interface Moment {
  readonly request: ServiceRequest
  readonly channel: Channel
  readonly session: string | null
  /** The step of the homologation that was addressed, else null. */
  readonly step: StepNumber | null
  /** Method and path below the base path, without query: `GET /produtos/123`. */
  readonly place: string
  readonly seed: string
  /** Name of the header that carries the hash. */
  readonly hashHeader: string
  /** The response that refuses a dead token, as this service words it. */
  refuseToken(): HttpResponse
  /** The response that says that a time limit was hit, as this service words it. */
  hitLimit(): HttpResponse
  /** The access token that was in force before the newest one. */
  formerToken(): string
  /** Kills the access tokens of the application, those in the response at hand included. */
  killTokens(): void
}

/**
 * The responses that a fault spoils: successes of one step or of all, of renewals, or of routes outside the
 * homologation; refusals of dead tokens; or those that the function picks.
 */
export type Where =
  | StepNumber
  | 'every-step'
  | 'renewal'
  | 'resource'
  | 'refusal'
  | ((moment: Moment, response: HttpResponse) => boolean)

/** Stands before the service: whom it turns away, the service never sees. */
export interface Gate {
  turnAway(nowMs: number): HttpResponse | null
  /** Hears of each response, its own included. */
  see(channel: Channel, status: number, nowMs: number): void
}

export interface Fault<Name extends string = string> {
  /** As `--fault` takes it. */
  readonly name: Name
  /** The requirement that a report must name first. */
  readonly breaks: RequirementId
  /** How grave the finding is; only errors fail a run. `none`: a service may do so, and a sound client gets through. */
  readonly severity: 'error' | 'warning' | 'info' | 'none'
  readonly where: Where
  /** How often it strikes in one application's life. */
  readonly times: number
  /** The spoilt response. It gets what the service would have said. */
  readonly change: (response: HttpResponse, moment: Moment) => HttpResponse
  /** Makes the gate of a fault that keeps requests from the service, once for each service. */
  readonly gate?: () => Gate
}

/** A fault as a row of a table: an error that strikes at every occasion, unless the row says otherwise. */
export type FaultRow = Omit<Fault, 'name' | 'severity' | 'times'> & Partial<Pick<Fault, 'severity' | 'times'>>

/** Rows that break one requirement: where each strikes, and what it changes. */
export function breaking<const Name extends string>(
  breaks: RequirementId,
  rows: Readonly<Record<Name, readonly [where: Where, change: FaultRow['change']]>>,
  severity: Fault['severity'] = 'error',
): Readonly<Record<Name, FaultRow>> {
  const entries = Object.entries<readonly [Where, FaultRow['change']]>(rows)
  return Object.fromEntries(
    entries.map(([name, [where, change]]) => [name, { breaks, severity, where, change }]),
  ) as { [N in Name]: FaultRow }
}

/** Rows that break one requirement in the responses of one place, by the change that each makes. */
export function faultsAt<const Name extends string>(
  where: Where,
  breaks: RequirementId,
  changes: Readonly<Record<Name, FaultRow['change']>>,
): Readonly<Record<Name, FaultRow>> {
  const entries = Object.entries<FaultRow['change']>(changes)
  const rows = Object.fromEntries(entries.map(([name, change]) => [name, [where, change]]))
  return breaking(breaks, rows as Record<Name, [Where, FaultRow['change']]>)
}

/** The faults of a table by their names. The sentence that describes each one is in the catalogues, under `faults`. */
export function faultTable<const Name extends string>(
  rows: Readonly<Record<Name, FaultRow>>,
): { readonly [N in Name]: Fault<N> } {
  const entries = Object.entries<FaultRow>(rows)
  return Object.fromEntries(entries.map(([name, row]) => [name, faultOf(name, row)])) as {
    [N in Name]: Fault<N>
  }
}

export function faultOf<const Name extends string>(name: Name, row: FaultRow): Fault<Name> {
  return { name, severity: 'error', times: Number.POSITIVE_INFINITY, ...row }
}

/** Whether the fault spoils this response. */
function strikes({ where }: Fault, moment: Moment, response: HttpResponse): boolean {
  if (typeof where === 'function') return where(moment, response)
  if (where === 'refusal') return moment.step !== null && refuses(response)
  if (!isSuccess(response)) return false
  if (where === 'renewal') return moment.channel === 'token' && renews(moment.request)
  if (where === 'resource') return moment.channel === 'service' && moment.step === null
  return where === 'every-step' ? moment.step !== null : moment.step === where
}

function refuses({ headers }: HttpResponse): boolean {
  return headers.some(([name]) => name === 'WWW-Authenticate')
}

function renews({ body }: ServiceRequest): boolean {
  return body !== null && /grant_type\W+refresh_token/.test(new TextDecoder().decode(body))
}

/** How often each fault struck an application. */
interface Struck {
  strikes: Record<string, number> | null
}

/** The response after every fault in force had its way with it. */
export function spoil(
  faults: readonly Fault[],
  response: HttpResponse,
  moment: Moment,
  application: Struck | null,
): HttpResponse {
  return faults.reduce((spoilt, fault) => {
    if (!strikes(fault, moment, spoilt) || !countsStrike(fault, application)) return spoilt
    return spoilt === response ? fault.change(spoilt, moment) : changedFurther(fault, spoilt, moment)
  }, response)
}

/** After another fault, a response may hold nothing left to spoil: its body may no longer be JSON, for example. */
function changedFurther(fault: Fault, spoilt: HttpResponse, moment: Moment): HttpResponse {
  try {
    return fault.change(spoilt, moment)
  } catch {
    return spoilt
  }
}

function countsStrike({ name, times }: Fault, application: Struck | null): boolean {
  if (times === Number.POSITIVE_INFINITY || application === null) return true
  application.strikes ??= {}
  const count = application.strikes[name] ?? 0
  application.strikes[name] = count + 1
  return count < times
}
