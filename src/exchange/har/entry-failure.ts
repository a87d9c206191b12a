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

/**
 * The reason why no response came, as the tool gives it; null if it gives none, because then a response may have
 * come.
 */
export function failureOf({ entry, response }: Parts): Failure | null {
  const said = [response._error, entry._error, response.statusText, entry._errorText].map(text)
  const comments = [response.comment, entry.comment].map(text).filter((one) => ERROR_CODE.test(one))
  const message = [...said, ...comments].find((one) => one !== '')
  return message === undefined
    ? null
    : { kind: KINDS.find(([form]) => form.test(message))?.[1] ?? 'reset', message }
}

/** A comment is the user's own note about the request, unless a tool wrote the network's error code there. */
const ERROR_CODE = /\b(?:net::)?ERR_[A-Z_]+|\bE(?:CONN|TIMEDOUT|NOTFOUND|AI_)[A-Z_]*|\bNS_ERROR_\w+/
