import { isHeaderNamed } from '../exchange/raw-headers.js'

/** Decides which headers the proxy forwards, and in which form. */

/** Headers that concern one connection and are not forwarded, RFC 9110 §7.6.1; and `Trailer`, because the proxy drops trailers. */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Other request headers that are not forwarded. `Proxy-Authorization` is meant for us. RFC 9110 §11.7.2 */
const notForwarded = new Set(['host', 'expect', 'proxy-authorization'])

/** A flat list of names and values, as Node and undici use it: `['Host', 'a', 'Accept', 'b']`. */
export type RawHeaders = readonly string[]

/** Iterates over the headers of a flat list. */
function* headersIn(raw: RawHeaders): Generator<[name: string, value: string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? '']
}

/** Returns the names that `Connection` headers declare to concern only this connection. */
function connectionHeaderNames(raw: RawHeaders): ReadonlySet<string> {
  const headers = [...headersIn(raw)].filter(([name]) => isHeaderNamed(name, 'connection'))
  const names = headers.flatMap(([, value]) => value.split(','))
  return new Set(names.map((name) => name.trim().toLowerCase()))
}

/**
 * Returns the request headers to forward to the service, with the service's `Host`. `Expect` is left out, because our server has already
 * responded to it. No `Via` is added, because some servers do not compress a response to a proxy.
 */
export function requestHeaders(raw: RawHeaders, host: string): string[] {
  const ofConnection = connectionHeaderNames(raw)
  const passed: string[] = ['Host', host]
  for (const [name, value] of headersIn(raw)) {
    const lower = name.toLowerCase()
    if (notForwarded.has(lower) || hopByHop.has(lower) || ofConnection.has(lower)) continue
    passed.push(name, value)
  }
  return passed
}

/**
 * Returns the response headers to forward to the client. A `Location` at the service is rewritten to the proxy, so that a client that follows
 * it still uses the proxy.
 */
export function responseHeaders(raw: RawHeaders, target: string, own: string): string[] {
  const ofConnection = connectionHeaderNames(raw)
  const passed: string[] = []
  for (const [name, value] of headersIn(raw)) {
    const lower = name.toLowerCase()
    if (hopByHop.has(lower) || ofConnection.has(lower)) continue
    passed.push(name, lower === 'location' ? rewriteLocation(value, target, own) : value)
  }
  return passed
}

function rewriteLocation(location: string, target: string, own: string): string {
  if (!location.toLowerCase().startsWith(target.toLowerCase())) return location
  const rest = location.slice(target.length)
  // not `https://api.example.com.br` for the target `https://api.example.com`
  return rest === '' || /^[/?#]/.test(rest) ? own + rest : location
}

/** Returns the first value of a header, or null. `wanted` is in lower case. */
export function rawHeader(raw: RawHeaders, wanted: string): string | null {
  for (const [name, value] of headersIn(raw)) if (isHeaderNamed(name, wanted)) return value
  return null
}

/** RFC 9110 §5.6.2 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Characters that Node refuses in a header or a reason phrase: control characters, and those that need more than one byte. */
const EVERY_REFUSED = /[^\t\x20-\x7e\x80-\xff]/g

/** Leaves out headers and characters that Node cannot write, because otherwise it would throw and the client get no response. */
export function writableHeaders(raw: RawHeaders): string[] {
  const kept: string[] = []
  for (const [name, value] of headersIn(raw))
    if (HEADER_NAME.test(name)) kept.push(name, value.replace(EVERY_REFUSED, ''))
  return kept
}

/** Restores the bytes of a reason phrase, which undici has read as UTF-8, and leaves out what Node cannot write. */
export function writableReason(reason: string): string {
  if (/^[\x20-\x7e]*$/.test(reason)) return reason
  return Buffer.from(reason, 'utf8').toString('latin1').replace(EVERY_REFUSED, '')
}

/** Removes the headers of this name, which is in lower case. */
export function without(raw: RawHeaders, name: string): string[] {
  return [...headersIn(raw)].filter(([header]) => !isHeaderNamed(header, name)).flat()
}
