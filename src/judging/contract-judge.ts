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
import { underOneField } from './causes.js'
import {
  addPlace,
  type Found,
  MOST_PLACES,
  observedFinding,
  severityIn,
  together,
  withPlaces,
} from './together.js'
import { Watch } from './watch.js'

export interface JudgedStep {
  readonly id: string
  /** `GET /contatos/{idContato}` */
  readonly route: string
}

interface ContractJudgeOptions {
  readonly context: SeenContext
  readonly observers: readonly Observer[]
  readonly steps: readonly JudgedStep[]
  /** Routes that no step of this run addresses, and why: codes of the catalogue's `ui`. */
  readonly notPlanned: readonly { readonly route: string; readonly reason: string }[]
}

export interface ContractEnd {
  /** Whether the run came to its end: else it can fail, but not pass. */
  readonly ended: boolean
  /** Findings that no single exchange shows: of drift, of the user's document. */
  readonly further: readonly Finding[]
  /** Requirements that they put to the test. */
  readonly furtherTested: readonly RequirementId[]
  /** The findings as the user wants them: severities of his own, and what he accepted marked as such. */
  readonly settle?: (findings: readonly Finding[]) => readonly Finding[]
}

/** Why a step is not known to have been reached: the recording may have lost it. */
const LOST = 'report.notReached.lost'

/** Every request of a contract run is our own. */
const self: RequirementId = 'harness/self'

/** Judges a contract run while it lasts. Memory is bounded by the number of steps and findings. */
export class ContractJudge {
  readonly #watch: Watch
  /** Clean-up requests are not part of the contract, but they do change records. */
  readonly #ownWatch: Watch | null
  readonly #records: ReadonlyMap<string, StepRecord>
  readonly #notPlanned: ContractJudgeOptions['notPlanned']
  readonly #found = new Map<string, Found>()

  constructor({ observers, context, steps, notPlanned }: ContractJudgeOptions) {
    this.#watch = new Watch(observers, context)
    this.#ownWatch = context.mark ? new Watch([ownRecords], context) : null
    const nothing = { sentAtMs: null, durationMs: null, isExercised: false, reason: null }
    this.#records = new Map(steps.map((step) => [step.id, { ...step, ...nothing, exchanges: [] }]))
    this.#notPlanned = notPlanned
  }

  /** Takes the next exchange; returns what it broke. */
  see(exchange: Exchange): readonly ObservedBreach[] {
    const ofOurs = this.#ownWatch?.see(exchange) ?? []
    const breaches = isOwnAffair(exchange) ? ofOurs : [...this.#watch.see(exchange), ...ofOurs]
    for (const breach of breaches) this.#note(breach)
    take(this.#records.get(exchange.step ?? ''), exchange)
    return breaches
  }

  #note(breach: ObservedBreach): void {
    const { code, subject } = breach
    const route = breach.route ?? this.#records.get(breach.step ?? '')?.route ?? null
    const own = { ...ownBreach(breach), route, severity: severityIn(breach) }
    const finding = observedFinding(own, [code, route, subject])
    const key = `${finding.fingerprint} ${finding.severity} ${finding.blame}`
    const known = this.#found.get(key)
    if (known) addPlace(known, finding)
    else this.#found.set(key, { finding, places: [] })
  }

  /** Why a step was not sent: a code of the catalogue's `ui`. */
  notReached(step: string, reason: string): void {
    const record = this.#records.get(step)
    if (record) record.reason ??= reason
  }

  /** Hears, at the end, that exchanges of the run are lost: any step of which nothing is known may have been among them. */
  lose(): void {
    for (const record of this.#records.values()) if (record.sentAtMs === null) record.reason ??= LOST
  }

  /** Findings so far that failed the run. */
  get errors(): number {
    return [...this.#found.values()].filter(({ finding }) => finding.severity === 'error').length
  }

  /** Findings so far, before the user's severities and acceptances. */
  get found(): readonly Finding[] {
    return [...this.#found.values()].map(withPlaces)
  }

  judgement({ ended, further, furtherTested, settle = (findings) => findings }: ContractEnd): Judgement {
    const settled = settle([...this.found, ...further])
    const findings = underOneField(together(settled.filter(({ acceptance }) => !acceptance)))
    const accepted = together(settled.filter(({ acceptance }) => acceptance))
    const broken = brokenSteps(findings)
    const records = [...this.#records.values()]
    const isAny = records.some((record) => record.isExercised)
    const isWhole = records.every(({ reason }) => reason !== LOST)
    const empty = allRoutes('document').filter(({ id }) => this.#watch.lists.get(id) === false)
    const tested = [...this.#watch.tested, ...(this.#ownWatch?.tested ?? []), ...furtherTested]
    if (isAny) tested.push(self)
    return {
      verdict: verdictOf(findings, ended && isAny && isWhole),
      cause: findings.find(isRootError) ?? findings.find(({ severity }) => severity === 'error') ?? null,
      steps: records.map((record) => judgeStep(record, broken)),
      findings,
      ...(accepted.length > 0 && { accepted }),
      readings: [],
      coverage: {
        requirements: requirementsOf(tested),
        routes: {
          ...routesOf(records, this.#notPlanned),
          ...(empty.length > 0 && { empty: empty.map(routeName) }),
        },
      },
    }
  }
}

/** Requests of a contract run for its own purposes: kept in the journal, but no part of the contract. */
export function isOwnAffair({ step }: Exchange): boolean {
  return step !== null && /^(cleanup|account)\//.test(step)
}

interface StepRecord extends JudgedStep {
  /** As many as there are places of a finding. */
  readonly exchanges: string[]
  /** When its first request was sent whose response is not asked for again; null: none was. */
  sentAtMs: number | null
  /** From then to its last response. */
  durationMs: number | null
  /** Whether a request that was meant to carry a token got a response. */
  isExercised: boolean
  reason: string | null
}

function take(record: StepRecord | undefined, exchange: Exchange): void {
  if (!record || exchange.channel !== 'service') return
  if (record.exchanges.length < MOST_PLACES) record.exchanges.push(exchange.id)
  if (exchange.sentAgain) return
  record.sentAtMs ??= exchange.sentAtMs
  if (exchange.respondedAtMs !== null) record.durationMs = exchange.respondedAtMs - record.sentAtMs
  if (exchange.response !== null && !exchange.failure && exchange.intent === undefined)
    record.isExercised = true
}

function brokenSteps(findings: readonly Finding[]): Set<string | null> {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return new Set(errors.flatMap(({ step, places = [] }) => [step, ...places.map((place) => place.step)]))
}

/** A step that the write gate held back does not apply; a step that the run did not get to was not reached. */
function judgeStep(record: StepRecord, broken: ReadonlySet<string | null>): StepJudgement {
  const { id, route, exchanges, reason, durationMs, sentAtMs } = record
  const known = { id, number: null, route, gapMs: null, durationMs, exchanges }
  if (sentAtMs !== null) return { ...known, verdict: broken.has(id) ? 'fail' : 'pass' }
  const isKeptBack = notApplying.test(`.${reason}`)
  const verdict = isKeptBack ? 'not-applicable' : 'not-reached'
  return { ...known, verdict, reason: reason ?? 'contract.reason.stopped' }
}

const notApplying =
  /\.(?:not-created-here|not-verified|no-mark|no-identifier|no-parameter|read-only|not-allowed|risky|undeletable)$/

function verdictOf(findings: readonly Finding[], isComplete: boolean): RunVerdict {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (!isComplete && errors.every(({ code }) => code === 'service/answers:unreachable')) return 'incomplete'
  if (errors.length > 0) return 'fail'
  return isComplete ? 'pass' : 'incomplete'
}

/** The families of requirements that contract runs put to the test. */
const ofContract =
  /^(service|envelope|data|errors|lists|limits|records|situations|categories|drift|openapi|versioning|request|harness)\//

function requirementsOf(tested: readonly RequirementId[]): Coverage['requirements'] {
  const untested = requirementIds.filter((id) => !tested.includes(id))
  const reasonOf = (id: RequirementId) =>
    ofContract.test(id) ? 'contract.untested.not-seen' : 'contract.untested.other-command'
  return {
    tested: requirementIds.filter((id) => tested.includes(id)),
    untested: untested.map((id) => ({ id, reason: reasonOf(id) })),
  }
}

function routesOf(
  records: readonly StepRecord[],
  notPlanned: ContractJudgeOptions['notPlanned'],
): Coverage['routes'] {
  const exercised = new Set(records.filter((record) => record.isExercised).map(({ route }) => route))
  const reasons = new Map(notPlanned.map(({ route, reason }) => [route, reason]))
  for (const { route, reason } of records)
    if (!reasons.has(route)) reasons.set(route, reason ?? 'contract.reason.no-answer')
  return {
    exercised: [...exercised],
    notExercised: [...reasons]
      .filter(([route]) => !exercised.has(route))
      .map(([route, reason]) => ({ route, reason })),
  }
}
