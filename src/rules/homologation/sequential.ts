import { tellsEnd } from '../../exchange/exchange.js'
import { fromMixedRuns } from '../earlier.js'
import { ms, rule } from '../rule.js'
import type { Placed } from '../trace.js'
import { overlap } from './spacing.js'

/** No two requests of one run overlap. */
export const sequential = rule(
  'homologation/sequential',
  (run, note) => {
    const steps = run.procedure.filter(({ exchange }) => tellsEnd(exchange))
    for (const [i, to] of steps.slice(1).entries()) {
      const from = steps[i] as Placed
      note.tested()
      if (!overlap(run, from, to)) continue
      const early = (from.exchange.answeredAtMs ?? 0) - to.exchange.sentAtMs
      note.breach('overlap', to, { values: { before: from.step, earlyMs: ms(early) } })
    }
  },
  { follows: { overlap: fromMixedRuns } },
)
