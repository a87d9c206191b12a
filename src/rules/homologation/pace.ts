import { endMs, hasEndTimes } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import type { Profile } from '../../specification/profile.js'
import { type EarlierBreaches, firstOf, fromDisturbedPace, fromMixedRuns } from '../earlier.js'
import { type Breach, roundMs, rule, unlessNotRecorded } from '../rule.js'
import { neverConnected, overlapSlackMs, type PlacedExchange, slackMs, type Trace } from '../trace.js'
import { findLastRepetition } from './confusion.js'

/** The readings that limit an interval. Under `free` there is nothing to measure. */
export type SpacingReading = Exclude<Profile['spacing']['reading'], 'free'>

/** `gapMs` is the time from request to request, `pauseMs` from the end of the response to the next request. */
export interface Interval {
  readonly from: PlacedExchange
  readonly to: PlacedExchange
  readonly gapMs: number
  readonly pauseMs: number
  /** Milliseconds to spare under the reading; negative if the limit was exceeded. */
  readonly marginMs: number
}

/** Requests keep the interval of two seconds, under the profile's reading of the clause. */
export const spacing = rule(
  'homologation/spacing',
  (run, note) => {
    const { reading, intervalMs } = run.profile.spacing
    if (reading === 'free') return
    for (const interval of findIntervals(run, reading)) {
      note.tested()
      if (isKept(run, interval)) continue
      const { from, to, gapMs, pauseMs, marginMs } = interval
      const measured = { gapMs: roundMs(gapMs), pauseMs: roundMs(pauseMs), overMs: roundMs(-marginMs) }
      const values = { before: from.step, intervalMs, ...measured }
      note.breach(reading === 'at-least' ? 'too-close' : 'too-far', to, { values })
    }
  },
  {
    needsWholeRecording: ['too-far'],
    causes: { 'too-close': fromDisturbedPace, 'too-far': firstOf(fromDisturbedPace, fromStrayStep) },
    whyUntested: (run) =>
      run.profile.spacing.reading === 'free' ? 'no-spacing' : unlessNotRecorded('not-exercised')(run),
  },
)

/** A step at a wrong address does not count, so the request after it seems late, although it kept its interval from that step. */
function fromStrayStep({ at, values }: Breach, earlier: EarlierBreaches): Breach | null {
  if (!at?.before) return null
  const pauseMs = at.exchange.sentAtMs - endMs(at.before.exchange)
  if (pauseMs > Number(values.intervalMs)) return null
  return earlier.findAt(at.before, { codes: ['homologation/right-routes', 'auth/same-origin:foreign'] })
}

/**
 * The intervals of the last attempt, between requests that the service received as steps (or as renewals, if the profile
 * counts these). `homologation/sequential` reports requests that overlap.
 */
export function findIntervals(run: Trace, reading: SpacingReading): Interval[] {
  const { countsRenewal, intervalMs } = run.profile.spacing
  const countedKinds = ['step', 'misshapen', ...(countsRenewal ? ['token'] : [])]
  const counted = run.all.filter(
    (placed) =>
      placed.attempt === run.attempts && !neverConnected(placed) && countedKinds.includes(placed.place.kind),
  )
  return counted.slice(1).flatMap((to, i) => {
    const from = counted[i] as PlacedExchange
    if (to.exchange.gaps.includes('times') || overlap(run, from, to)) return []
    // a pause is measured from the end of the response
    if (reading === 'at-most' && !hasEndTimes(from.exchange)) return []
    const gapMs = to.exchange.sentAtMs - from.exchange.sentAtMs
    const pauseMs = to.exchange.sentAtMs - endMs(from.exchange)
    const marginMs = reading === 'at-least' ? gapMs - intervalMs : intervalMs - pauseMs
    return [{ from, to, gapMs, pauseMs, marginMs }]
  })
}

/** Whether an interval was kept, within the tolerance for times. */
export function isKept(run: Trace, { marginMs }: Pick<Interval, 'marginMs'>): boolean {
  return marginMs >= -slackMs(run)
}

/** Whether the second request was sent before the response to the first had ended. */
export function overlap(run: Trace, from: PlacedExchange, to: PlacedExchange): boolean {
  const end = from.exchange.respondedAtMs
  return end !== null && to.exchange.sentAtMs < end - overlapSlackMs(run)
}

/** The last attempt takes no longer than the profile's total. */
export const totalTime = rule(
  'homologation/total-time',
  (run, note) => {
    const { maxMs } = run.profile.total
    const total = totalOf(run)
    if (maxMs === null || total === null) return
    note.tested()
    const { tookMs, answersMs } = total
    if (isWithin(run, total, maxMs)) return
    const last = run.procedure.at(-1) ?? null
    const overMs = roundMs(tookMs - maxMs)
    const values = { maxMs, tookMs: roundMs(tookMs), overMs, answersMs: roundMs(answersMs) }
    // our own run waits no longer than prescribed, so slow responses are the service's fault
    if (last && traitsOfSource(last.exchange).plays === 'client' && answersMs > tookMs / 2)
      note.breach('slow-answers', last, { step: null, values, blame: 'service' })
    else note.breach('over', last, { step: null, values })
  },
  {
    causes: { over: firstOf(fromMixedRuns, fromTooMany) },
    whyUntested: (run) =>
      run.profile.total.maxMs === null ? 'no-total' : unlessNotRecorded('not-exercised')(run),
  },
)

/** Each repeated step costs another interval, and so may be why the total was exceeded. */
function fromTooMany({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  return findLastRepetition(earlier, (breach) => breach.at?.attempt === at?.attempt)
}

export interface Total {
  /** Milliseconds from the first request of the last attempt to its last response. */
  readonly tookMs: number
  /** Milliseconds of these that responses took, those of the token address included. */
  readonly answersMs: number
}

/** How long the last attempt took; null if the times are not known. */
export function totalOf(run: Trace): Total | null {
  const steps = run.lastAttempt
  const first = steps[0]?.exchange
  if (!first || !steps.every(({ exchange }) => hasEndTimes(exchange))) return null
  const ends = steps.map(({ exchange }) => endMs(exchange))
  return {
    tookMs: Math.max(0, ...ends) - first.sentAtMs,
    answersMs: steps
      .flatMap((placed) => [placed, ...placed.renewals])
      .map(({ exchange }) => endMs(exchange) - exchange.sentAtMs)
      .reduce((sum, responseMs) => sum + responseMs, 0),
  }
}

/** Whether the total was kept, within the tolerance for times. */
export function isWithin(run: Trace, { tookMs }: Pick<Total, 'tookMs'>, maxMs: number): boolean {
  return tookMs <= maxMs + slackMs(run)
}
