import { endMs, tellsEnd } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { type Earlier, either, fromMixedRuns } from '../earlier.js'
import { type Breach, ms, rule, unlessHidden } from '../rule.js'
import { slackMs, type Trace } from '../trace.js'
import { lastTooMany } from './confusion.js'

/** The whole run within the profile's total. */
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
    const values = { maxMs, tookMs: ms(tookMs), overMs: ms(tookMs - maxMs), answersMs: ms(answersMs) }
    if (last && sightOf(last.exchange).plays === 'client' && answersMs > tookMs / 2)
      note.breach('slow-answers', last, { step: null, values, blame: 'service' })
    // an application that waits for a response longer than the whole run may take should have given up
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
  /** Milliseconds from the first request of the last attempt to its last response. */
  readonly tookMs: number
  /** Milliseconds of these that responses took, those of the token address included. */
  readonly answersMs: number
}

/** How long the last attempt took; null where nothing was timed. */
export function totalOf(run: Trace): Total | null {
  const steps = run.procedure.filter((placed) => placed.attempt === run.attempts)
  const first = steps[0]?.exchange
  if (!first || !steps.every(({ exchange }) => tellsEnd(exchange))) return null
  const ends = steps.map(({ exchange }) => endMs(exchange))
  return {
    tookMs: Math.max(0, ...ends) - first.sentAtMs,
    answersMs: steps
      .flatMap((placed) => [placed, ...placed.renewals])
      .map(({ exchange }) => endMs(exchange) - exchange.sentAtMs)
      .reduce((sum, responseMs) => sum + responseMs, 0),
  }
}

/** True if the total was kept. The tolerance decides it and no other setting does. */
export function isWithin(run: Trace, { tookMs }: Pick<Total, 'tookMs'>, maxMs: number): boolean {
  return tookMs <= maxMs + slackMs(run)
}
