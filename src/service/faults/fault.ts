import { type Channel, headerValue } from '../../exchange/exchange.js'
import type { StepNumber } from '../../specification/homologation.js'
import { isSuccess } from '../../specification/recognise.js'
import type { RequirementId } from '../../specification/requirements.js'
import { readForm } from '../form.js'
import type { HttpResponse, ServiceRequest } from '../response.js'

/** The request whose response a fault may change, and what the fault may do besides. */
export interface FaultContext {
  readonly request: ServiceRequest
  readonly channel: Channel
  readonly session: string | null
  /** The step of the homologation that was addressed, else null. */
  readonly step: StepNumber | null
  /** Below the base path, without query: `/produtos/123`. The whole path if it is elsewhere. */
  readonly path: string
  readonly seed: string
  /** Name of the header that carries the hash. */
  readonly hashHeader: string
  /** Returns the response with which this service refuses a token. */
  refuseToken(): HttpResponse
  /** Returns the response with which this service says that a time limit was hit. */
  hitLimit(): HttpResponse
  /** Returns the access token before the newest one. */
  previousToken(): string
  /** Revokes all access tokens of the application, including one that this response contains. */
  revokeTokens(): void
}

/** Selects the responses that a fault changes. */
export type Where =
  /** The successes of this step. */
  | StepNumber
  /** The successes of all five steps. */
  | 'every-step'
  /** The successful renewals of tokens. */
  | 'renewal'
  /** The successes of the routes outside the homologation. */
  | 'resource'
  /** The refusals of an access token at one of the five steps. */
  | 'refusal'
  | ((context: FaultContext, response: HttpResponse) => boolean)

/** Decides before the service whether a request is refused. A refused request never reaches the service. */
export interface Blocker {
  /** Returns the refusal, or null if the request may pass. */
  refuse(nowMs: number): HttpResponse | null
  /** Called with each response, its own refusals included. */
  noteResponse(channel: Channel, status: number, nowMs: number): void
}

/** A deliberate mistake of the embedded service, for testing clients and our own rules. */
export interface Fault<Name extends string = string> {
  /** The name that `--fault` takes. */
  readonly name: Name
  /** The requirement that a report must name first. */
  readonly breaks: RequirementId
  /** Severity of the finding; only errors fail a run. `none`: a service may do so, and a correct client copes with it. */
  readonly severity: 'error' | 'warning' | 'info' | 'none'
  readonly where: Where
  /** How many responses of one application it changes. */
  readonly times: number
  /** Receives the response of the service and returns the wrong one. */
  readonly change: (response: HttpResponse, context: FaultContext) => HttpResponse
  /** Creates the blocker of a fault that refuses requests before the service sees them; called once for each service. */
  readonly blocker?: () => Blocker
}

const ALWAYS = Number.POSITIVE_INFINITY

/** A fault as a row of a table. Default: an error that changes every selected response. */
export type FaultRow = Omit<Fault, 'name' | 'severity' | 'times'> & Partial<Pick<Fault, 'severity' | 'times'>>

type RowTuple = readonly [where: Where, change: FaultRow['change'], times?: number]

/**
 * Makes rows that break the same requirement, each from `where`, `change` and how many times:
 * `breaking('records/deleted', { 'removed-410': [readsAfter(isDelete), setStatus(410)] })`
 */
export function breaking<const Name extends string>(
  breaks: RequirementId,
  rows: Readonly<Record<Name, RowTuple>>,
  severity: Fault['severity'] = 'error',
): Readonly<Record<Name, FaultRow>> {
  const entries = Object.entries<RowTuple>(rows).map(([name, [where, change, times = ALWAYS]]) => {
    return [name, { breaks, severity, where, change, times }]
  })
  return Object.fromEntries(entries) as { [N in Name]: FaultRow }
}

/** Makes rows that break the same requirement in the same responses: `faultsAt(2, 'envelope/json', { 'post-html': … })` */
export function faultsAt<const Name extends string>(
  where: Where,
  breaks: RequirementId,
  changes: Readonly<Record<Name, FaultRow['change']>>,
): Readonly<Record<Name, FaultRow>> {
  const entries = Object.entries<FaultRow['change']>(changes)
  const rows = entries.map(([name, change]) => [name, { breaks, where, change }])
  return Object.fromEntries(rows) as { [N in Name]: FaultRow }
}

/** Makes faults from rows. The sentence that describes each fault is in the catalogues, under `faults`. */
export function faultTable<const Name extends string>(
  rows: Readonly<Record<Name, FaultRow>>,
): { readonly [N in Name]: Fault<N> } {
  const entries = Object.entries<FaultRow>(rows)
  return Object.fromEntries(entries.map(([name, row]) => [name, faultOf(name, row)])) as {
    [N in Name]: Fault<N>
  }
}

export function faultOf<const Name extends string>(name: Name, row: FaultRow): Fault<Name> {
  return { name, severity: 'error', times: ALWAYS, ...row }
}

function isSelected({ where }: Fault, context: FaultContext, response: HttpResponse): boolean {
  const { step, channel, request } = context
  if (typeof where === 'function') return where(context, response)
  // only at a step, because the token address uses the same header to refuse a client
  if (where === 'refusal') return step !== null && headerValue(response.headers, 'WWW-Authenticate') !== null
  if (!isSuccess(response)) return false
  if (where === 'renewal') return channel === 'token' && isRenewal(request)
  if (where === 'resource') return channel === 'service' && step === null
  return where === 'every-step' ? step !== null : step === where
}

function isRenewal(request: ServiceRequest): boolean {
  return readForm(request).fields.get('grant_type') === 'refresh_token'
}

/** How often each fault changed a response of an application, by the fault's name. */
export type FaultCounts = Record<string, number>

/** Returns the response as the faults change it, one after the other; the same object if none does. Adds to `counts`. */
export function applyFaults(
  faults: readonly Fault[],
  response: HttpResponse,
  context: FaultContext,
  counts: FaultCounts,
): HttpResponse {
  return faults.reduce((changed, fault) => {
    const count = counts[fault.name] ?? 0
    // asked even if the count is reached, because some `where` functions remember the requests that they see
    if (!isSelected(fault, context, changed) || count >= fault.times) return changed
    const further =
      changed === response ? fault.change(changed, context) : changeFurther(fault, changed, context)
    if (further !== changed) counts[fault.name] = count + 1
    return further
  }, response)
}

/** A response that another fault has changed may be impossible to change again, because its body is no JSON any more. */
function changeFurther(fault: Fault, changed: HttpResponse, context: FaultContext): HttpResponse {
  try {
    return fault.change(changed, context)
  } catch {
    return changed
  }
}
