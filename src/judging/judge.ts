/**
 * The judge of a homologation run. Pure: the same exchanges give the same judgement, live or from a file.
 *
 * Two kinds of rules speak: those that read the run as a whole (`homologation/*` and what goes with it), and the general
 * observers that judge every exchange of any traffic. Their breaches become findings, the first of which, in the order of
 * the traffic, is the cause; what could not but follow from it says so.
 */

import type { Exchange } from '../exchange/exchange.js'
import { equalJson, property, valueIn } from '../exchange/json.js'
import { sightOf } from '../exchange/sources.js'
import { credentialIn } from '../rules/auth/same-origin.js'
import type { JudgeContext } from '../rules/context.js'
import { asBefore, either } from '../rules/earlier.js'
import {
  type Blame,
  type Coverage,
  type Finding,
  isRootError,
  type Judgement,
  type RunVerdict,
  type StepJudgement,
} from '../rules/finding.js'
import { isOwnFault } from '../rules/harness/own-records.js'
import { isOfRealRecords } from '../rules/homologation/bodies.js'
import { stagedEnd } from '../rules/homologation/complete.js'
import { productDataBefore, productDataIn, productIdIn } from '../rules/homologation/differences.js'
import { holdsHash } from '../rules/homologation/hash-carried.js'
import { homologationRules } from '../rules/homologation/index.js'
import type { ObservedBreach } from '../rules/observer.js'
import { credentialObservers, generalObservers } from '../rules/observers.js'
import { procedureOf } from '../rules/procedure.js'
import { type Breach, type Follows, ms, unlessHidden } from '../rules/rule.js'
import { gotNowhere, type Placed, Trace } from '../rules/trace.js'
import {
  homologationStep,
  homologationSteps,
  routeOf,
  type StepNumber,
} from '../specification/homologation.js'
import { type RequirementId, requirementIds } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import { toFindings } from './causes.js'
import { judgeReadings } from './readings.js'
import { foldWalls, severityIn } from './together.js'
import { Watch } from './watch.js'

export function judge(exchanges: readonly Exchange[], context: JudgeContext): Judgement {
  const run = new Trace(context)
  const watch = new Watch(generalObservers, context)
  const habits = new Habits()
  const observed = inOrder(exchanges).flatMap((exchange) => {
    const at = run.add(exchange)
    // wherever a step came to, it is asked who calls
    const breaches = isNamedByTheRun(at) ? watch.seeSender(exchange) : watch.see(exchange)
    return breaches.map((breach) => ({ breach, at, isAgain: habits.isAgain(breach, at) }))
  })
  const tested = new Set(watch.tested)
  const ruled = homologationRules.flatMap((one) => {
    const result = one.examine(run)
    if (result.tested) tested.add(one.id)
    return result.breaches
  })
  const isTold = toldBy(ruled)
  const isShown = shownByRun(ruled)
  const seen = observed
    .filter((one) => !isTold(one))
    .map((one) => fromObserver(run, one))
    .filter((breach) => !isShown(breach) && !isHashsPlace(run, breach))
  const findings = foldWalls(
    toFindings([...seen.filter(asksWho), ...ruled, ...seen.filter((one) => !asksWho(one))]),
  )
  return {
    verdict: verdictOf(run, findings),
    cause: causeOf(findings, run.context) ?? findings.find(isOpenEnd) ?? null,
    steps: homologationSteps.map(({ number }) => judgeStep(run, number, findings)),
    findings,
    readings: judgeReadings(run),
    coverage: coverageOf(run, tested),
    procedure: procedureOf(run),
  }
}

/** At most this many requests of a run can leave at the same moment, because each is made from an earlier response. */
const MOST_AT_ONCE = 2

/** In the order in which they were sent. Times that are all equal, or whole seconds, are dropped. */
function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  const [first] = exchanges
  const isOneMoment = exchanges.every(({ sentAtMs }) => sentAtMs === first?.sentAtMs)
  // a recording of another tool may be exact to the second only and still write `.000` after it
  const isOnSecond = (one: Exchange) => !sightOf(one).isWhole && one.startedAt.endsWith('.000Z')
  const isUntimed = (isOneMoment && exchanges.length > MOST_AT_ONCE) || exchanges.every(isOnSecond)
  return exchanges
    .map((one): Exchange => (isUntimed ? { ...one, gaps: [...one.gaps, 'times'] } : one))
    .sort((a, b) => a.sentAtMs - b.sentAtMs)
}

interface Observed {
  readonly breach: ObservedBreach
  readonly at: Placed
  /** Whether its sender did the same in the request of the procedure before. */
  readonly isAgain: boolean
}

/** Collects the application's behaviour that was seen in each request. */
class Habits {
  readonly #seen = new Map<Placed, Set<string>>()

  /** Whether it did so in the request before; notes that it does now. A token in the address is another way to lack its header. */
  isAgain({ code, blame }: ObservedBreach, at: Placed): boolean {
    if (blame !== 'application') return false
    const habit = `${code} ${credentialIn(at.exchange.request.url)}`
    this.#seen.set(at, (this.#seen.get(at) ?? new Set()).add(habit))
    return at.before !== null && (this.#seen.get(at.before)?.has(habit) ?? false)
  }
}

/** True if the requirement is about authentication, which comes before everything else in a request. */
function asksWho({ requirement: id }: Pick<Breach, 'requirement'>): boolean {
  return credentialObservers.some((one) => one.id === id)
}

/** Whether a rule of the run has reported at the exchange what an observer would say again. */
function toldBy(breaches: readonly Breach[]): (observed: Observed) => boolean {
  const tells = new Map(homologationRules.map((one) => [one.id, one.tells]))
  const said = new Set(
    breaches.flatMap(({ at, requirement }) =>
      at === null ? [] : (tells.get(requirement) ?? []).map((id) => `${at.index} ${id}`),
    ),
  )
  return ({ at, breach }) =>
    said.has(`${at.index} ${breach.requirement}`) || said.has(`${at.index} ${breach.code}`)
}

/**
 * Rules of the run compare bodies with the data of step 1, which says more than a schema: a client that sends this
 * data back does as it should, whatever the shape. The content of a refused request is sent again and judged then.
 */
function shownByRun(ruled: readonly Breach[]): (breach: Breach) => boolean {
  const blamed = new Map<Placed | null, Set<Blame>>()
  for (const { at, blame, isOutcome } of ruled)
    if (!isOutcome) blamed.set(at, (blamed.get(at) ?? new Set()).add(blame))
  return ({ at, requirement: id, code, blame, severity }) => {
    if (code === 'request/body:doubled') return false
    if ((id !== 'request/body' && id !== 'data/shape') || (at !== null && isOfRealRecords(at))) return false
    if (blamed.get(at)?.has(blame)) return true
    if (id !== 'request/body' || at === null) return false
    return isCompared(at) || (severity !== 'error' && wasGivenUnseen(at))
  }
}

/** True if an unknown parameter holds the hash. The finding about the hash's place already covers it. */
function isHashsPlace(run: Trace, { code, at, subject }: Breach): boolean {
  if (code !== 'request/query:unknown' || at === null || subject === undefined) return false
  return at.step !== null && holdsHash(run, at, subject.replace(/^\?/, ''))
}

/** Whether a body of the procedure is compared with the product's data: now, or when the request is sent again. */
function isCompared(placed: Placed): boolean {
  if (placed.step === null || placed.step === 1) return false
  return placed.outcome === 'refused' || (placed.step < 4 && productDataBefore(placed) !== null)
}

/** The recording lacks what step 1 handed out, which may well have had what no document shows. */
function wasGivenUnseen({ step, done: { 1: first } }: Placed): boolean {
  return (step === 2 || step === 3) && (first?.exchange.gaps.includes('answer-bodies') ?? false)
}

/** A step that lost its way is named by the rules of the run. */
function isNamedByTheRun(placed: Placed): boolean {
  return placed.place.kind === 'astray' && placed.step !== null && !isOfRealRecords(placed)
}

/** A placeholder for the token follows from the client's own mistake, or from a renewal that brought no usable token. */
function fromSender(code: FindingCode, placed: Placed): Follows | null {
  const renewals = placed.before?.renewals ?? []
  const isElsewhere = credentialIn(placed.exchange.request.url) !== null
  if (!tokenless.test(code) || (!isElsewhere && renewals.length === 0)) return null
  return (_breach, earlier) =>
    earlier.at(placed, { of: ['auth/same-origin'] }) ??
    renewals.map((renewal) => earlier.at(renewal, { of: ['auth/renewal'] })).find(Boolean) ??
    null
}

/** A client that sends back the data of step 1, or nothing where that had none, does as it should. */
function fromData({ done: { 1: first }, requestJson }: Placed): Follows | null {
  const data = property(valueIn(first?.responseJson ?? null), 'data')
  const sent = valueIn(requestJson) ?? undefined
  if (!first || !equalJson(data ?? undefined, sent)) return null
  return (_breach, earlier) => earlier.at(first, { blame: ['service'] })
}

const tokenless = /^auth\/bearer:(?:missing|not-bearer|no-token|placeholder|doubled)$/

function fromObserver(run: Trace, observed: Observed): Breach {
  const { breach, at: placed, isAgain } = observed
  const { requirement: id, code, values, blame, subject } = breach
  const step = isOfRealRecords(placed) || id === 'versioning/host' ? null : placed.step
  const own = id === 'request/body' ? fromData(placed) : fromSender(code, placed)
  const causes = [own, isAgain ? asBefore : null].filter((cause) => cause !== null)
  // later steps are made of the responses to steps 1 and 2: who cannot read these may stop
  const isRead = placed.step !== null && placed.step <= 2 && placed.outcome === 'success'
  return {
    requirement: id,
    code,
    values: { ...values, step },
    blame: isOwnFault(breach) && sightOf(placed.exchange).plays === 'client' ? 'harness' : blame,
    severity: isMadeGood(code, placed) ? 'info' : severityIn(breach),
    at: placed,
    step,
    route: step === null ? breach.route : routeOf(homologationStep(step)),
    isOutcome: false,
    isOnce: step === null || asksWho(breach) || toldOnce.has(id),
    mayFail: blame === 'service' && isRead ? () => isSpoilt(run, placed, id) : null,
    follows: causes.length === 0 ? null : either(...causes),
    confusedBy: null,
    subject,
  }
}

const toldOnce: ReadonlySet<RequirementId> = new Set(['auth/same-origin', 'auth/scope'])

/** A step of an application's that never left, and was sent once more: the specification says nothing of networks. */
function isMadeGood(code: FindingCode, { exchange, step, next }: Placed): boolean {
  if (code !== 'service/answers:unreachable' || sightOf(exchange).plays === 'client') return false
  return step !== null && next?.step === step
}

/** Whether a response gives later steps nothing, or wrong values, to be made of. */
function isSpoilt({ profile }: Trace, placed: Placed, id: RequirementId): boolean {
  const { step, responseJson } = placed
  const given = step === 1 ? productDataIn(placed) : productIdIn(responseJson, profile)
  return given === null || id.startsWith('data/')
}

/** The first error that is not a consequence. If both sides have errors, it is the first on the side under test. */
function causeOf(findings: readonly Finding[], context: JudgeContext): Finding | null {
  const roots = findings.filter(isRootError)
  if (context.underTest === 'service') return firstOf(roots)
  return firstOf(roots.filter(({ blame }) => blame === 'application')) ?? firstOf(roots)
}

/** One request may show its own error and one that an earlier step caused by omission: that goes first. */
function firstOf(roots: readonly Finding[]): Finding | null {
  const shown = roots.filter(({ exchange }) => exchange === roots[0]?.exchange)
  const ofSteps = homologationSteps.flatMap(({ id }) => shown.find(({ step }) => step === id) ?? [])
  return ofSteps[0] ?? shown[0] ?? null
}

/** No error, but it can be the only reason why a run has no verdict. */
function isOpenEnd({ code }: Finding): boolean {
  return /^homologation\/(?:complete:(?:staged|lost)|limit-hit:day)$/.test(code)
}

function verdictOf(run: Trace, findings: readonly Finding[]): RunVerdict {
  const services = run.all.filter(({ place }) => place.kind !== 'token' && place.kind !== 'elsewhere')
  if (services.every(gotNowhere) || isCutOff(run, findings)) return 'incomplete'
  if (findings.some(({ severity }) => severity === 'error')) return 'fail'
  return run.context.ended && !stagedEnd(run) && !findings.some(isOpenEnd) ? 'pass' : 'incomplete'
}

/** True if our own run stopped because the connection was lost and nothing had gone wrong before. */
function isCutOff({ context }: Trace, findings: readonly Finding[]): boolean {
  if (context.underTest !== 'service') return false
  const roots = findings.filter(isRootError)
  const isOver = findings.some(({ code }) => code === 'homologation/complete:failed')
  // the service's address, or its token address, could not be reached
  const isOfConnection = ({ code, blame }: Finding) =>
    code === 'service/answers:unreachable' || (code === 'auth/renewal:unanswered' && blame === 'environment')
  return isOver && roots.length > 0 && roots.every(isOfConnection)
}

function judgeStep(run: Trace, number: StepNumber, findings: readonly Finding[]): StepJudgement {
  const step = homologationStep(number)
  const placed = run.procedure.filter((one) => one.step === number)
  const isBroken = findings.some((finding) => finding.step === step.id && finding.severity === 'error')
  const isMet =
    !isBroken && placed.some(({ outcome, place }) => outcome === 'success' && place.kind === 'step')
  const isLost = run.hasLost && !isBroken && !isMet
  const gaps = placed.flatMap(({ exchange, before }) =>
    before ? [exchange.sentAtMs - before.exchange.sentAtMs] : [],
  )
  const [first] = placed
  const ends = placed.flatMap(({ exchange }) => exchange.respondedAtMs ?? [])
  return {
    id: step.id,
    number,
    route: routeOf(step),
    verdict: isMet ? 'pass' : isLost || placed.length === 0 ? 'not-reached' : 'fail',
    gapMs: gaps.length === 0 ? null : ms(Math.min(...gaps)),
    durationMs: first && ends.length > 0 ? ms(Math.max(...ends) - first.exchange.sentAtMs) : null,
    exchanges: placed.map(({ exchange }) => exchange.id),
    ...(isLost && { reason: 'report.notReached.lost' }),
  }
}

/** The requirements that traffic of the service can put to the test; the others are the business of other commands. */
const ofTraffic =
  /^(?:homologation|auth|request|service|envelope|data|errors|lists|limits|records|situations|categories|versioning)\//

function coverageOf(run: Trace, tested: ReadonlySet<RequirementId>): Coverage {
  const untested = requirementIds.filter((id) => !tested.has(id))
  const reasonOf = (id: RequirementId) => {
    if (!ofTraffic.test(id)) return 'other-command'
    const { untested: whyNot } = homologationRules.find((one) => one.id === id) ?? {}
    return (whyNot ?? unlessHidden('not-exercised'))(run)
  }
  const responded = new Set(run.procedure.filter(({ exchange }) => exchange.response).map(({ step }) => step))
  const rest = homologationSteps.filter(({ number }) => !responded.has(number))
  return {
    requirements: {
      tested: requirementIds.filter((id) => tested.has(id)),
      untested: untested.map((id) => ({ id, reason: reasonOf(id) })),
    },
    routes: {
      exercised: homologationSteps.filter(({ number }) => responded.has(number)).map(routeOf),
      notExercised: rest.map((step) => ({ route: routeOf(step), reason: 'step-not-reached' })),
    },
  }
}
