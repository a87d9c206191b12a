import type { Failure, FailureKind } from '../exchange.js'
import { type Parts, text } from './loose.js'

const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/unconnected|connection_timed_out|(?:proxy|tunnel)_connection_failed/i, 'unconnected'],
  [/refused/i, 'refused'],
  [/name_not_resolved|enotfound|eai_again|getaddrinfo|dns/i, 'unresolved'],
  [/ssl|tls|cert/i, 'tls'],
  [/timed?[_ ]?out|etimedout/i, 'timeout'],
  [/abort|cancel|blocked_by/i, 'aborted'],
  [/malformed|invalid_(?:response|http|chunked)|parse|content_decoding/i, 'malformed'],
]

/** Why no answer came, as far as the tool says it. */
export function failureOf(parts: Parts): Failure {
  const message = saidInPlaceOfAnswer(parts) ?? 'the recording holds no answer'
  return { kind: KINDS.find(([form]) => form.test(message))?.[1] ?? 'reset', message }
}

/** Tools have several places for it. */
export function saidInPlaceOfAnswer({ entry, response }: Parts): string | undefined {
  const said = [
    response._error,
    entry._error,
    response.statusText,
    response.comment,
    entry.comment,
    entry._errorText,
  ]
  return said.map(text).find((one) => one !== '')
}
