import type { Failure, FailureKind } from '../exchange/exchange.js'

/** Converts an error of the network or of undici to the failure that an exchange records: `ECONNREFUSED` becomes `refused`. */
export function failureOf(error: unknown): Failure {
  const { code, message } = describe(error)
  // undici's internal errors (such codes, or a TypeError without a cause) mean that the response is no valid HTTP; their message helps nobody
  const isTypeError = error instanceof TypeError && error.cause === undefined
  if (/^ERR_(?:ASSERTION|INTERNAL|INVALID|HTTP_|STREAM)/.test(code) || isTypeError)
    return { kind: 'malformed', message: 'the answer is none that HTTP knows' }
  // an unknown error is taken for a broken connection
  const [, kind = 'reset'] = KINDS.find(([codes]) => codes.test(code)) ?? []
  return { kind, message: message.includes(code) ? message : `${message} (${code})` }
}

/** The first pattern that matches the code of an error decides. */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  // CONNECT is our own code for a proxy that refuses
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT)$/, 'refused'],
  [/^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA)$/, 'unresolved'],
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(?:UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED_MAX_SIZE|HPE_HEADER_OVERFLOW)$/, 'too-large'],
  [/^(?:UND_ERR_ABORTED|ABORT_ERR)$/, 'aborted'],
  [/^(?:EPROTO$|HOSTNAME_MISMATCH$|INVALID_PURPOSE)/, 'tls'],
  // CERT_HAS_EXPIRED, SELF_SIGNED_CERT_IN_CHAIN
  [/^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CRL_|INVALID_CA|PATH_LENGTH)/, 'tls'],
  // with HPE_INVALID_EOF_STATE the connection ended within the response, which is a broken connection
  [/^HPE_(?!INVALID_EOF_STATE$)/, 'malformed'],
]

/** Finds the code and the message that say most: those of the first of several addresses, or of the cause of an error without a telling code. */
function describe(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0])
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const code = (error as NodeJS.ErrnoException).code
  const refusal = /^Proxy response \((\d+)\)/.exec(error.message)
  if (refusal) return { code: 'CONNECT', message: `the proxy answered CONNECT with ${refusal[1]}` }
  if (error.name === 'HTTPParserError') return { code: parserCode(error.message), message: error.message }
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET')
    return { code, message: reasonOfOpenSsl(error.message) }
  if (error.cause instanceof Error) return describe(error.cause)
  return { code: typeof code === 'string' ? code : '', message: error.message }
}

/** Extracts the reason from a message of OpenSSL: `certificate verify failed` from `40E7:error:0A000086:SSL routines:…:certificate verify failed:…`. */
function reasonOfOpenSsl(message: string): string {
  return /^[0-9A-F]+:error:[0-9A-F]*:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message
}

/** Returns the code that undici's parser should have set. */
function parserCode(message: string): string {
  if (/EOF/.test(message)) return 'HPE_INVALID_EOF_STATE'
  return /overflow/i.test(message) ? 'HPE_HEADER_OVERFLOW' : 'HPE_INVALID'
}
