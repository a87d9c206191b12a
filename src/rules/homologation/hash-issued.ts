import { headerValue } from '../../exchange/exchange.js'
import { issuedHashes } from '../hashes.js'
import { type Note, rule } from '../rule.js'
import { type Placed, productDataIn, type Trace } from '../trace.js'

/** Step 1 answers with a non-empty hash header; no answer brings two. */
export const hashIssued = rule('homologation/hash-issued', (run, note) => {
  const { header } = run.profile.hash
  for (const placed of run.procedure) {
    const { place, outcome } = placed
    if (place.kind === 'step' && place.step === 1 && outcome === 'success') examineFirst(run, placed, note)
    const found = issuedHashes(placed.exchange, header)
    if (found.length > 1)
      note.breach('several', placed, {
        blame: 'service',
        severity: 'warning',
        values: { header, hashes: found.join(', ') },
      })
  }
})

function examineFirst(run: Trace, placed: Placed, note: Note<'homologation/hash-issued'>): void {
  const { header } = run.profile.hash
  const { answer, gaps } = placed.exchange
  if (!answer || gaps.includes('headers')) return
  note.tested()
  const value = headerValue(answer.headers, header)
  const isInBody = Object.keys(productDataIn(placed) ?? {}).some((name) => /hash|homologacao/i.test(name))
  const mayFail = (later: Placed) => lacksHash(run, later) || (isInBody && later.step === 2)
  const options = { blame: 'service', values: { header }, mayFail } as const
  if (value === null) note.breach('missing', placed, options)
  else if (issuedHashes(placed.exchange, header).length === 0) note.breach('empty', placed, options)
}

/** Whether a request should carry a hash, and no response had brought one. */
function lacksHash(run: Trace, { step, before, hashes, hashCount }: Placed): boolean {
  const isAsked = run.profile.hash.carriedOn === 'every-step' || before?.outcome === 'refused'
  return isAsked && step !== 1 && hashes.newest(hashCount, Number.POSITIVE_INFINITY) === null
}
