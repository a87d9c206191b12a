import { traitsOfSource } from '../../exchange/sources.js'
import { homologationStep, type StepNumber, stepNumbers } from '../../specification/homologation.js'
import {
  type EarlierBreaches,
  findLastStray,
  findStrayForStep,
  findTokenCause,
  firstOf,
  fromEarlier,
  hasMethodOfStep,
} from '../earlier.js'
import { type Breach, blamelessInfo, type RuleNote, rule } from '../rule.js'
import { findBackFrom, isBodyHidden, type PlacedExchange, statusOf, type Trace } from '../trace.js'
import { fromConfusion } from './confusion.js'
import { fromSameAttempt, isDayUsedUp } from './limit-hit.js'

/** All five steps succeed in one attempt. A run that stops before that breaks the requirement. */
export const complete = rule(
  'homologation/complete',
  (run, note) => {
    reportContinued(run, note)
    const last = run.procedure.at(-1)
    if (!run.context.ended || !last) return
    note.tested()
    const missing = findFirstMissing(run)
    if (missing === null) return
    const staged = findStagedEnd(run)
    const info = { ...blamelessInfo, step: missing }
    if (staged) {
      const event = staged.exchange.staged ?? null
      return note.breach('staged', staged, { ...info, values: { missing, event } })
    }
    if (run.hasLost || isEndHidden(last)) return note.breach('lost', last, { ...info, values: { missing } })
    // `homologation/limit-hit` reports it
    if (isDayUsedUp(last)) return
    if (last.outcome === 'success') return reportEarlyStop(run, last, missing, note)
    // an application that aborts its own request does not wait for the end of the response
    const wasLeft =
      last.exchange.failure?.kind === 'aborted' && traitsOfSource(last.exchange).plays !== 'client'
    const values = evidenceFor(missing, last)
    note.breach(wasLeft ? 'left' : 'failed', last, { step: missing, values })
  },
  {
    outcomes: ['failed', 'left', 'stopped', 'unmet'],
    needsWholeRecording: ['went-on', 'passed-over'],
    mayFailLaterRequests: ['went-on', 'passed-over'],
    fallbackCause: fromConfusion,
    causes: {
      'went-on': firstOf(
        fromSameAttempt('homologation/complete:went-on'),
        fromSameAttempt('homologation/limit-hit:went-on'),
      ),
      failed: fromFailures,
      left: fromFailures,
      stopped: fromResponse,
      unmet: ({ step }, earlier) =>
        earlier.findBlockerOf(step) ?? findStrayForStep(step as StepNumber, earlier),
      'passed-over': firstOf(fromTry, fromEarlier('homologation/complete:passed-over')),
    },
  },
)

/** Whether the run ends with a refused token and the recording hides the response to the renewal, so that nobody can be blamed. */
function isEndHidden({ outcome, renewals }: PlacedExchange): boolean {
  return outcome === 'refused' && renewals.some(isBodyHidden)
}

type CompleteNote = RuleNote<'homologation/complete'>

function evidenceFor(missing: StepNumber, last: PlacedExchange) {
  return { missing, method: homologationStep(missing).method, status: statusOf(last) }
}

/** Reports applications that continued with a later step after a failure. */
function reportContinued(run: Trace, note: CompleteNote): void {
  for (const failed of run.procedure) {
    const { next, step, outcome } = failed
    if (!next?.step || !step || next.step <= step) continue
    if (outcome === 'error' && !failed.done[step])
      note.breach('went-on', next, { values: { failed: step, status: statusOf(failed) } })
    const isLastTry = mustBeRepeated(failed) && findLastTry(run, step) === failed
    if (isLastTry && !findStagedEnd(run)) reportPassedOver(failed, step, note)
  }
}

function mustBeRepeated({ outcome }: PlacedExchange): boolean {
  return outcome === 'refused' || outcome === 'unanswered'
}

/** Reports a step that was not sent again, at the request that came in its place. */
function reportPassedOver(tried: PlacedExchange, missing: StepNumber, note: CompleteNote): void {
  note.breach('passed-over', tried.next, { step: missing, values: { missing, status: statusOf(tried) } })
}

/** Reports a run that ends with a success although a step is missing. */
function reportEarlyStop(run: Trace, last: PlacedExchange, missing: StepNumber, note: CompleteNote): void {
  const tried = findLastTry(run, missing)
  // `reportContinued` has reported a step that a later one followed although it had to be repeated
  const isReported = tried && mustBeRepeated(tried) && (tried.next?.step ?? 0) > missing
  if (tried && !isReported) return reportPassedOver(tried, missing, note)
  // even if steps before it were left out
  const furthest = Math.max(...run.lastAttempt.map(({ step }) => step ?? 0))
  // later steps were sent, but this one never was, or only to a wrong address
  if (!tried && furthest >= missing)
    note.breach('unmet', last, { step: missing, values: evidenceFor(missing, last) })
  const next = stepNumbers.find((step) => step > furthest)
  // without the data of step 1 or the product of step 2, an application may rightly stop
  const couldGoOn = missing > 2 || missing === next
  // a last request that was wrong itself explains the stop
  if (next && couldGoOn && last.place.kind === 'step')
    note.breach('stopped', last, { step: next, values: { ...evidenceFor(next, last), done: furthest } })
}

/** The last refusal that the harness staged, if no step succeeded after it. A staged expiry does not count: a renewal fixes it. */
export function findStagedEnd(run: Trace): PlacedExchange | null {
  const last = run.all.findLast(({ exchange: { staged } }) => staged !== undefined && staged !== 'expire')
  if (!last || findFirstMissing(run) === null) return null
  const wentOn = run.procedure.some(({ index, outcome }) => index > last.index && outcome === 'success')
  return wentOn ? null : last
}

/** An application that stops after a success found nothing usable in the responses, or sent its next request to a wrong address. */
function fromResponse({ at, values }: Breach, earlier: EarlierBreaches): Breach | null {
  const missing = values.missing as StepNumber
  // a success with another method is no attempt at the step, but ordinary work with the account's records
  const mayBeNext = (stray: PlacedExchange) =>
    stray.index > (at?.index ?? -1) && (stray.outcome !== 'success' || hasMethodOfStep(missing, stray))
  return (
    findLastStray(earlier, mayBeNext) ??
    earlier.findAt(at, { blame: ['service'] }) ??
    earlier.findPossibleCause(null, 'service')
  )
}

/** A refused step was never sent again because of its token, and any other step because of its failure. */
function fromTry({ at, step }: Breach, earlier: EarlierBreaches): Breach | null {
  const tried = findLastRequest(at?.before ?? null, step)
  if (!tried) return null
  if (tried.outcome === 'refused') {
    const isBetween = ({ index }: PlacedExchange) => index > tried.index && (at === null || index < at.index)
    // if the request in its place was meant as the same step, each of its breaches is why it does not count as that
    const filter = at?.step === step ? {} : { codes: otherRequestRequirements }
    return findTokenCause(tried, earlier) ?? earlier.findAt(at, filter) ?? findLastStray(earlier, isBetween)
  }
  const wentOn = tried.outcome === 'limit' ? earlier.findAt(at, { codes: ['homologation/limit-hit'] }) : null
  return wentOn ?? findFailureCause(tried, earlier)
}

/** A request in the place of a refused step can be out of order, or have the refused token. */
const otherRequestRequirements = ['homologation/token-renewed', 'homologation/order'] as const

/** A breach of the response is a likelier cause of a failure than a breach of the request. */
function findFailureCause(placed: PlacedExchange, earlier: EarlierBreaches): Breach | null {
  if (placed.outcome === 'refused') return findTokenCause(placed, earlier)
  return earlier.findAt(placed, { codes: responseRequirements }) ?? earlier.findAt(placed)
}

const responseRequirements = [
  'homologation/answer-status',
  'homologation/limit-hit',
  'auth/renewal',
  'service/answers',
] as const

/** The first breach in the tries of the failed step, else an earlier breach that left the step without something it needs. */
function fromFailures({ at, step }: Breach, earlier: EarlierBreaches): Breach | null {
  const last = findLastRequest(at, step)
  for (const placed of findTries(last)) {
    const found = findFailureCause(placed, earlier)
    if (found) return found
  }
  // the run ended at another step, because an earlier one had not succeeded
  const blocker = last === at ? null : earlier.findBlockerOf(step)
  if (blocker) return blocker
  // no request explains a 5xx or a missing response
  const status = at?.exchange.response?.status ?? 500
  return status < 500 ? earlier.findPossibleCause(at) : null
}

/** The newest request for a step up to `end`, if it belongs to the same attempt. */
function findLastRequest(end: PlacedExchange | null, step: StepNumber | null): PlacedExchange | null {
  const found = findBackFrom(end, (placed) => placed.step === step)
  return found?.attempt === end?.attempt ? found : null
}

/** The unsuccessful requests for the same step in a row that end with this one. */
function findTries(last: PlacedExchange | null): PlacedExchange[] {
  const tries: PlacedExchange[] = []
  let placed = last
  while (placed && placed.step === last?.step && placed.outcome !== 'success') {
    tries.unshift(placed)
    placed = placed.before
  }
  return tries
}

/** The last correctly addressed request for a step in the last attempt. */
function findLastTry(run: Trace, step: StepNumber): PlacedExchange | undefined {
  return run.lastAttempt.findLast((placed) => placed.step === step && placed.place.kind === 'step')
}

/** The first step without a success in the last attempt; null if all five succeeded. */
function findFirstMissing(run: Trace): StepNumber | null {
  const done = run.lastAttempt.filter(({ outcome, place }) => outcome === 'success' && place.kind === 'step')
  return stepNumbers.find((number) => !done.some(({ step }) => step === number)) ?? null
}
