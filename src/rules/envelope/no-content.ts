import { headerValue } from '../../exchange/exchange.js'
import type { Concern } from '../observer.js'
import { observer } from '../observer.js'

const onNoContent: Concern = ({ status }) => status === 204

/** 204 carries no body, and announces none in chunks. RFC 9112 §6.1 */
export const noContent = observer('envelope/no-content', onNoContent, () => (seen, note) => {
  if (seen.status !== 204 || !seen.route) return
  note.tested()
  const sizeBytes = seen.exchange.answer?.body?.sizeBytes ?? 0
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
  else if (headerValue(seen.exchange.answer?.headers ?? [], 'transfer-encoding') !== null)
    note.breach('chunked')
})
