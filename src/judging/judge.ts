import type { Exchange } from '../exchange/exchange.js'
import { traitsOfSource } from '../exchange/sources.js'
import type { JudgeContext } from '../rules/context.js'
import {
  type Coverage,
  type Finding,
  isRootError,
  type Judgement,
  type RunVerdict,
  type StepJudgement,
} from '../rules/finding.js'
import { findStagedEnd } from '../rules/homologation/complete.js'
import { homologationRules } from '../rules/homologation/index.js'
import { generalObservers } from '../rules/observers.js'
import { procedureOf } from '../rules/procedure.js'
import { type Breach, roundMs, unlessNotRecorded } from '../rules/rule.js'
import { neverConnected, Trace } from '../rules/trace.js'
import {
  homologationStep,
  homologationSteps,
  routeOf,
  type StepNumber,
} from '../specification/homologation.js'
import { type RequirementId, requirementIds } from '../specification/requirements.js'
import { toFindings } from './causes.js'
import {
  isAboutAuthentication,
  isMisplacedStep,
  type ObservedAt,
  toRunBreaches,
} from './observed-breaches.js'
import { judgeReadings } from './readings.js'
import { foldRepeats } from './together.js'
import { Watch } from './watch.js'

/**
 * Judges the exchanges of one homologation run: its verdict and the cause, the verdict of each step, the findings, and what
 * was tested. It is pure: the same exchanges give the same judgement, live or from a file.
 *
 * Breaches come from two kinds of rules. Those in `rules/homologation/` read the run as a whole. Observers look at one
 * exchange after the other, and do so in all other traffic as well.
 */
export function judge(exchanges: readonly Exchange[], context: JudgeContext): Judgement {
  const run = new Trace(context)
  const watch = new Watch(generalObservers, context)
  const observed: ObservedAt[] = []
  for (const exchange of sortBySentAt(exchanges)) {
    const placed = run.add(exchange)
    // the rules of the run report a step with a wrong address; observers then only check who sent it
    const breaches = isMisplacedStep(placed) ? watch.seeSender(exchange) : watch.see(exchange)
    for (const breach of breaches) observed.push({ breach, placed })
  }
  const tested = new Set(watch.tested)
  const ruleBreaches: Breach[] = []
  for (const rule of homologationRules) {
    const result = rule.examine(run)
    if (result.tested) tested.add(rule.id)
    ruleBreaches.push(...result.breaches)
  }
  const observerBreaches = toRunBreaches(run, observed, ruleBreaches)
  // a service checks the token first, so of several breaches in one request that of authentication comes first
  const first = observerBreaches.filter(isAboutAuthentication)
  const others = observerBreaches.filter((breach) => !isAboutAuthentication(breach))
  const findings = foldRepeats(toFindings([...first, ...ruleBreaches, ...others]))
  return {
    verdict: verdictOf(run, findings),
    cause: causeOf(findings, context) ?? findings.find(preventsVerdict) ?? null,
    steps: homologationSteps.map(({ number }) => judgeStep(run, number, findings)),
    findings,
    readings: judgeReadings(run),
    coverage: coverageOf(run, tested),
    procedure: procedureOf(run),
  }
}

/** At most this many requests of a run can leave at the same moment, because each is made from an earlier response. */
const MOST_AT_ONCE = 2

/**
 * Sorts exchanges by the time they were sent. If the times cannot be trusted, because all are equal or whole seconds, each
 * exchange gets the gap `times`.
 */
function sortBySentAt(exchanges: readonly Exchange[]): Exchange[] {
  const [first] = exchanges
  const isOneMoment = exchanges.every(({ sentAtMs }) => sentAtMs === first?.sentAtMs)
  // a recording of another tool may be exact to the second only and still write `.000` after it
  const isOnSecond = (exchange: Exchange) =>
    !traitsOfSource(exchange).isComplete && exchange.startedAt.endsWith('.000Z')
  const isUntimed = (isOneMoment && exchanges.length > MOST_AT_ONCE) || exchanges.every(isOnSecond)
  return exchanges
    .map((exchange): Exchange => (isUntimed ? { ...exchange, gaps: [...exchange.gaps, 'times'] } : exchange))
    .sort((a, b) => a.sentAtMs - b.sentAtMs)
}

/** The first error that is not a consequence. If both sides have errors, it is the first on the side under test. */
function causeOf(findings: readonly Finding[], { underTest }: JudgeContext): Finding | null {
  const roots = findings.filter(isRootError)
  if (underTest === 'service') return firstOf(roots)
  return firstOf(roots.filter(({ blame }) => blame === 'application')) ?? firstOf(roots)
}

/** The first of the errors. If its request shows several, it is the one of the earliest step, because the others may follow from it. */
function firstOf(roots: readonly Finding[]): Finding | null {
  const ofRequest = roots.filter(({ exchange }) => exchange === roots[0]?.exchange)
  for (const { id } of homologationSteps) {
    const ofStep = ofRequest.find(({ step }) => step === id)
    if (ofStep) return ofStep
  }
  return ofRequest[0] ?? null
}

/** True for an end that we caused ourselves (`staged`), lost requests and the daily limit: no errors, but they prevent a verdict. */
function preventsVerdict({ code }: Finding): boolean {
  return /^homologation\/(?:complete:(?:staged|lost)|limit-hit:day)$/.test(code)
}

function verdictOf(run: Trace, findings: readonly Finding[]): RunVerdict {
  const toService = run.all.filter(({ place }) => place.kind !== 'token' && place.kind !== 'elsewhere')
  // without a request, or if none reached the service, nothing was tested
  if (toService.every(neverConnected) || isCutOff(run, findings)) return 'incomplete'
  if (findings.some(({ severity }) => severity === 'error')) return 'fail'
  return run.context.ended && !findStagedEnd(run) && !findings.some(preventsVerdict) ? 'pass' : 'incomplete'
}

/** True if our own run stopped because the connection was lost and nothing had gone wrong before. */
function isCutOff({ context }: Trace, findings: readonly Finding[]): boolean {
  if (context.underTest !== 'service') return false
  const roots = findings.filter(isRootError)
  const hasStopped = findings.some(({ code }) => code === 'homologation/complete:failed')
  // the service's address, or its token address, could not be reached
  const isOfConnection = ({ code, blame }: Finding) =>
    code === 'service/answers:unreachable' || (code === 'auth/renewal:unanswered' && blame === 'environment')
  return hasStopped && roots.length > 0 && roots.every(isOfConnection)
}

function judgeStep(run: Trace, number: StepNumber, findings: readonly Finding[]): StepJudgement {
  const step = homologationStep(number)
  const requests = run.procedure.filter((placed) => placed.step === number)
  const isBroken = findings.some((finding) => finding.step === step.id && finding.severity === 'error')
  // a misshapen request does not pass the step, even if the service accepts it
  const hasSucceeded = requests.some(({ outcome, place }) => outcome === 'success' && place.kind === 'step')
  const isPassed = hasSucceeded && !isBroken
  // a lost request may have passed the step
  const isLost = run.hasLost && !isBroken && !isPassed
  const verdictIfNotPassed = isLost || requests.length === 0 ? 'not-reached' : 'fail'
  const intervals = requests.flatMap(({ exchange, before }) =>
    before ? [exchange.sentAtMs - before.exchange.sentAtMs] : [],
  )
  const [first] = requests
  const ends = requests.flatMap(({ exchange }) => exchange.respondedAtMs ?? [])
  return {
    id: step.id,
    number,
    route: routeOf(step),
    verdict: isPassed ? 'pass' : verdictIfNotPassed,
    gapMs: intervals.length === 0 ? null : roundMs(Math.min(...intervals)),
    durationMs: first && ends.length > 0 ? roundMs(Math.max(...ends) - first.exchange.sentAtMs) : null,
    exchanges: requests.map(({ exchange }) => exchange.id),
    ...(isLost && { reason: 'report.notReached.lost' }),
  }
}

/** Matches the requirements that a run's requests and responses can test, like `auth/bearer`. Other commands test the others. */
const testedByTraffic =
  /^(?:homologation|auth|request|service|envelope|data|errors|lists|limits|records|situations|categories|versioning)\//

function coverageOf(run: Trace, tested: ReadonlySet<RequirementId>): Coverage {
  const reasonOf = (id: RequirementId) => {
    if (!testedByTraffic.test(id)) return 'other-command'
    const untested = homologationRules.find((rule) => rule.id === id)?.whyUntested
    return (untested ?? unlessNotRecorded('not-exercised'))(run)
  }
  const responded = new Set(run.procedure.filter(({ exchange }) => exchange.response).map(({ step }) => step))
  const exercised = homologationSteps.filter(({ number }) => responded.has(number))
  const notExercised = homologationSteps.filter(({ number }) => !responded.has(number))
  return {
    requirements: {
      tested: requirementIds.filter((id) => tested.has(id)),
      untested: requirementIds.filter((id) => !tested.has(id)).map((id) => ({ id, reason: reasonOf(id) })),
    },
    routes: {
      exercised: exercised.map(routeOf),
      notExercised: notExercised.map((step) => ({ route: routeOf(step), reason: 'step-not-reached' })),
    },
  }
}
