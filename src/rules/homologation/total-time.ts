import { ms, rule, unlessHidden } from '../rule.js'
import { slackMs, type Trace } from '../trace.js'

/** The whole run within the profile's total. */
export const totalTime = rule(
  'homologation/total-time',
  (run, note) => {
    const { maxMs } = run.profile.total
    const tookMs = totalMs(run)
    if (maxMs === null || tookMs === null) return
    note.tested()
    if (tookMs <= maxMs + slackMs(run)) return
    const last = run.procedure.at(-1) ?? null
    note.breach('over', last, {
      step: null,
      values: { maxMs, tookMs: ms(tookMs), overMs: ms(tookMs - maxMs) },
    })
  },
  { untested: (run) => (run.profile.total.maxMs === null ? 'no-total' : unlessHidden('not-exercised')(run)) },
)

/** Milliseconds from the first request of the last attempt to its last answer; null where nothing was timed. */
export function totalMs(run: Trace): number | null {
  const steps = run.procedure.filter((placed) => placed.attempt === run.attempts)
  const first = steps[0]?.exchange
  if (!first || steps.some(({ exchange }) => exchange.gaps.includes('times'))) return null
  const ends = steps.map(({ exchange }) => exchange.answeredAtMs ?? exchange.sentAtMs)
  return ends.reduce((latest, end) => Math.max(latest, end), 0) - first.sentAtMs
}
