import { tellsEnd } from '../../exchange/exchange.js'
import { fromPaceBefore } from '../earlier.js'
import { ms, rule } from '../rule.js'
import type { Placed } from '../trace.js'
import { overlap } from './spacing.js'

/** No two requests of one run overlap. */
export const sequential = rule(
  'homologation/sequential',
  (run, note) => {
    let from: Placed | null = null
    for (const to of run.procedure) {
      if (!tellsEnd(to.exchange)) continue
      const last: Placed | null = from
      from = last && endOf(last) > endOf(to) ? last : to
      if (!last) continue
      note.tested()
      if (!overlap(run, last, to)) continue
      const early = endOf(last) - to.exchange.sentAtMs
      note.breach('overlap', to, { values: { before: last.step, earlyMs: ms(early) } })
    }
  },
  { follows: { overlap: fromPaceBefore } },
)

function endOf({ exchange: { answeredAtMs, sentAtMs } }: Placed): number {
  return answeredAtMs ?? sentAtMs
}
