import { rule } from '../rule.js'
import { nextInProcedure } from '../trace.js'

/** After the limit is hit the operation is repeated from step 1, revised. */
export const limitHit = rule('homologation/limit-hit', (run, note) => {
  const hits = run.procedure.filter((placed) => placed.outcome === 'limit')
  for (const hit of hits) {
    note.tested()
    const next = nextInProcedure(run, hit)
    const values = { status: hit.exchange.answer?.status ?? null }
    if (next?.step === 1) continue
    if (next)
      note.breach(next.step === hit.step ? 'repeated-step' : 'went-on', next, {
        values: { ...values, hit: hit.step },
      })
    else if (run.context.ended && hits.length >= 3)
      note.breach('again-and-again', hit, { blame: 'service', values: { ...values, times: hits.length } })
    else if (run.context.ended) note.breach('gave-up', hit, { values })
  }
})
