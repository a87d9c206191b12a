import { homologationStep, type StepNumber, stepNumbers } from '../../specification/homologation.js'
import type { RequirementId } from '../../specification/requirements.js'
import { type Earlier, lostToken } from '../earlier.js'
import { type Breach, rule } from '../rule.js'
import { type Placed, statusOf, type Trace } from '../trace.js'

/** All five steps succeed in one run; a run that begins and stops midway breaks it. */
export const complete = rule(
  'homologation/complete',
  (run, note) => {
    for (const failed of run.procedure.filter(({ outcome }) => outcome === 'error')) {
      const { next } = failed
      if (next?.step && failed.step && next.step > failed.step) {
        note.breach('went-on', next, {
          values: { failed: failed.step, status: statusOf(failed) },
        })
      }
    }
    const last = run.procedure.at(-1)
    if (!run.context.ended || !last) return
    note.tested()
    const missing = firstUnreached(run)
    if (missing === null) return
    const staged = stagedEnd(run)
    if (staged) {
      const event = staged.exchange.staged ?? null
      const options = { step: missing, severity: 'info', blame: 'environment' } as const
      return note.breach('staged', staged, { ...options, values: { missing, event } })
    }
    if (run.hasLost) {
      const options = { step: missing, severity: 'info', blame: 'environment' } as const
      return note.breach('lost', last, { ...options, values: { missing } })
    }
    const values = {
      missing,
      method: homologationStep(missing).method,
      status: statusOf(last),
    }
    const tried = lastTry(run, missing)
    if (last.outcome !== 'success') note.breach('failed', last, { step: missing, values })
    else if (tried)
      note.breach('passed-over', tried, {
        values: { ...values, status: statusOf(tried) },
      })
    else if ((last.step ?? 0) >= missing) note.breach('unmet', last, { step: missing, values })
    else note.breach('stopped', last, { values: { ...values, done: missing - 1 } })
  },
  {
    outcomes: ['failed', 'stopped', 'unmet', 'passed-over'],
    absences: ['went-on'],
    lasting: ['went-on'],
    follows: {
      failed: fromFailures,
      stopped: fromAnswer,
      unmet: ({ step }, earlier) => earlier.unmet(step) ?? earlier.last('homologation/right-routes'),
      'passed-over': fromTry,
    },
  },
)

/**
 * What the harness itself ended the run by: the last refusal that it brought about, where no step succeeded after it. An expiry is
 * none, for a renewal mends it.
 */
export function stagedEnd(run: Trace): Placed | null {
  const last = run.all.findLast(({ exchange: { staged } }) => staged !== undefined && staged !== 'expire')
  if (!last || firstUnreached(run) === null) return null
  return run.procedure.some((placed) => placed.index > last.index && placed.outcome === 'success')
    ? null
    : last
}

/** Who stops after a success found nothing in the answers to go on with, or went on where nobody could tell. */
function fromAnswer({ at }: Breach, earlier: Earlier): Breach | null {
  const lost = earlier.last('homologation/right-routes')
  if (lost?.at && at && lost.at.index > at.index) return lost
  return earlier.at(at, { blame: ['service'] }) ?? earlier.lasting('service')
}

/** A refused step that is never sent again is a matter of the token alone; a failed one, of what failed it. */
function fromTry({ at }: Breach, earlier: Earlier): Breach | null {
  const wentOn = at?.outcome === 'limit' ? earlier.at(at.next, { of: ['homologation/limit-hit'] }) : null
  return wentOn ?? (at && failureAt(at, earlier))
}

/** What is said of the answer comes before what is said of the request, which need not have brought it about. */
function failureAt(placed: Placed, earlier: Earlier): Breach | null {
  if (placed.outcome === 'refused') return lostToken(placed, earlier)
  return earlier.at(placed, { of: ofAnswers }) ?? earlier.at(placed)
}

const ofAnswers: readonly RequirementId[] = [
  'homologation/answer-status',
  'homologation/limit-hit',
  'auth/renewal',
  'service/answers',
]

/** What first failed the step that the run ended at; where nothing did there, what it never could have done without. */
function fromFailures({ at }: Breach, earlier: Earlier): Breach | null {
  for (const placed of triesOf(at)) {
    const found = failureAt(placed, earlier)
    if (found) return found
  }
  return (at?.exchange.answer?.status ?? 500) < 500 ? earlier.lasting() : null
}

/** The requests of one step, one after the other, that end with this one. */
function triesOf(last: Placed | null): Placed[] {
  const tries: Placed[] = []
  for (
    let placed = last;
    placed && placed.step === last?.step && placed.outcome !== 'success';
    placed = placed.before
  )
    tries.push(placed)
  return tries.reverse()
}

/** The last request that had the form of a step, in the last attempt. */
function lastTry(run: Trace, step: StepNumber): Placed | undefined {
  return run.procedure.findLast(
    (placed) => placed.attempt === run.attempts && placed.step === step && placed.place.kind === 'step',
  )
}

/** The first step without a success in the last attempt, or null where all five succeeded. */
function firstUnreached(run: Trace): StepNumber | null {
  const done = new Set(
    run.procedure
      .filter((placed) => placed.attempt === run.attempts && succeeded(placed))
      .map((placed) => placed.step),
  )
  return stepNumbers.find((step) => !done.has(step)) ?? null
}

function succeeded(placed: Placed): boolean {
  return placed.outcome === 'success' && placed.place.kind === 'step'
}
