import { headerValue } from '../../exchange/exchange.js'
import { always } from '../concerns.js'
import { observer } from '../observer.js'

/** A body is sent as `application/json`; none is declared where none is sent. */
export const contentType = observer('request/content-type', always, () => ({ exchange, status }, note) => {
  const { channel, gaps } = exchange
  if (channel !== 'service' || gaps.includes('request-bodies') || gaps.includes('headers')) return
  const { body, headers } = exchange.request
  if (body?.flaw === 'not-recorded') return
  const declared = headerValue(headers, 'content-type')
  const isSent = body !== null && body.sizeBytes > 0
  note.tested()
  const values = { declared, method: exchange.request.method }
  if (isSent && declared === null) note.breach('missing', { values, blame: 'application' })
  else if (isSent && !/^\s*application\/json\s*(?:;|$)/i.test(declared ?? ''))
    note.breach('other', { values, blame: 'application' })
  else if (!isSent && declared !== null) note.breach('without-body', { values, blame: 'application' })
  // RFC 8259 §8.1; a service that takes it has the last word
  if (body?.text?.startsWith('\uFEFF'))
    note.breach('byte-order-mark', {
      values,
      blame: 'application',
      severity: status === 400 ? 'error' : 'warning',
    })
})
