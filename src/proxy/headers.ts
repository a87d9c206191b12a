import type { Header } from '../exchange/exchange.js'
import { isHeaderNamed, untrimmedPairs } from '../exchange/raw-headers.js'

/** Decides which headers the proxy forwards, and in which form. */

/** Headers that concern one connection and are not forwarded, RFC 9110 §7.6.1; and `Trailer`, because the proxy drops trailers. */
const hopByHop = new Set(
  'connection proxy-connection keep-alive te trailer transfer-encoding upgrade'.split(' '),
)

/** Other request headers that are not forwarded. `Expect` was answered by our server, `Proxy-Authorization` is meant for us. RFC 9110 §11.7.2 */
const notForwarded = new Set(['host', 'expect', 'proxy-authorization'])

/** A flat list of names and values, as Node and undici use it: `['Host', 'a', 'Accept', 'b']`. */
export type RawHeaders = readonly string[]

/** Leaves out the headers that concern only this connection, also those that `Connection` names. */
function endToEnd(raw: RawHeaders): Header[] {
  const headers = untrimmedPairs(raw)
  const declared = headers.filter(([name]) => isHeaderNamed(name, 'connection')).map(([, value]) => value)
  const listed = new Set(declared.flatMap((value) => value.toLowerCase().split(/[\s,]+/)))
  return headers.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !listed.has(name.toLowerCase()))
}

/** Returns the request headers to forward, with the service's `Host`. No `Via` is added: some servers do not compress a response to a proxy. */
export function requestHeaders(raw: RawHeaders, host: string): string[] {
  const forwarded = endToEnd(raw).filter(([name]) => !notForwarded.has(name.toLowerCase()))
  return ['Host', host, ...forwarded.flat()]
}

/** Returns the response headers to forward. A `Location` at the service is rewritten, so that a client that follows it still uses the proxy. */
export function responseHeaders(raw: RawHeaders, targetOrigin: string, ownOrigin: string): string[] {
  return endToEnd(raw).flatMap(([name, value]) => [
    name,
    isHeaderNamed(name, 'location') ? rewriteLocation(value, targetOrigin, ownOrigin) : value,
  ])
}

function rewriteLocation(location: string, targetOrigin: string, ownOrigin: string): string {
  if (!location.toLowerCase().startsWith(targetOrigin.toLowerCase())) return location
  const rest = location.slice(targetOrigin.length)
  // not `https://api.example.com.br` for the target `https://api.example.com`
  return rest === '' || /^[/?#]/.test(rest) ? ownOrigin + rest : location
}

/** RFC 9110 §5.6.2 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Characters that Node refuses in a header or a reason phrase: control characters, and those that need more than one byte. */
const EVERY_REFUSED = /[^\t\x20-\x7e\x80-\xff]/g

/** Leaves out headers and characters that Node cannot write, because otherwise it would throw and the client get no response. */
export function writableHeaders(raw: RawHeaders): string[] {
  const writable = untrimmedPairs(raw).filter(([name]) => HEADER_NAME.test(name))
  return writable.flatMap(([name, value]) => [name, value.replace(EVERY_REFUSED, '')])
}

/** Restores the bytes of a reason phrase, which undici has read as UTF-8, and leaves out what Node cannot write. */
export function writableReason(reason: string): string {
  if (/^[\x20-\x7e]*$/.test(reason)) return reason
  return Buffer.from(reason, 'utf8').toString('latin1').replace(EVERY_REFUSED, '')
}

/** Removes the headers of this name, which is in lower case. */
export function without(raw: RawHeaders, name: string): string[] {
  return untrimmedPairs(raw).flatMap((header) => (isHeaderNamed(header[0], name) ? [] : header))
}
