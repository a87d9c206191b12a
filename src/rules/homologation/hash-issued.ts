import { headerValue } from '../../exchange/exchange.js'
import { issuedHashes } from '../hashes.js'
import { type Note, rule } from '../rule.js'
import type { Placed } from '../trace.js'

/** Step 1 answers with a non-empty hash header; no answer brings two. */
export const hashIssued = rule(
  'homologation/hash-issued',
  (run, note) => {
    const { header } = run.profile.hash
    for (const placed of run.procedure) {
      const { place, outcome } = placed
      if (place.kind === 'step' && place.step === 1 && outcome === 'success')
        examineFirst(placed, header, note)
      const found = issuedHashes(placed.exchange, header)
      if (found.length > 1)
        note.breach('several', placed, {
          blame: 'service',
          severity: 'warning',
          values: { header, hashes: found.join(', ') },
        })
    }
  },
  { lasting: 'all' },
)

function examineFirst(placed: Placed, header: string, note: Note<'homologation/hash-issued'>): void {
  const { answer, gaps } = placed.exchange
  if (!answer || gaps.includes('headers')) return
  note.tested()
  const value = headerValue(answer.headers, header)
  if (value === null) note.breach('missing', placed, { blame: 'service', values: { header } })
  else if (issuedHashes(placed.exchange, header).length === 0)
    note.breach('empty', placed, { blame: 'service', values: { header } })
}
