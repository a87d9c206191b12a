import { describe, expect, it } from 'vitest'
import { failureOf } from './failure.js'

function error(code: string | undefined, message = 'what the transport says', more: object = {}): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code }, more)
}

describe('a failure of the transport', () => {
  it('of OpenSSL is told by its reason, without the numbers of its thread and source', () => {
    const message =
      '40B7A1F2D07F0000:error:0A000086:SSL routines:tls_post:certificate verify failed:ssl.c:1889:'
    expect(failureOf(error('EPROTO', message)).message).toBe('certificate verify failed (EPROTO)')
  })

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['ENETUNREACH', 'refused'],
    ['EADDRNOTAVAIL', 'refused'],
    ['ENOTFOUND', 'unresolved'],
    ['EAI_AGAIN', 'unresolved'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
    ['HPE_HEADER_OVERFLOW', 'too-large'],
    ['HPE_INVALID_EOF_STATE', 'reset'],
    ['HPE_INVALID_CONSTANT', 'malformed'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reset'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ABORT_ERR', 'aborted'],
    ['UND_ERR_ABORTED', 'aborted'],
    ['EPROTO', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['X_CERT_', 'reset'],
    ['X_ERR_STREAM', 'reset'],
  ])('of code %s is %s, in its own words', (code, kind) => {
    expect(failureOf(error(code))).toEqual({ kind, message: `what the transport says (${code})` })
  })

  it('names its code once', () => {
    expect(failureOf(error('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1')).message).toBe(
      'connect ECONNREFUSED 127.0.0.1:1',
    )
  })

  it.each(['ERR_ASSERTION', 'ERR_INTERNAL_X', 'ERR_INVALID_CHAR', 'ERR_HTTP_X', 'ERR_STREAM_X'])(
    'of code %s is an answer that is none',
    (code) =>
      expect(failureOf(error(code))).toEqual({
        kind: 'malformed',
        message: 'the answer is none that HTTP knows',
      }),
  )

  it('that is a doubt of the library about types is an answer that is none, unless something caused it', () => {
    expect(failureOf(new TypeError('x is not a function')).kind).toBe('malformed')
    const caused = new TypeError('fetch failed', { cause: error('ECONNREFUSED', 'nobody') })
    expect(failureOf(caused)).toEqual({ kind: 'refused', message: 'nobody (ECONNREFUSED)' })
  })

  it('of several addresses is that of the first', () => {
    const all = new AggregateError([error('ENOTFOUND', 'first'), error('ECONNREFUSED', 'second')], 'all')
    expect(failureOf(all)).toEqual({ kind: 'unresolved', message: 'first (ENOTFOUND)' })
    expect(failureOf(new AggregateError([], 'none'))).toEqual({ kind: 'reset', message: 'none' })
  })

  it('of a socket is that of its cause, where it has one', () => {
    const cause = error('ECONNRESET', 'read')
    expect(failureOf(error('UND_ERR_SOCKET', 'other side closed', { cause }))).toEqual({
      kind: 'reset',
      message: 'read (ECONNRESET)',
    })
    expect(failureOf(error('UND_ERR_SOCKET', 'other side closed'))).toEqual({
      kind: 'reset',
      message: 'other side closed (UND_ERR_SOCKET)',
    })
    const expired = error('CERT_HAS_EXPIRED', 'expired')
    expect(failureOf(error(undefined, 'outer', { cause: expired })).kind).toBe('tls')
  })

  it('of a proxy that turns the connection away is nobody there', () => {
    expect(failureOf(error('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling')).kind).toBe(
      'refused',
    )
    expect(failureOf(error(undefined, 'x Proxy response (407)')).kind).toBe('reset')
  })

  it.each([
    ['Invalid EOF state', 'reset'],
    ['Header overflow', 'too-large'],
    ['Expected HTTP/', 'malformed'],
  ])('of the parser is told by its words: %s', (message, kind) => {
    expect(failureOf(error(undefined, message, { name: 'HTTPParserError' })).kind).toBe(kind)
  })

  it('that is no error at all is told as it is', () => {
    expect(failureOf('broken')).toEqual({ kind: 'reset', message: 'broken' })
  })
})
