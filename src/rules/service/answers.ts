import { type FailureKind, type Header, headerValue, isUnreachable } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { observer } from '../observer.js'

/** The service answers completely, within the time allowed and the size allowed. */
export const answers = observer('service/answers', () => ({ exchange }, note) => {
  if (exchange.channel !== 'service' || exchange.failure?.kind === 'aborted') return
  // if we play the service, it fails only because a fault was configured
  if (sightOf(exchange).plays === 'service' && !exchange.failure) return
  if (exchange.answer === null && !exchange.failure) return
  note.tested()
  const { failure } = exchange
  const values = { kind: failure?.kind ?? null, detail: failure?.message.slice(0, 160) ?? null }
  if (exchange.sentAgain)
    note.breach('sent-again', {
      values: { what: failure?.kind ?? exchange.answer?.status ?? null },
      severity: 'info',
      blame: 'environment',
    })
  else if (failure)
    note.breach(codeOf(failure.kind), {
      values,
      blame: isUnreachable(failure.kind) ? 'environment' : 'service',
    })
  else if (exchange.answer?.body?.flaw === 'undecodable')
    note.breach('malformed', { values: { ...values, detail: encodingOf(exchange.answer.headers) } })
})

function codeOf(kind: FailureKind): 'unreachable' | 'timeout' | 'reset' | 'too-large' | 'malformed' {
  if (isUnreachable(kind)) return 'unreachable'
  if (kind === 'timeout' || kind === 'reset' || kind === 'too-large') return kind
  return 'malformed'
}

function encodingOf(headers: readonly Header[]): string {
  return `Content-Encoding: ${(headerValue(headers, 'content-encoding') ?? '—').slice(0, 60)}`
}
