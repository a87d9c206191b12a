import { tellsEnd } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { type Earlier, either, fromMixedRuns } from '../earlier.js'
import { type Breach, ms, rule, unlessHidden } from '../rule.js'
import { type Placed, slackMs, type Trace } from '../trace.js'
import { lastTooMany } from './confusion.js'

/** The whole run within the profile's total. */
export const totalTime = rule(
  'homologation/total-time',
  (run, note) => {
    const { maxMs } = run.profile.total
    const total = totalOf(run)
    if (maxMs === null || total === null) return
    note.tested()
    const { tookMs, lateMs, answersMs } = total
    if (tookMs <= maxMs + slackMs(run)) return
    const last = run.procedure.at(-1) ?? null
    const values = { maxMs, tookMs: ms(tookMs), overMs: ms(tookMs - maxMs), answersMs: ms(answersMs) }
    if (isWithin(run, total, maxMs)) {
      note.breach('machine-late', last, {
        step: null,
        values: { ...values, lateMs: ms(lateMs) },
        severity: 'info',
        blame: 'harness',
      })
    } else if (last && sightOf(last.exchange).plays === 'client' && answersMs > tookMs / 2)
      note.breach('slow-answers', last, { step: null, values, blame: 'service' })
    // an application that waits for an answer longer than the whole run may take should have given up
    else note.breach('over', last, { step: null, values })
  },
  {
    follows: { over: either(fromMixedRuns, fromTooMany) },
    untested: (run) => (run.profile.total.maxMs === null ? 'no-total' : unlessHidden('not-exercised')(run)),
  },
)

/** Each step too many takes a pause of its own. */
function fromTooMany({ at }: Breach, earlier: Earlier): Breach | null {
  return lastTooMany(earlier, (one) => one.at?.attempt === at?.attempt)
}

export interface Total {
  /** Milliseconds from the first request of the last attempt to its last answer. */
  readonly tookMs: number
  /** Milliseconds of these that the machine may have added, by noting requests after the first late. */
  readonly lateMs: number
  /** Milliseconds of these that answers took, those of the token address included. */
  readonly answersMs: number
}

/** How long the last attempt took; null where nothing was timed. */
export function totalOf(run: Trace): Total | null {
  const steps = run.procedure.filter((placed) => placed.attempt === run.attempts)
  const first = steps[0]?.exchange
  if (!first || !steps.every(({ exchange }) => tellsEnd(exchange))) return null
  const ends = steps.map(({ exchange }) => exchange.answeredAtMs ?? exchange.sentAtMs)
  const later = steps.flatMap((placed) => [placed, ...placed.renewals]).slice(1)
  return {
    tookMs: Math.max(0, ...ends) - first.sentAtMs,
    lateMs: later.reduce((sum, { exchange }) => sum + (exchange.lateMs ?? 0), 0),
    answersMs: steps
      .flatMap((placed) => [placed, ...placed.renewals])
      .reduce((sum, one) => sum + answerMs(one), 0),
  }
}

function answerMs({ exchange }: Placed): number {
  return exchange.answeredAtMs === null ? 0 : exchange.answeredAtMs - exchange.sentAtMs
}

/** Whether it may have been kept: nobody is blamed for what the machine was too late to see. */
export function isWithin(run: Trace, { tookMs, lateMs }: Total, maxMs: number): boolean {
  return tookMs - lateMs <= maxMs + slackMs(run)
}
