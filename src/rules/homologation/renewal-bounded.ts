import { rule } from '../rule.js'
import { nextInProcedure, type Placed, type Trace } from '../trace.js'

/** No more than one renewal for one refusal; no endless repeats. */
export const renewalBounded = rule('homologation/renewal-bounded', (run, note) => {
  for (const refused of run.procedure.filter((placed) => placed.outcome === 'refused')) {
    note.tested()
    const next = nextInProcedure(run, refused)
    const renewals = run.renewals.filter(
      (renewal) => renewal.index > refused.index && (!next || renewal.index < next.index),
    )
    const secondRefusal = refusalsInARow(run, refused) >= 2
    if (secondRefusal && (next?.step === refused.step || renewals.length > 0)) {
      if (refusalsInARow(run, refused) === 2)
        note.breach('endless', next ?? renewals[0] ?? refused, { step: refused.step })
    } else if (renewals.length > 1) {
      note.breach('several', renewals[1] as Placed, {
        step: refused.step,
        values: { renewals: renewals.length },
      })
    }
  }
})

/** How many refusals of the same step in a row end with this one. */
function refusalsInARow(run: Trace, refused: Placed): number {
  const before = run.procedure.filter((placed) => placed.index <= refused.index).reverse()
  const streak = before.findIndex((placed) => placed.outcome !== 'refused' || placed.step !== refused.step)
  return streak < 0 ? before.length : streak
}
