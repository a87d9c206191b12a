import { headerValue } from '../../exchange/exchange.js'
import type { Concern } from '../observer.js'
import { observer } from '../observer.js'

const onNoContent: Concern = ({ status }) => status === 204

/** 204 carries no body, and announces none, by its length or in chunks. RFC 9110 §8.6, RFC 9112 §6.1 */
export const noContent = observer('envelope/no-content', onNoContent, () => (seen, note) => {
  if (seen.status !== 204 || !seen.route) return
  note.tested()
  const { answer } = seen.exchange
  const announced = Number(headerValue(answer?.headers ?? [], 'content-length') ?? 0) || 0
  const sizeBytes = Math.max(answer?.body?.sizeBytes ?? 0, announced)
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
  else if (headerValue(answer?.headers ?? [], 'transfer-encoding') !== null) note.breach('chunked')
})
