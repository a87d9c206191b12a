import { type FailureKind, headerValue, isUnreachable } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { observer } from '../observer.js'
import { blamelessInfo } from '../rule.js'

/** The service responds completely, in time, and with no more data than we accept. */
export const completeResponse = observer('service/answers', () => ({ exchange }, note) => {
  const { failure } = exchange
  // if the client or the user gave up, the service had no chance to respond
  if (exchange.channel !== 'service' || failure?.kind === 'aborted') return
  // a complete response of our own service tests nothing; it fails only if a fault was planted
  if (traitsOfSource(exchange).plays === 'service' && !failure) return
  // a recording may lack how the exchange ended
  if (exchange.response === null && !failure) return
  note.tested()
  const values = { kind: failure?.kind ?? null, detail: failure?.message.slice(0, 160) ?? null }
  if (exchange.sentAgain)
    note.breach('sent-again', {
      ...blamelessInfo,
      values: { what: failure?.kind ?? exchange.response?.status ?? null },
    })
  else if (failure)
    note.breach(codeOf(failure.kind), {
      values,
      blame: isUnreachable(failure.kind) ? 'environment' : 'service',
    })
  else if (exchange.response?.body?.flaw === 'undecodable') {
    const encoding = headerValue(exchange.response.headers, 'content-encoding') ?? '—'
    note.breach('malformed', { values: { ...values, detail: `Content-Encoding: ${encoding.slice(0, 60)}` } })
  }
})

function codeOf(kind: FailureKind): 'unreachable' | 'timeout' | 'reset' | 'too-large' | 'malformed' {
  if (isUnreachable(kind)) return 'unreachable'
  if (kind === 'timeout' || kind === 'reset' || kind === 'too-large') return kind
  return 'malformed'
}
