import type { Exchange } from '../exchange/exchange.js'
import type { SeenContext } from '../rules/context.js'
import {
  type Coverage,
  type Finding,
  isRootError,
  type Judgement,
  type RunVerdict,
  type StepJudgement,
} from '../rules/finding.js'
import { ownBreach, ownRecords } from '../rules/harness/own-records.js'
import type { ObservedBreach, Observer } from '../rules/observer.js'
import { allRoutes } from '../specification/find-route.js'
import { type RequirementId, requirementIds } from '../specification/requirements.js'
import { routeName } from '../specification/route.js'
import { tieFindingsOfOneMistake } from './one-mistake.js'
import { addFinding, combineFindings, type GrowingFinding, MOST_PLACES, withPlaces } from './together.js'
import { observedFinding, severityIn, Watch } from './watch.js'

/** A step that a contract run planned. */
export interface JudgedStep {
  readonly id: string
  /** `GET /contatos/{idContato}` */
  readonly route: string
}

interface ContractJudgeOptions {
  readonly context: SeenContext
  readonly observers: readonly Observer[]
  readonly steps: readonly JudgedStep[]
  /** Routes that no step of this run uses, and why: keys of the catalogue's `ui`. */
  readonly notPlanned: readonly { readonly route: string; readonly reason: string }[]
}

/** The end of a contract run, and results of it that no exchange shows. */
export interface ContractEnd {
  /** Whether the run reached its end. If not, it can fail but not pass. */
  readonly ended: boolean
  /** Findings that no single exchange shows: those of a baseline or of the user's OpenAPI document. */
  readonly further: readonly Finding[]
  /** Requirements that the comparison with the baseline or the document tested. */
  readonly furtherTested: readonly RequirementId[]
  /** Applies the user's settings: changes severities, marks accepted findings, removes those that are off. */
  readonly settle?: (findings: readonly Finding[]) => readonly Finding[]
}

/** The reason of a step that the recording may have lost. */
const LOST = 'report.notReached.lost'

/** The requirement on our own requests. Every request of a contract run is our own and tests it. */
const selfRequirement: RequirementId = 'harness/self'

/** Judges a contract run, exchange by exchange. Its memory is bounded by the number of steps and findings. */
export class ContractJudge {
  readonly #watch: Watch
  /** Watches which records the run changes; clean-up requests are watched by nothing else. */
  readonly #recordsWatch: Watch | null
  /** The state of each step, by its id. */
  readonly #steps: ReadonlyMap<string, StepState>
  readonly #notPlanned: ContractJudgeOptions['notPlanned']
  readonly #findings = new Map<string, GrowingFinding>()

  constructor({ observers, context, steps, notPlanned }: ContractJudgeOptions) {
    this.#watch = new Watch(observers, context)
    this.#recordsWatch = context.mark ? new Watch([ownRecords], context) : null
    const notSent = { sentAtMs: null, durationMs: null, isExercised: false, reason: null }
    this.#steps = new Map(steps.map((step) => [step.id, { ...step, ...notSent, exchanges: [] }]))
    this.#notPlanned = notPlanned
  }

  /** Takes the next exchange and returns the breaches that it shows. */
  see(exchange: Exchange): readonly ObservedBreach[] {
    const recordBreaches = this.#recordsWatch?.see(exchange) ?? []
    const breaches = isHousekeeping(exchange)
      ? recordBreaches
      : [...this.#watch.see(exchange), ...recordBreaches]
    for (const breach of breaches) this.#add(breach)
    const step = this.#steps.get(exchange.step ?? '')
    if (step) addExchange(step, exchange)
    return breaches
  }

  #add(breach: ObservedBreach): void {
    const { code, subject } = breach
    // a request that matches no route was still planned for one
    const route = breach.route ?? this.#steps.get(breach.step ?? '')?.route ?? null
    const completed = { ...ownBreach(breach), route, severity: severityIn(breach) }
    const finding = observedFinding(completed, [code, route, subject])
    addFinding(this.#findings, `${finding.fingerprint} ${finding.severity} ${finding.blame}`, finding)
  }

  /** Notes why a step was not sent. `reason` is a key of the catalogue's `ui`. */
  markNotReached(id: string, reason: string): void {
    const step = this.#steps.get(id)
    if (step) step.reason ??= reason
  }

  /** Must be called at the end if the recording lost exchanges. These may be of any step that the recording does not show. */
  lose(): void {
    for (const step of this.#steps.values()) if (step.sentAtMs === null) step.reason ??= LOST
  }

  /** Number of findings so far that fail the run. */
  get errorCount(): number {
    return [...this.#findings.values()].filter(({ finding }) => finding.severity === 'error').length
  }

  /** Findings so far, before the user's settings are applied. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()].map(withPlaces)
  }

  judgement({ ended, further, furtherTested, settle = (findings) => findings }: ContractEnd): Judgement {
    const settled = settle([...this.findings, ...further])
    const findings = tieFindingsOfOneMistake(combineFindings(settled.filter(({ acceptance }) => !acceptance)))
    const accepted = combineFindings(settled.filter(({ acceptance }) => acceptance))
    const broken = brokenSteps(findings)
    const steps = [...this.#steps.values()]
    const isAnyExercised = steps.some(({ isExercised }) => isExercised)
    const hasLost = steps.some(({ reason }) => reason === LOST)
    const emptyLists = allRoutes('document').filter(
      ({ id }) => this.#watch.hasRecordsByList.get(id) === false,
    )
    const tested = [...this.#watch.tested, ...(this.#recordsWatch?.tested ?? []), ...furtherTested]
    if (isAnyExercised) tested.push(selfRequirement)
    return {
      verdict: verdictOf(findings, ended && isAnyExercised && !hasLost),
      // the user's settings may make an error of a finding whose root is only a warning
      cause: findings.find(isRootError) ?? findings.find(({ severity }) => severity === 'error') ?? null,
      steps: steps.map((step) => judgeStep(step, broken)),
      findings,
      ...(accepted.length > 0 && { accepted }),
      readings: [],
      coverage: {
        requirements: requirementsOf(tested),
        routes: {
          ...routesOf(steps, this.#notPlanned),
          ...(emptyLists.length > 0 && { empty: emptyLists.map(routeName) }),
        },
      },
    }
  }
}

/** True for requests that a contract run needs for itself, `cleanup/…` and `account/company`. Only `harness/own-records` judges them. */
export function isHousekeeping({ step }: Exchange): boolean {
  return step !== null && /^(cleanup|account)\//.test(step)
}

/** A planned step, and the facts about it that the judge collects. */
interface StepState extends JudgedStep {
  /** Ids of its exchanges, at most {@link MOST_PLACES}. */
  readonly exchanges: string[]
  /** When its first request was sent, not counting requests that were sent again; null: none was. */
  sentAtMs: number | null
  /** From that request to its last response. */
  durationMs: number | null
  /** Whether a request that should succeed got a response. Requests that are wrong on purpose do not count. */
  isExercised: boolean
  /** Why it was not sent: a key of the catalogue's `ui`; null if it was sent or the reason is unknown. */
  reason: string | null
}

function addExchange(step: StepState, exchange: Exchange): void {
  if (exchange.channel !== 'service') return
  if (step.exchanges.length < MOST_PLACES) step.exchanges.push(exchange.id)
  if (exchange.sentAgain) return
  step.sentAtMs ??= exchange.sentAtMs
  if (exchange.respondedAtMs !== null) step.durationMs = exchange.respondedAtMs - step.sentAtMs
  if (exchange.response !== null && !exchange.failure && exchange.intent === undefined)
    step.isExercised = true
}

/** The ids of all steps that errors name, at their first place or a further one. */
function brokenSteps(findings: readonly Finding[]): Set<string | null> {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return new Set(errors.flatMap(({ step, places = [] }) => [step, ...places.map((place) => place.step)]))
}

/** A step that the run withheld does not apply. A step that the run did not get to was not reached. */
function judgeStep(step: StepState, broken: ReadonlySet<string | null>): StepJudgement {
  const { id, route, exchanges, reason, durationMs, sentAtMs } = step
  const known = { id, number: null, route, gapMs: null, durationMs, exchanges }
  if (sentAtMs !== null) return { ...known, verdict: broken.has(id) ? 'fail' : 'pass' }
  const verdict = withheldReason.test(reason ?? '') ? 'not-applicable' : 'not-reached'
  return { ...known, verdict, reason: reason ?? 'contract.reason.stopped' }
}

/** Matches the reasons, like `contract.reason.read-only`, of a step that the gate withheld, or that had no record to use. */
const withheldReason = new RegExp(
  '(?:^|\\.)(?:read-only|not-allowed|risky|undeletable|not-created-here|not-verified|no-mark|method-not-shown|homologation|' +
    'unknown-route|foreign-reference|known-key|needs-record|no-identifier|no-parameter)$',
)

function verdictOf(findings: readonly Finding[], isComplete: boolean): RunVerdict {
  const errors = findings.filter(({ severity }) => severity === 'error')
  // an incomplete run proves nothing if nothing went wrong, or only the connection was lost
  if (!isComplete && errors.every(({ code }) => code === 'service/answers:unreachable')) return 'incomplete'
  return errors.length > 0 ? 'fail' : 'pass'
}

/** Matches the requirements that contract runs test, like `lists/summary`. */
const testedByContract =
  /^(service|envelope|data|errors|lists|limits|records|situations|categories|drift|openapi|versioning|request|harness)\//

function requirementsOf(tested: readonly RequirementId[]): Coverage['requirements'] {
  const untested = requirementIds.filter((id) => !tested.includes(id))
  return {
    tested: requirementIds.filter((id) => tested.includes(id)),
    untested: untested.map((id) => ({
      id,
      reason: `contract.untested.${testedByContract.test(id) ? 'not-seen' : 'other-command'}`,
    })),
  }
}

function routesOf(
  steps: readonly StepState[],
  notPlanned: ContractJudgeOptions['notPlanned'],
): Coverage['routes'] {
  const exercised = new Set(steps.filter(({ isExercised }) => isExercised).map(({ route }) => route))
  const reasons = new Map<string, string>()
  // several steps may use one route; the first reason counts
  for (const { route, reason } of [...notPlanned, ...steps])
    if (!exercised.has(route) && !reasons.has(route))
      reasons.set(route, reason ?? 'contract.reason.no-answer')
  return {
    exercised: [...exercised],
    notExercised: [...reasons].map(([route, reason]) => ({ route, reason })),
  }
}
