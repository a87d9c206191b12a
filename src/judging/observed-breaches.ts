import { equalJson, property, valueIn } from '../exchange/json.js'
import { traitsOfSource } from '../exchange/sources.js'
import { credentialIn } from '../rules/auth/same-origin.js'
import { firstOf, fromSameInPreviousRequest } from '../rules/earlier.js'
import type { Blame } from '../rules/finding.js'
import { isOwnFault } from '../rules/harness/own-records.js'
import { isAboutRealProduct } from '../rules/homologation/bodies.js'
import { productDataBefore, productDataIn, productIdIn } from '../rules/homologation/differences.js'
import { containsHash } from '../rules/homologation/hash-carried.js'
import { homologationRules } from '../rules/homologation/index.js'
import type { ObservedBreach } from '../rules/observer.js'
import { credentialObservers } from '../rules/observers.js'
import type { Breach, FindCause } from '../rules/rule.js'
import type { PlacedExchange, Trace } from '../rules/trace.js'
import { homologationStep, routeOf } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import { severityIn } from './watch.js'

/** A breach that an observer reported, and the place of its exchange in the run. */
export interface ObservedAt {
  readonly breach: ObservedBreach
  readonly placed: PlacedExchange
}

/**
 * Turns the breaches that observers reported into breaches of the run: each gets its step, its blame and its possible causes,
 * which an observer cannot know. Breaches that the run's own rules have reported already are left out.
 *
 * @param observed in the order in which the requests were sent
 * @param ruleBreaches the breaches that the run's own rules reported
 */
export function toRunBreaches(
  run: Trace,
  observed: readonly ObservedAt[],
  ruleBreaches: readonly Breach[],
): Breach[] {
  const isReported = reportedBy(ruleBreaches)
  const isBodyJudged = bodyJudgedBy(ruleBreaches)
  const habits = new Habits()
  const breaches: Breach[] = []
  for (const found of observed) {
    const isHabit = habits.isRepeated(found)
    if (isReported(found)) continue
    const breach = toRunBreach(run, found, isHabit)
    if (!isBodyJudged(breach, found.placed) && !isMisplacedHash(run, breach)) breaches.push(breach)
  }
  return breaches
}

/** Remembers the mistakes of each request, so that a mistake is recognised if the next request repeats it. */
class Habits {
  readonly #mistakes = new Map<PlacedExchange, Set<string>>()

  /** True if the previous request of the procedure had the same mistake. Must be called for every breach in order. */
  isRepeated({ breach: { code, blame }, placed }: ObservedAt): boolean {
    if (blame !== 'application') return false
    // a token in the address is another mistake than no token at all
    const mistake = `${code} ${credentialIn(placed.exchange.request.url)}`
    const mistakes = this.#mistakes.get(placed) ?? new Set()
    this.#mistakes.set(placed, mistakes.add(mistake))
    return placed.before !== null && (this.#mistakes.get(placed.before)?.has(mistake) ?? false)
  }
}

/** True if the requirement is about authentication. */
export function isAboutAuthentication({ requirement }: Pick<Breach, 'requirement'>): boolean {
  return credentialObservers.some(({ id }) => id === requirement)
}

/** True for a step that was sent to a wrong address, which the rules of the run report. A request about a real product is no step. */
export function isMisplacedStep(placed: PlacedExchange): boolean {
  return placed.place.kind === 'astray' && placed.step !== null && !isAboutRealProduct(placed)
}

/** Returns a test that is true if a rule of the run reported the same at the same exchange (its option `replaces`). */
function reportedBy(ruleBreaches: readonly Breach[]): (observed: ObservedAt) => boolean {
  const replaced = new Map(homologationRules.map((rule) => [rule.id, rule.replaces]))
  const reported = new Set<string>()
  for (const { at, requirement } of ruleBreaches) {
    if (at === null) continue
    for (const name of replaced.get(requirement) ?? []) reported.add(`${at.index} ${name}`)
  }
  return ({ placed: { index }, breach }) =>
    reported.has(`${index} ${breach.requirement}`) || reported.has(`${index} ${breach.code}`)
}

/**
 * Returns a test that is true for breaches of a body's schema that add nothing to what the run's own rules report. These rules
 * compare bodies with the data of step 1: a client that sends this data back is right, whatever its shape.
 */
function bodyJudgedBy(ruleBreaches: readonly Breach[]): (breach: Breach, placed: PlacedExchange) => boolean {
  const blamedSides = new Map<PlacedExchange | null, Set<Blame>>()
  for (const { at, blame, isOutcome } of ruleBreaches)
    if (!isOutcome) blamedSides.set(at, (blamedSides.get(at) ?? new Set()).add(blame))
  return ({ requirement, code, blame, severity }, placed) => {
    const isRequest = requirement === 'request/body'
    if (!isRequest && requirement !== 'data/shape') return false
    // no rule of the run looks for a key that occurs twice, or at the body of a request about a real product
    if (code === 'request/body:doubled' || isAboutRealProduct(placed)) return false
    // of an exchange in which this side made a mistake already, the schema would mostly report the same once more
    if (blamedSides.get(placed)?.has(blame)) return true
    // a field that the schema does not know (no error) may be one of the data that the recording lacks
    return isRequest && (isBodyCompared(placed) || (severity !== 'error' && lacksDataOfStepOne(placed)))
  }
}

/**
 * True if the rules of the run judge the request's body by the product's data. Steps 2 and 3 send this data. The body of a
 * refused request is judged when it is sent again.
 */
function isBodyCompared(placed: PlacedExchange): boolean {
  if (placed.step === null || placed.step === 1) return false
  return placed.outcome === 'refused' || (placed.step < 4 && productDataBefore(placed) !== null)
}

/** True if the recording lacks the data of step 1, which may have had fields that no document shows. */
function lacksDataOfStepOne({ step, done: { 1: first } }: PlacedExchange): boolean {
  return (step === 2 || step === 3) && (first?.exchange.gaps.includes('answer-bodies') ?? false)
}

/** True if an unknown query parameter holds the hash. The finding about the hash outside its header already covers it. */
function isMisplacedHash(run: Trace, { code, at, subject }: Breach): boolean {
  if (code !== 'request/query:unknown' || at === null || subject === undefined) return false
  return at.step !== null && containsHash(run, at, subject.replace(/^\?/, ''))
}

/** Requirements that a run breaks by one mistake, however many requests show it. Repetitions are further places of one finding. */
const reportedOncePerRun: ReadonlySet<RequirementId> = new Set(['auth/same-origin', 'auth/scope'])

function toRunBreach(run: Trace, { breach, placed }: ObservedAt, isHabit: boolean): Breach {
  const { requirement, code, values, blame, subject } = breach
  // a request about a real product (`PUT /produtos/7`) and the host of the service have nothing to do with the step
  const step = isAboutRealProduct(placed) || requirement === 'versioning/host' ? null : placed.step
  const ownCause = requirement === 'request/body' ? causeOfBody(placed) : causeOfMissingToken(code, placed)
  const causes = [ownCause, isHabit ? fromSameInPreviousRequest : null].filter((cause) => cause !== null)
  // later steps need the data of step 1 and the identifier of step 2, so a client that cannot use these may stop
  const isUsedLater = placed.step !== null && placed.step <= 2 && placed.outcome === 'success'
  return {
    requirement,
    code,
    values: { ...values, step },
    blame: isOwnFault(breach) && traitsOfSource(placed.exchange).plays === 'client' ? 'harness' : blame,
    severity: isSentAgain(code, placed) ? 'info' : severityIn(breach),
    at: placed,
    step,
    route: step === null ? breach.route : routeOf(homologationStep(step)),
    isOutcome: false,
    mergesRepeats: step === null || isAboutAuthentication(breach) || reportedOncePerRun.has(requirement),
    mayFail: blame === 'service' && isUsedLater ? () => isUnusable(run, placed, requirement) : null,
    findCause: causes.length === 0 ? null : firstOf(...causes),
    findFallbackCause: null,
    subject,
  }
}

/** Matches breaches of a request without a usable token. */
const withoutToken = /^auth\/bearer:(?:missing|not-bearer|no-token|placeholder|doubled)$/

/** A missing token may follow from a token in the address, or from a renewal that returned no usable token. */
function causeOfMissingToken(code: FindingCode, placed: PlacedExchange): FindCause | null {
  // a renewal is listed at the request that it follows
  const renewals = placed.before?.renewals ?? []
  const isInAddress = credentialIn(placed.exchange.request.url) !== null
  if (!withoutToken.test(code)) return null
  if (!isInAddress && renewals.length === 0) return null
  return (_breach, earlier) =>
    earlier.findAt(placed, { codes: ['auth/same-origin'] }) ??
    renewals.map((renewal) => earlier.findAt(renewal, { codes: ['auth/renewal'] })).find(Boolean) ??
    null
}

/** If the client sent back the data of step 1 as it was, a wrong body follows from what the service returned there. */
function causeOfBody({ done: { 1: first }, requestJson }: PlacedExchange): FindCause | null {
  const data = property(valueIn(first?.responseJson ?? null), 'data')
  const sent = valueIn(requestJson) ?? undefined
  if (!first || !equalJson(data ?? undefined, sent)) return null
  return (_breach, earlier) => earlier.findAt(first, { blame: ['service'] })
}

/** True if an application's request did not reach the service and was sent again. The specification demands no more. */
function isSentAgain(code: FindingCode, { exchange, step, next }: PlacedExchange): boolean {
  if (code !== 'service/answers:unreachable' || traitsOfSource(exchange).plays === 'client') return false
  return step !== null && next?.step === step
}

/** True if a response lacks the values of which later steps are made, or has wrong ones. */
function isUnusable({ profile }: Trace, placed: PlacedExchange, requirement: RequirementId): boolean {
  const { step, responseJson } = placed
  const returned = step === 1 ? productDataIn(placed) : productIdIn(responseJson, profile)
  return returned === null || requirement.startsWith('data/')
}
