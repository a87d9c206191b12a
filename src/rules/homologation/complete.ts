import { sightOf } from '../../exchange/sources.js'
import { homologationStep, type StepNumber, stepNumbers } from '../../specification/homologation.js'
import type { RequirementId } from '../../specification/requirements.js'
import {
  type Earlier,
  either,
  findLastStray,
  findStrayForStep,
  findTokenCause,
  fromEarlier,
  hasMethodOfStep,
} from '../earlier.js'
import { type Breach, blamelessInfo, type RuleNote, rule } from '../rule.js'
import { isBodyHidden, type Placed, statusOf, type Trace } from '../trace.js'
import { fromConfusion } from './confusion.js'
import { isDayUsedUp } from './limit-hit.js'

/** All five steps succeed in one run; a run that begins and stops midway breaks it. */
export const complete = rule(
  'homologation/complete',
  (run, note) => {
    const told = goneOn(run, note)
    const last = run.procedure.at(-1)
    if (!run.context.ended || !last) return
    note.tested()
    const missing = firstUnreached(run)
    if (missing === null) return
    const staged = stagedEnd(run)
    const seen = { ...blamelessInfo, step: missing }
    if (staged) {
      const event = staged.exchange.staged ?? null
      return note.breach('staged', staged, { ...seen, values: { missing, event } })
    }
    if (run.hasLost || isEndHidden(last)) return note.breach('lost', last, { ...seen, values: { missing } })
    if (isDayUsedUp(last)) return
    const values = valuesOf(missing, last)
    // its sender did not wait for the end of the response
    const wasLeft = last.exchange.failure?.kind === 'aborted' && sightOf(last.exchange).plays !== 'client'
    if (last.outcome !== 'success')
      return note.breach(wasLeft ? 'left' : 'failed', last, { step: missing, values })
    const tried = lastTry(run, missing)
    const ofAttempt = run.procedure.filter(({ attempt }) => attempt === run.attempts)
    // the furthest step of the last attempt, even if it left out steps before it
    const furthest = Math.max(...ofAttempt.map(({ step }) => step ?? 0))
    if (tried && !told.has(tried)) return passedOver(tried, missing, note)
    if (!tried && furthest >= missing) note.breach('unmet', last, { step: missing, values })
    const next = stepNumbers.find((step) => step > furthest)
    // who lacks what steps 1 and 2 give, or was wrong in the last request, may have found nothing to go on with
    if (next && last.place.kind === 'step' && (missing > 2 || missing === next))
      note.breach('stopped', last, { step: next, values: { ...valuesOf(next, last), done: furthest } })
  },
  {
    outcomes: ['failed', 'left', 'stopped', 'unmet'],
    needsWholeRecording: ['went-on', 'passed-over'],
    mayFailLaterRequests: ['went-on', 'passed-over'],
    fallbackCause: fromConfusion,
    causes: {
      'went-on': fromHabit,
      failed: fromFailures,
      left: fromFailures,
      stopped: fromResponse,
      unmet: ({ step }, earlier) =>
        earlier.findBlockerOf(step) ?? findStrayForStep(step as StepNumber, earlier),
      'passed-over': either(fromTry, fromEarlier('homologation/complete:passed-over')),
    },
  },
)

/** A refused token ends the run, and the recording does not show what its renewal brought, so that nobody can be blamed. */
function isEndHidden({ outcome, renewals }: Placed): boolean {
  return outcome === 'refused' && renewals.some(isBodyHidden)
}

type CompleteNote = RuleNote<'homologation/complete'>

function valuesOf(missing: StepNumber, last: Placed) {
  return { missing, method: homologationStep(missing).method, status: statusOf(last) }
}

/** Reports applications that continued after a failure. Returns the refused steps that were never sent again. */
function goneOn(run: Trace, note: CompleteNote): ReadonlySet<Placed> {
  const passed = new Set<Placed>()
  for (const failed of run.procedure) {
    const { next, step, outcome } = failed
    if (!next?.step || !step || next.step <= step) continue
    if (outcome === 'error' && !failed.done[step])
      note.breach('went-on', next, { values: { failed: step, status: statusOf(failed) } })
    // whether the step was met is unknown if its token was refused, or its response never came
    const isOwed = outcome === 'refused' || outcome === 'unanswered'
    if (!isOwed || lastTry(run, step) !== failed || stagedEnd(run)) continue
    passedOver(failed, step, note)
    passed.add(failed)
  }
  return passed
}

/** Told at the request that came in place of the step, before what its response says of it. */
function passedOver(tried: Placed, missing: StepNumber, note: CompleteNote): void {
  note.breach('passed-over', tried.next, { step: missing, values: { missing, status: statusOf(tried) } })
}

/** The last refusal that the harness itself caused, if no step succeeded after it. A renewal fixes an expiry. */
export function stagedEnd(run: Trace): Placed | null {
  const last = run.all.findLast(({ exchange: { staged } }) => staged !== undefined && staged !== 'expire')
  if (!last || firstUnreached(run) === null) return null
  return run.procedure.some((placed) => placed.index > last.index && placed.outcome === 'success')
    ? null
    : last
}

/** An application that stops after a success found nothing usable in the responses, or went astray. */
function fromResponse({ at, values }: Breach, earlier: Earlier): Breach | null {
  const missing = values.missing as StepNumber
  const lost = findLastStray(
    earlier,
    (stray) =>
      stray.index > (at?.index ?? -1) && (stray.outcome !== 'success' || hasMethodOfStep(missing, stray)),
  )
  return lost ?? earlier.at(at, { blame: ['service'] }) ?? earlier.findLasting(null, 'service')
}

/** An application that continues after one failure ignores responses. Doing so again is not a second fault. */
function fromHabit({ at }: Breach, earlier: Earlier): Breach | null {
  const habits = ['homologation/complete:went-on', 'homologation/limit-hit:went-on'] as const
  const found = habits.map((code) => earlier.findLast(code, (before) => before.at?.attempt === at?.attempt))
  return found.find((one) => one !== null) ?? null
}

/** A refused step that is never sent again follows from the token only; a failed step from its failure. */
function fromTry({ at, step }: Breach, earlier: Earlier): Breach | null {
  const tried = lastOf(at?.before ?? null, step)
  if (!tried) return null
  if (tried.outcome === 'refused') {
    const inItsPlace = at?.step === step ? earlier.at(at) : earlier.at(at, { of: ofAnother })
    return findTokenCause(tried, earlier) ?? inItsPlace ?? findLastStray(earlier, isBetween(tried, at))
  }
  const wentOn = tried.outcome === 'limit' ? earlier.at(at, { of: ['homologation/limit-hit'] }) : null
  return wentOn ?? failureAt(tried, earlier)
}

/** Broken by the request that came in place of a refused step: it is out of order, or carries the same token. */
const ofAnother: readonly RequirementId[] = ['homologation/token-renewed', 'homologation/order']

function isBetween({ index: from }: Placed, to: Placed | null): (one: Placed) => boolean {
  return ({ index }) => index > from && (to === null || index < to.index)
}

/** Breaches of the response come before breaches of the request, because the request may not have caused the failure. */
function failureAt(placed: Placed, earlier: Earlier): Breach | null {
  if (placed.outcome === 'refused') return findTokenCause(placed, earlier)
  return earlier.at(placed, { of: ofResponses }) ?? earlier.at(placed)
}

const ofResponses: readonly RequirementId[] = [
  'homologation/answer-status',
  'homologation/limit-hit',
  'auth/renewal',
  'service/answers',
]

/** The first breach that made the unmet step fail, else the breach that deprived it of something it needs. */
function fromFailures({ at, step }: Breach, earlier: Earlier): Breach | null {
  const last = lastOf(at, step)
  for (const placed of triesOf(last)) {
    const found = failureAt(placed, earlier)
    if (found) return found
  }
  const unmet = last === at ? null : earlier.findBlockerOf(step)
  return unmet ?? ((at?.exchange.response?.status ?? 500) < 500 ? earlier.findLasting(at) : null)
}

/** The newest request for a step, in the attempt of this one and no later than it. */
function lastOf(end: Placed | null, step: StepNumber | null): Placed | null {
  let placed = end
  while (placed && placed.step !== step) placed = placed.before
  return placed?.attempt === end?.attempt ? placed : null
}

/** The requests of one step, one after the other, that end with this one. */
function triesOf(last: Placed | null): Placed[] {
  const tries: Placed[] = []
  let placed = last
  while (placed && placed.step === last?.step && placed.outcome !== 'success') {
    tries.unshift(placed)
    placed = placed.before
  }
  return tries
}

/** The last request that had the form of a step, in the last attempt. */
function lastTry(run: Trace, step: StepNumber): Placed | undefined {
  return run.procedure.findLast(
    (placed) => placed.attempt === run.attempts && placed.step === step && placed.place.kind === 'step',
  )
}

/** The first step without a success in the last attempt, or null where all five succeeded. */
function firstUnreached(run: Trace): StepNumber | null {
  const done = run.procedure.filter(
    ({ attempt, outcome, place }) =>
      attempt === run.attempts && outcome === 'success' && place.kind === 'step',
  )
  return stepNumbers.find((number) => !done.some(({ step }) => step === number)) ?? null
}
