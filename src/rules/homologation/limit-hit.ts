import { earlierPace } from '../earlier.js'
import { rule } from '../rule.js'
import type { Trace } from '../trace.js'

/** How often the limit may be hit before it is no matter of pace. */
const MOST_HITS = 2

/** After the limit is hit the operation is repeated from step 1, revised. */
export const limitHit = rule(
  'homologation/limit-hit',
  (run, note) => {
    const hits = run.procedure.filter((placed) => placed.outcome === 'limit')
    for (const hit of hits) {
      note.tested()
      const { next } = hit
      const values = { status: hit.exchange.answer?.status ?? null }
      if (next?.step === 1) continue
      if (next)
        note.breach(next.step === hit.step ? 'repeated-step' : 'went-on', next, {
          values: { ...values, hit: hit.step },
        })
      else if (run.context.ended && hits.length > MOST_HITS)
        note.breach('again-and-again', hit, { blame: 'service', values: { ...values, times: hits.length } })
      else if (run.context.ended) note.breach('gave-up', hit, { values })
    }
  },
  {
    outcomes: ['gave-up'],
    lasting: ['repeated-step', 'went-on'],
    follows: { 'gave-up': earlierPace, 'again-and-again': earlierPace },
    untested: (_run: Trace) => 'no-limit-hit',
  },
)
