import { headerValue } from '../../exchange/exchange.js'
import { rule } from '../rule.js'

/** Step 1 answers with a non-empty hash header. */
export const hashIssued = rule(
  'homologation/hash-issued',
  (run, note) => {
    const { header } = run.profile.hash
    for (const placed of run.procedure) {
      const { answer } = placed.exchange
      if (placed.step !== 1 || placed.place.kind !== 'step' || placed.outcome !== 'success' || !answer)
        continue
      note.tested()
      const value = headerValue(answer.headers, header)
      if (value === null) note.breach('missing', placed, { blame: 'service', values: { header } })
      else if (value.trim() === '') note.breach('empty', placed, { blame: 'service', values: { header } })
    }
  },
  { lasting: 'all' },
)
