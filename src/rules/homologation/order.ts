import { endMs, tellsEnd } from '../../exchange/exchange.js'
import { type StepNumber, stepNumbers } from '../../specification/homologation.js'
import {
  asBefore,
  atSameExchange,
  type Earlier,
  either,
  findStrayForStep,
  fromDisturbedPace,
  fromMissingScope,
  fromMixedRuns,
} from '../earlier.js'
import { type Breach, ms, type RuleNote, rule } from '../rule.js'
import { couldKnowResponse, gotNowhere, type Placed, statusOf, type Trace } from '../trace.js'
import { isOfRealRecords } from './bodies.js'
import { findLastRepetition } from './confusion.js'
import { overlap } from './pace.js'

/** A request to a wrong address that may have been a repeated step was neither a repetition nor a new beginning. */
const lostItsWay = atSameExchange('homologation/right-routes')

/** The five steps come in the given order, none left out, none twice except after a renewal or a restart. */
export const order = rule(
  'homologation/order',
  (run, note) => {
    const attempts = attemptsOf(run)
    for (const [i, steps] of attempts.entries()) {
      note.tested()
      restarted(steps, attempts[i - 1] ?? [], note)
      follow(steps, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    needsWholeRecording: 'all',
    causes: {
      'left-out': either(lostOnTheWay, sentTooEarly, inOneLeap),
      // a run that begins at step 3 has begun late once, whatever came before it
      'begun-late': either(begunElsewhere, atSameExchange('homologation/order')),
      swapped: either(fromMixedRuns, inOneLeap),
      repeated: either(fromMixedRuns, lostItsWay, asBefore, asAlways, fromMissingScope),
      restarted: either(lostItsWay, asBefore, fromMissingScope),
    },
  },
)

type OrderNote = RuleNote<'homologation/order'>

function attemptsOf({ procedure }: Trace): Placed[][] {
  const attempts: Placed[][] = []
  for (const placed of procedure) {
    if (placed.attempt === placed.before?.attempt) attempts.at(-1)?.push(placed)
    else attempts.push([placed])
  }
  return attempts
}

/** A step that went to an unrecognised address is not reported as left out as well. */
function lostOnTheWay({ at, values }: Breach, earlier: Earlier): Breach | null {
  if (!at) return null
  const after = at.before?.index ?? -1
  return findStrayForStep(
    values.left as StepNumber,
    earlier,
    ({ index }) => index > after && index < at.index,
  )
}

/** A step that came before step 1, where a run cannot begin, is not reported as left out later. */
function sentTooEarly({ at, values }: Breach, earlier: Earlier): Breach | null {
  let early = at?.before ?? null
  while (early && (early.step !== values.left || early.attempt === at?.attempt)) early = early.before
  const attempt = early?.attempt
  return earlier.findLast('homologation/order:begun-late', (late) => late.at?.attempt === attempt)
}

const cameElsewhere = either(lostOnTheWay, sentTooEarly)

/** An application that begins at the real catalogue did read there, before it could be recognised. */
function begunElsewhere(breach: Breach, earlier: Earlier): Breach | null {
  const isElsewhere = breach.at?.place.kind === 'astray'
  const own = isElsewhere ? earlier.at(breach.at, { of: ['homologation/right-routes'] }) : null
  return own ?? lostOnTheWay(breach, earlier)
}

/** Leaving out several steps in a row is one fault: the first of them that has no other cause represents the others. */
function inOneLeap({ at, code }: Breach, earlier: Earlier): Breach | null {
  return earlier.findLast(code, (one) => one.at === at && cameElsewhere(one, earlier) === null)
}

/** Sending the step before twice as well, or reading step 1 again and again, is one habit. */
function asAlways({ step }: Breach, earlier: Earlier): Breach | null {
  const isHabit = (former: Breach) =>
    former.step !== null && (former.step + 1 === step || (step === 1 && former.step === 1))
  return findLastRepetition(earlier, isHabit)
}

/** A new attempt is lawful after the limit was hit; after anything else the operation was begun twice, unless it had no beginning. */
function restarted(steps: readonly Placed[], former: readonly Placed[], note: OrderNote): void {
  const [first] = steps
  if (!first?.before || first.before.outcome === 'limit' || former[0]?.step !== 1) return
  note.breach(isMixed(former, steps) ? 'interleaved' : 'restarted', first, {
    values: { before: first.before.step },
  })
}

/** Whether steps that the former attempt still owed come amid this one: two runs are open at once. */
function isMixed(former: readonly Placed[], steps: readonly Placed[]): boolean {
  const furthest = Math.max(...former.map(({ step }) => step ?? 0))
  const owed = stepNumbers.filter((step) => step > furthest)
  const met = steps.filter(({ outcome }) => outcome === 'success')
  const twice = owed.findIndex((owes) => met.filter(({ step }) => step === owes).length < 2)
  return twice < 0 ? owed.length > 0 : twice >= FEWEST_TWICE
}

/** Two runs count as mixed only if at least this many steps come twice, because a single one may be a repetition. */
const FEWEST_TWICE = 2

function follow(steps: readonly Placed[], note: OrderNote): void {
  let last: Placed | null = null
  let furthest = 0
  const newest = new Map<StepNumber, Placed>()
  for (const [i, placed] of steps.entries()) {
    const step = placed.step as StepNumber
    const isMixedIn = last !== null && step === 1 && isMixed(steps.slice(0, i), steps.slice(i))
    if (isMixedIn) note.breach('interleaved', placed, { values: { before: last?.step ?? null } })
    else if (step > furthest + 1) skipped(steps, placed, furthest, note)
    else again(placed, last, newest.get(step), note)
    furthest = Math.max(furthest, step)
    last = placed
    newest.set(step, placed)
  }
}

function skipped(steps: readonly Placed[], placed: Placed, furthest: number, note: OrderNote): void {
  for (let left = furthest + 1; left < (placed.step as number); left++) {
    const later = steps.find((other) => other.step === left && other.index > placed.index)
    // they were under way at once, and only the network put one before the other
    if (later && !couldKnowResponse(later, placed)) continue
    const values = { left, before: furthest }
    if (furthest === 0) note.breach('begun-late', placed, { values })
    else if (later) note.breach('swapped', placed, { values })
    else note.breach('left-out', placed, { values })
  }
}

/** `former`: the newest request for the same step. A refused step remains owed until it is sent again. */
function again(placed: Placed, last: Placed | null, former: Placed | undefined, note: OrderNote): void {
  if (!last || !former || isOfRealRecords(placed) || gotNowhere(former)) return
  const isOwed =
    former.outcome === 'refused'
      ? (last.step as number) <= (placed.step as number)
      : former === last && former.outcome === 'limit'
  // an application that does not know of the refusal sends the step twice
  if (isOwed && couldKnowResponse(placed, former)) return
  note.breach('repeated', placed, { values: { before: last.step, status: statusOf(last) } })
}

/** No two requests of one run overlap. */
export const sequential = rule(
  'homologation/sequential',
  (run, note) => {
    const [first, ...others] = run.procedure.filter(({ exchange }) => tellsEnd(exchange))
    let longest = first as Placed
    for (const to of others) {
      const last = longest
      if (endMs(last.exchange) <= endMs(to.exchange)) longest = to
      note.tested()
      if (!overlap(run, last, to)) continue
      const early = endMs(last.exchange) - to.exchange.sentAtMs
      note.breach('overlap', to, { values: { before: last.step, earlyMs: ms(early) } })
    }
  },
  { causes: fromDisturbedPace },
)
