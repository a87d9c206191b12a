/**
 * Judges a contract run while it lasts: observers read every exchange as it passes, and no rule of the run is needed.
 * Memory is bounded by the number of steps and findings, so a night of a million exchanges needs no more than an hour
 * does.
 */
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
import { underOneField } from './one-field.js'
import {
  addPlace,
  type Found,
  foundFirst,
  MOST_PLACES,
  observedFinding,
  severityIn,
  together,
  withPlaces,
} from './together.js'
import { createWatch } from './watch.js'

/** A step that the run means to send. */
export interface JudgedStep {
  readonly id: string
  /** `GET /contatos/{idContato}` */
  readonly route: string
}

interface ContractJudgeOptions {
  readonly context: SeenContext
  readonly observers: readonly Observer[]
  /** In the order in which they are shown. */
  readonly steps: readonly JudgedStep[]
  /** Routes that no step of this run addresses, and why: codes of the catalogue's `ui`. */
  readonly notPlanned: readonly { readonly route: string; readonly reason: string }[]
}

export interface ContractJudge {
  /** Takes the next exchange; returns what it broke. */
  see(exchange: Exchange): readonly ObservedBreach[]
  /** Why a step was not sent: a code of the catalogue's `ui`. */
  notReached(step: string, reason: string): void
  /** Hears, at the end, that exchanges of the run are lost: any step of which nothing is known may have been among them. */
  lose(): void
  /** Findings so far that failed the run. */
  readonly errors: number
  /** Findings so far, before the user's severities and acceptances. */
  readonly found: readonly Finding[]
  judgement(end: ContractEnd): Judgement
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

export function createContractJudge(options: ContractJudgeOptions): ContractJudge {
  const watch = createWatch(options.observers, options.context)
  // clean-up requests are not part of the contract, but they do change records
  const ownWatch = options.context.mark ? createWatch([ownRecords], options.context) : null
  const records = new Map(options.steps.map((step) => [step.id, recordOf(step)]))
  const found = new Map<string, Found>()

  function note(breach: ObservedBreach): void {
    const route = breach.route ?? records.get(breach.step ?? '')?.route ?? null
    const finding = observedFinding({ ...ownBreach(breach), route, severity: severityIn(breach) }, [
      breach.code,
      route,
      breach.subject,
    ])
    const key = `${finding.fingerprint} ${finding.severity} ${finding.blame}`
    const known = found.get(key)
    if (known) addPlace(known, finding)
    else found.set(key, foundFirst(finding))
  }

  return {
    see(exchange) {
      const ofOurs = ownWatch?.see(exchange) ?? []
      const breaches = isOwnAffair(exchange) ? ofOurs : [...watch.see(exchange), ...ofOurs]
      for (const breach of breaches) note(breach)
      take(records.get(exchange.step ?? ''), exchange)
      return breaches
    },
    notReached(step, reason) {
      const record = records.get(step)
      if (record) record.reason ??= reason
    },
    lose() {
      for (const record of records.values()) if (record.sentAtMs === null) record.reason ??= LOST
    },
    get errors() {
      return [...found.values()].filter(({ finding }) => finding.severity === 'error').length
    },
    get found() {
      return [...found.values()].map(withPlaces)
    },
    judgement({ ended, further, furtherTested, settle = (findings) => findings }) {
      const settled = settle([...[...found.values()].map(withPlaces), ...further])
      const findings = underOneField(together(settled.filter(({ acceptance }) => !acceptance)))
      const accepted = together(settled.filter(({ acceptance }) => acceptance))
      const broken = brokenSteps(findings)
      const steps = [...records.values()].map((record) => judgeStep(record, broken))
      const isAny = [...records.values()].some((record) => record.isExercised)
      const empty = allRoutes('document').filter(({ id }) => watch.lists.get(id) === false)
      const isWhole = [...records.values()].every(({ reason }) => reason !== LOST)
      return {
        verdict: verdictOf(findings, ended && isAny && isWhole),
        cause: findings.find(isRootError) ?? findings.find(({ severity }) => severity === 'error') ?? null,
        steps,
        findings,
        ...(accepted.length > 0 && { accepted }),
        readings: [],
        coverage: {
          requirements: requirementsOf([
            ...[...watch.tested, ...(ownWatch?.tested ?? []), ...furtherTested],
            ...(isAny ? [self] : []),
          ]),
          routes: {
            ...routesOf([...records.values()], options.notPlanned),
            ...(empty.length > 0 && { empty: empty.map(routeName) }),
          },
        },
      }
    },
  }
}

/** Requests of a contract run for its own purposes: kept in the journal, but no part of the contract. */
export function isOwnAffair({ step }: Exchange): boolean {
  return step !== null && /^(cleanup|account)\//.test(step)
}

/** The state of a step and its outcome. */
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

function recordOf(step: JudgedStep): StepRecord {
  return { ...step, exchanges: [], sentAtMs: null, durationMs: null, isExercised: false, reason: null }
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

/** Steps that show an error, also as one of its places. */
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
