import { endMs, hasEndTimes } from '../../exchange/exchange.js'
import { type StepNumber, stepNumbers } from '../../specification/homologation.js'
import { groupBy } from '../../specification/plain-object.js'
import {
  atSameExchange,
  type EarlierBreaches,
  findStrayForStep,
  firstOf,
  fromDisturbedPace,
  fromMissingScope,
  fromMixedRuns,
  fromSameInPreviousRequest,
} from '../earlier.js'
import { type Breach, type RuleNote, roundMs, rule } from '../rule.js'
import { couldKnowResponse, findBackFrom, neverConnected, type PlacedExchange, statusOf } from '../trace.js'
import { isAboutRealProduct } from './bodies.js'
import { findLastRepetition } from './confusion.js'
import { overlap } from './pace.js'

/** A request to a wrong address (a stray) only looks like a repeated step or a new beginning. */
const fromStray = atSameExchange('homologation/right-routes')

/** The five steps come in order, none is left out, and none is repeated except after a renewal or a restart. */
export const order = rule(
  'homologation/order',
  (run, note) => {
    const attempts = [...groupBy(run.procedure, ({ attempt }) => attempt).values()]
    for (const [i, steps] of attempts.entries()) {
      note.tested()
      reportRestart(steps, attempts[i - 1] ?? [], note)
      examineSequence(steps, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    needsWholeRecording: 'all',
    causes: {
      'left-out': firstOf(fromStrayForStep, fromEarlyStep, fromSameLeap),
      // a run that begins at step 3 is reported once, although steps 1 and 2 are missing
      'begun-late': firstOf(fromStrayStart, fromStrayForStep, atSameExchange('homologation/order')),
      swapped: firstOf(fromMixedRuns, atSameExchange('homologation/order:swapped')),
      repeated: firstOf(fromMixedRuns, fromStray, fromSameInPreviousRequest, fromSameHabit, fromMissingScope),
      restarted: firstOf(fromStray, fromSameInPreviousRequest, fromMissingScope),
    },
  },
)

type OrderNote = RuleNote<'homologation/order'>

/** The step that seems to be left out was sent to a wrong address. */
function fromStrayForStep({ at, values }: Breach, earlier: EarlierBreaches): Breach | null {
  if (!at) return null
  const after = at.before?.index ?? -1
  const isBetween = ({ index }: PlacedExchange) => index > after && index < at.index
  return findStrayForStep(values.left as StepNumber, earlier, isBetween)
}

/** The step that seems to be left out was sent too early, before step 1 began the attempt. */
function fromEarlyStep({ at, values }: Breach, earlier: EarlierBreaches): Breach | null {
  const early = at && findBackFrom(at, ({ step, attempt }) => step === values.left && attempt < at.attempt)
  return (
    early &&
    earlier.findLast('homologation/order:begun-late', ({ at: late }) => late?.attempt === early.attempt)
  )
}

/** If the first recognized step went to a wrong address, the missing steps before it did too. A mere closing slash explains nothing. */
function fromStrayStart(breach: Breach, earlier: EarlierBreaches): Breach | null {
  return breach.at?.place.kind === 'astray' ? fromStray(breach, earlier) : null
}

/** Steps that are left out in a row are one mistake: each follows from the one before, unless that one has a cause of its own. */
function fromSameLeap({ at, code }: Breach, earlier: EarlierBreaches): Breach | null {
  const hasOwnCause = firstOf(fromStrayForStep, fromEarlyStep)
  return earlier.findLast(code, (other) => other.at === at && hasOwnCause(other, earlier) === null)
}

/** An application that repeats each step, or step 1 several times, has one habit. */
function fromSameHabit({ step }: Breach, earlier: EarlierBreaches): Breach | null {
  const isHabit = (former: Breach) =>
    former.step !== null && (former.step + 1 === step || (step === 1 && former.step === 1))
  return findLastRepetition(earlier, isHabit)
}

/**
 * Reports an attempt that began although the limit was not hit. It is no restart if the attempt before did not begin with
 * step 1: that is reported as `begun-late`, and the application sends step 1 for the first time.
 */
function reportRestart(
  steps: readonly PlacedExchange[],
  former: readonly PlacedExchange[],
  note: OrderNote,
): void {
  const [first] = steps
  if (!first?.before || first.before.outcome === 'limit' || former[0]?.step !== 1) return
  note.breach(isMixed(former, steps) ? 'interleaved' : 'restarted', first, {
    values: { before: first.before.step },
  })
}

/**
 * Whether two runs are mixed: after another step 1, the steps that the former attempt still lacked succeed twice, once for
 * each run. It takes at least the first two of them, because a single one may be a repetition; or all, if only one is left.
 */
function isMixed(former: readonly PlacedExchange[], steps: readonly PlacedExchange[]): boolean {
  const furthest = Math.max(...former.map(({ step }) => step ?? 0))
  const lacking = stepNumbers.filter((step) => step > furthest)
  const succeeded = steps.filter(({ outcome }) => outcome === 'success')
  const isTwice = (number: StepNumber) => succeeded.filter(({ step }) => step === number).length >= 2
  const firstTwo = lacking.slice(0, 2)
  return firstTwo.length > 0 && firstTwo.every(isTwice)
}

function examineSequence(steps: readonly PlacedExchange[], note: OrderNote): void {
  let furthest = 0
  for (const [i, placed] of steps.entries()) {
    const step = placed.step as StepNumber
    const former = steps.slice(0, i)
    const last = former.at(-1)
    const same = former.findLast((other) => other.step === step)
    // the trace found that a step 1 after others is a repetition and began no new attempt
    if (last && step === 1 && isMixed(former, steps.slice(i)))
      note.breach('interleaved', placed, { values: { before: last.step } })
    else if (step > furthest + 1) reportSkipped(steps, placed, furthest, note)
    else if (last && same && !mayRepeat(placed, same, last))
      note.breach('repeated', placed, { values: { before: last.step, status: statusOf(last) } })
    furthest = Math.max(furthest, step)
  }
}

function reportSkipped(
  steps: readonly PlacedExchange[],
  placed: PlacedExchange,
  furthest: number,
  note: OrderNote,
): void {
  for (let left = furthest + 1; left < (placed.step as number); left++) {
    const later = steps.find((other) => other.step === left && other.index > placed.index)
    // the left-out step was sent before the response to this one had arrived, so only the network decided which came first
    if (later && !couldKnowResponse(later, placed)) continue
    const values = { left, before: furthest }
    if (furthest === 0) note.breach('begun-late', placed, { values })
    else if (later) note.breach('swapped', placed, { values })
    else note.breach('left-out', placed, { values })
  }
}

/** Whether a step may be sent again. `same` is the newest request of this step, `last` the newest of any step. */
function mayRepeat(placed: PlacedExchange, same: PlacedExchange, last: PlacedExchange): boolean {
  if (isAboutRealProduct(placed) || neverConnected(same)) return true
  // a refused step must be sent again, but not after later steps
  const isRetry = same.outcome === 'refused' && (last.step as number) <= (placed.step as number)
  // `homologation/limit-hit` reports this repetition
  const isAfterLimit = same === last && same.outcome === 'limit'
  // before the response arrived, the application could not know that it had to send the step again
  return (isRetry || isAfterLimit) && couldKnowResponse(placed, same)
}

/** No two requests of one run overlap. */
export const sequential = rule(
  'homologation/sequential',
  (run, note) => {
    const [first, ...others] = run.procedure.filter(({ exchange }) => hasEndTimes(exchange))
    /** The request whose response ended last so far. */
    let lastEnding = first as PlacedExchange
    for (const to of others) {
      const from = lastEnding
      if (endMs(from.exchange) <= endMs(to.exchange)) lastEnding = to
      note.tested()
      if (!overlap(run, from, to)) continue
      const early = endMs(from.exchange) - to.exchange.sentAtMs
      note.breach('overlap', to, { values: { before: from.step, earlyMs: roundMs(early) } })
    }
  },
  { causes: fromDisturbedPace },
)
