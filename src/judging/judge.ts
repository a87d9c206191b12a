/**
 * The judge of a homologation run. Pure: the same exchanges give the same judgement, live or from a file.
 *
 * Two kinds of rules speak: those that read the run as a whole (`homologation/*` and what goes with it), and the general
 * observers that judge every exchange of any traffic. Their breaches become findings, the first of which, in the order of
 * the traffic, is the cause; what could not but follow from it says so.
 */
import type { Exchange, Gap } from '../exchange/exchange.js'
import { sightOf } from '../exchange/sources.js'
import type {
  Coverage,
  Finding,
  Judgement,
  RunVerdict,
  StepJudgement,
  StepVerdict,
} from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import { homologationRules } from '../rules/homologation/index.js'
import type { ObservedBreach } from '../rules/observer.js'
import { generalObservers } from '../rules/observers.js'
import { type Breach, ms } from '../rules/rule.js'
import { type JudgeContext, type Placed, type Trace, trace } from '../rules/trace.js'
import {
  homologationStep,
  homologationSteps,
  routeOf,
  type StepNumber,
} from '../specification/homologation.js'
import { type RequirementId, requirement, requirementIds, severityOf } from '../specification/requirements.js'
import { judgeReadings } from './readings.js'
import { createWatch } from './watch.js'

export type { JudgeContext } from '../rules/trace.js'

/** Judges the exchanges of one run. */
export function judge(exchanges: readonly Exchange[], context: JudgeContext): Judgement {
  const run = trace(exchanges, context)
  const tested = new Set<RequirementId>()
  const seen = observed(run, tested)
  const breaches = [
    ...seen.filter(isOfCredentials),
    ...ruled(run, tested),
    ...seen.filter((breach) => !isOfCredentials(breach)),
  ]
  const findings = toFindings(run, breaches)
  const steps = homologationSteps.map(({ number }) => judgeStep(run, number, findings))
  return {
    verdict: verdictOf(run, findings),
    cause: causeOf(findings, context),
    steps,
    findings,
    readings: judgeReadings(exchanges, run),
    coverage: coverageOf(run, tested),
  }
}

function ruled(run: Trace, tested: Set<RequirementId>): Breach[] {
  return homologationRules.flatMap((one) => {
    const result = one.examine(run)
    if (result.tested) tested.add(one.id)
    return result.breaches
  })
}

function observed(run: Trace, tested: Set<RequirementId>): Breach[] {
  const watch = createWatch(generalObservers, run.context)
  const breaches = run.all.flatMap((placed) => {
    if (isNamedByTheRun(placed)) return []
    return watch.see(placed.exchange).map((breach) => fromObserver(breach, placed))
  })
  for (const id of watch.tested) tested.add(id)
  return breaches.filter((breach) => !isOthersAffair(breach))
}

/** Who calls comes before everything that a request asks for, and so before what the service makes of it. */
function isOfCredentials(breach: Breach): boolean {
  return breach.requirement === 'auth/bearer'
}

/** A step that lost its way is named by the rules of the run. */
function isNamedByTheRun(placed: Placed): boolean {
  return placed.place.kind === 'astray' && placed.step !== null
}

/** A step with a body where none belongs is named once, by the step's own rule. */
function isOthersAffair(breach: Breach): boolean {
  const { at, requirement: id } = breach
  if (id === 'request/content-type') return at?.step === 5 && hasBody(at)
  if (id === 'errors/shape') return at?.outcome === 'refused' || at?.outcome === 'limit'
  if (breach.code === 'versioning/unavailable:unknown-path') return at?.place.kind === 'astray'
  return false
}

function hasBody(placed: Placed): boolean {
  return (placed.exchange.request.body?.sizeBytes ?? 0) > 0
}

function fromObserver(breach: ObservedBreach, placed: Placed): Breach {
  const { step } = placed
  const route = step === null ? breach.route : routeOf(homologationStep(step))
  const { requirement: id, code, values, blame, severity } = breach
  return {
    requirement: id,
    code,
    values: { ...values, step },
    blame,
    at: placed,
    step,
    route,
    ...(severity ? { severity } : {}),
  }
}

/** In the order of the traffic; what is missing altogether comes last. Sorting is stable, so requests precede answers. */
function toFindings(run: Trace, breaches: readonly Breach[]): Finding[] {
  const ordered = [...breaches].sort((a, b) => moment(a) - moment(b) || 0)
  const made: { breach: Breach; finding: Finding }[] = []
  const seen = new Map<string, number>()
  for (const breach of ordered) {
    const bare = fingerprint([breach.code, breach.step, breach.route])
    const times = (seen.get(bare) ?? 0) + 1
    seen.set(bare, times)
    const own = times === 1 ? bare : fingerprint([breach.code, breach.step, breach.route, times])
    const root = rootOf(run, breach, made)
    made.push({ breach, finding: toFinding(breach, own, root?.finding.fingerprint ?? null) })
  }
  return made.map(({ finding }) => finding)
}

/** What came of it all stands last, whatever exchange it shows. */
function moment(breach: Breach): number {
  return isOutcome(breach) ? Number.MAX_VALUE : (breach.at?.index ?? Number.MAX_VALUE)
}

function toFinding(breach: Breach, own: string, consequenceOf: string | null): Finding {
  const { requirement: id, code, values, blame, at, step, route } = breach
  return {
    requirement: id,
    code,
    values,
    severity: breach.severity ?? severityOf(requirement(id).level),
    blame:
      blame === 'application' &&
      at &&
      sightOf(at.exchange).plays === 'client' &&
      id !== 'homologation/token-renewed'
        ? 'harness'
        : blame,
    step: step === null ? null : homologationStep(step).id,
    route,
    exchange: at?.exchange.id ?? null,
    consequenceOf,
    fingerprint: own,
  }
}

type Made = { readonly breach: Breach; readonly finding: Finding }

/** The earlier error that brought a breach about, or null where it stands on its own. */
function rootOf(run: Trace, breach: Breach, made: readonly Made[]): Made | null {
  const errors = made.filter(({ finding }) => finding.severity === 'error')
  const roots = errors.filter(({ finding }) => finding.consequenceOf === null)
  const first = roots[0] ?? null
  if (isOutcome(breach)) return first
  const { at } = breach
  if (!at) return first
  if (
    breach.code === 'homologation/token-renewed:same-token' ||
    breach.code === 'homologation/token-renewed:gave-up'
  ) {
    const own = roots.find((other) => other.breach.blame === 'application' && other.breach.at === at)
    return own ?? roots.find((other) => other.breach.requirement === 'auth/renewal') ?? null
  }
  if (followsFromRequest(breach)) {
    const own = roots.find((other) => other.breach.blame === 'application' && other.breach.at === at)
    return own ?? (run.context.underTest === 'application' ? lastRequestFault(roots, at) : withheld(roots))
  }
  return null
}

/** What step 1 or 2 did not hand out, the service may miss in the steps after. */
function withheld(roots: readonly Made[]): Made | null {
  const given: readonly RequirementId[] = [
    'homologation/hash-issued',
    'homologation/product-data',
    'homologation/product-id',
  ]
  return roots.find(({ breach }) => given.includes(breach.requirement)) ?? null
}

/** That a run did not come to its end is never a cause where there is another. */
function isOutcome({ code }: Breach): boolean {
  return (
    code === 'homologation/complete:failed' ||
    code === 'homologation/complete:stopped' ||
    code === 'homologation/complete:unmet' ||
    code === 'homologation/complete:passed-over' ||
    code === 'homologation/token-renewed:renewed-unused' ||
    code === 'homologation/limit-hit:gave-up'
  )
}

/** An error answer, or the limit, may be the service's reply to what the application did. */
function followsFromRequest({ requirement: id, code }: Breach): boolean {
  return code === 'homologation/answer-status:error' || id === 'homologation/limit-hit'
}

function lastRequestFault(roots: readonly Made[], at: Placed): Made | null {
  const earlier = roots.filter(
    ({ breach }) => breach.blame === 'application' && breach.at !== null && breach.at.index <= at.index,
  )
  return earlier.at(-1) ?? null
}

/** The first error that is no consequence; where both sides erred, the first on the side under test. */
function causeOf(findings: readonly Finding[], context: JudgeContext): Finding | null {
  const roots = findings.filter(
    ({ severity, consequenceOf }) => severity === 'error' && consequenceOf === null,
  )
  if (context.underTest === 'service') return roots[0] ?? null
  return roots.find(({ blame }) => blame === 'application') ?? roots[0] ?? null
}

function verdictOf(run: Trace, findings: readonly Finding[]): RunVerdict {
  const services = run.all.filter(({ place }) => place.kind !== 'token' && place.kind !== 'elsewhere')
  if (services.length === 0 || services.every(isUnreachable)) return 'incomplete'
  if (findings.some(({ severity }) => severity === 'error')) return 'fail'
  return run.context.ended ? 'pass' : 'incomplete'
}

function isUnreachable({ exchange }: Placed): boolean {
  const kind = exchange.failure?.kind
  return kind === 'refused' || kind === 'unresolved' || kind === 'tls'
}

function judgeStep(run: Trace, number: StepNumber, findings: readonly Finding[]): StepJudgement {
  const step = homologationStep(number)
  const placed = run.procedure.filter((one) => one.step === number)
  const broken = findings.some((finding) => finding.step === step.id && finding.severity === 'error')
  return {
    id: step.id,
    number,
    route: routeOf(step),
    verdict: stepVerdict(placed, broken),
    gapMs: smallestGap(run, placed),
    durationMs: durationOf(placed),
    exchanges: placed.map(({ exchange }) => exchange.id),
  }
}

function stepVerdict(placed: readonly Placed[], broken: boolean): StepVerdict {
  if (placed.length === 0) return 'not-reached'
  const succeeded = placed.some((one) => one.outcome === 'success' && one.place.kind === 'step')
  return succeeded && !broken ? 'pass' : 'fail'
}

function smallestGap(run: Trace, placed: readonly Placed[]): number | null {
  const gaps = placed.flatMap((one) => {
    const before = run.procedure[run.procedure.indexOf(one) - 1]
    return before ? [one.exchange.sentAtMs - before.exchange.sentAtMs] : []
  })
  return gaps.length === 0 ? null : ms(Math.min(...gaps))
}

function durationOf(placed: readonly Placed[]): number | null {
  const first = placed[0]
  const ends = placed.flatMap(({ exchange }) => exchange.answeredAtMs ?? [])
  return first && ends.length > 0 ? ms(Math.max(...ends) - first.exchange.sentAtMs) : null
}

/** The requirements that the five steps touch; what was not tested says why. */
const touched: readonly RequirementId[] = requirementIds.filter((id) =>
  /^(homologation|auth|request|service|envelope)\//.test(id),
)

function coverageOf(run: Trace, tested: ReadonlySet<RequirementId>): Coverage {
  const untested = touched.filter((id) => !tested.has(id)).map((id) => ({ id, reason: reasonFor(run, id) }))
  const isExercised = (step: StepNumber) =>
    run.procedure.some((one) => one.step === step && one.exchange.answer)
  const routes = homologationSteps.filter(({ number }) => isExercised(number)).map(routeOf)
  const rest = homologationSteps.filter(({ number }) => !isExercised(number))
  return {
    requirements: { tested: requirementIds.filter((id) => tested.has(id)), untested },
    routes: {
      exercised: routes,
      notExercised: rest.map((step) => ({ route: routeOf(step), reason: 'step-not-reached' })),
    },
  }
}

function reasonFor(run: Trace, id: RequirementId): string {
  if (id === 'homologation/limit-hit') return 'no-limit-hit'
  if (id === 'homologation/total-time' && run.profile.total.maxMs === null) return 'no-total'
  if (id === 'homologation/spacing' && run.profile.spacing.reading === 'free') return 'no-spacing'
  if (run.all.some(({ exchange }) => exchange.gaps.some(hidesContent))) return 'not-in-recording'
  if (/token|renew/.test(id)) return 'no-refusal'
  if (id === 'homologation/hash-carried') return 'no-carrier'
  return 'not-exercised'
}

/** Whole milliseconds hide nothing: what depends on them is judged with a margin. */
function hidesContent(gap: Gap): boolean {
  return gap !== 'whole-milliseconds'
}
