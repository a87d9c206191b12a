import { endMs, tellsEnd } from '../../exchange/exchange.js'
import type { Profile } from '../../specification/profile.js'
import { fromPaceBefore } from '../earlier.js'
import { ms, rule, unlessHidden } from '../rule.js'
import { gotNowhere, overlapSlackMs, type Placed, slackMs, type Trace } from '../trace.js'

export type SpacingReading = Profile['spacing']['reading']

/** `gapMs` is the time from request to request, `pauseMs` from the end of the response to the next request. */
export interface Interval {
  readonly from: Placed
  readonly to: Placed
  readonly gapMs: number
  readonly pauseMs: number
  /** Milliseconds to spare under the reading; negative: over. Infinity under `free`. */
  readonly marginMs: number
}

/** The interval between two requests, under the reading in force. */
export const spacing = rule(
  'homologation/spacing',
  (run, note) => {
    const { reading, intervalMs } = run.profile.spacing
    const found = intervals(run, reading)
    if (reading === 'free') return
    if (found.length > 0) note.tested()
    for (const interval of found) {
      const { from, to, gapMs, pauseMs, marginMs } = interval
      if (isKept(run, interval)) continue
      const measured = { gapMs: ms(gapMs), pauseMs: ms(pauseMs), overMs: ms(-marginMs) }
      const values = { before: from.step, intervalMs, ...measured }
      note.breach(reading === 'at-least' ? 'too-close' : 'too-far', to, { values })
    }
  },
  {
    absences: ['too-far'],
    follows: fromPaceBefore,
    untested: (run) =>
      run.profile.spacing.reading === 'free' ? 'no-spacing' : unlessHidden('not-exercised')(run),
  },
)

/** The intervals of the last attempt. Requests that overlap are `homologation/sequential`. */
export function intervals(run: Trace, reading: SpacingReading): Interval[] {
  const kinds = ['step', 'bent', ...(run.profile.spacing.countsRenewal ? ['token'] : [])]
  const counted = run.all.filter(
    (placed) => placed.attempt === run.attempts && !gotNowhere(placed) && kinds.includes(placed.place.kind),
  )
  return counted.slice(1).flatMap((to, i) => {
    const from = counted[i] as Placed
    if (to.exchange.gaps.includes('times') || overlap(run, from, to)) return []
    if (reading === 'at-most' && !tellsEnd(from.exchange)) return []
    return [interval(from, to, reading, run.profile.spacing.intervalMs)]
  })
}

function interval(from: Placed, to: Placed, reading: SpacingReading, limitMs: number): Interval {
  const gapMs = to.exchange.sentAtMs - from.exchange.sentAtMs
  const pauseMs = to.exchange.sentAtMs - endMs(from.exchange)
  const marginMs =
    reading === 'free' ? Infinity : reading === 'at-least' ? gapMs - limitMs : limitMs - pauseMs
  return { from, to, gapMs, pauseMs, marginMs }
}

/** True if the interval was kept. The tolerance decides it and no other setting does. */
export function isKept(run: Trace, { marginMs }: Pick<Interval, 'marginMs'>): boolean {
  return marginMs >= -slackMs(run)
}

export function overlap(run: Trace, from: Placed, to: Placed): boolean {
  const end = from.exchange.respondedAtMs
  return end !== null && to.exchange.sentAtMs < end - overlapSlackMs(run)
}
