import { isHeaderNamed } from '../exchange/raw-headers.js'

/** Headers that belong to one connection and end with it. RFC 9110 §7.6.1 */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Request headers that are not forwarded. `Proxy-Authorization` is meant for the next proxy only. RFC 9110 §11.7.2 */
const notForwarded = new Set(['host', 'expect', 'proxy-authorization'])

/** Name and value in turn, as Node's parser and undici give and take them. */
export type RawHeaders = readonly string[]

/** The header names that a `Connection` header adds to the hop-by-hop ones. */
function connectionHeaderNames(raw: RawHeaders): ReadonlySet<string> | null {
  let named: Set<string> | null = null
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (!isHeaderNamed(raw[i] ?? '', 'connection')) continue
    const value = raw[i + 1] ?? ''
    if (value === 'keep-alive' || value === 'close') continue
    named ??= new Set()
    for (const name of value.split(',')) named.add(name.trim().toLowerCase())
  }
  return named
}

/**
 * The headers that are forwarded to the service: all but those of the connection, with the service's own `Host`. `Expect` is dropped
 * because the listener has responded to it. No `Via` is added, because several servers stop compressing when they see one.
 */
export function requestHeaders(raw: RawHeaders, host: string): string[] {
  const named = connectionHeaderNames(raw)
  const passed: string[] = ['Host', host]
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const lower = name.toLowerCase()
    if (notForwarded.has(lower) || hopByHop.has(lower) || named?.has(lower)) continue
    passed.push(name, raw[i + 1] ?? '')
  }
  return passed
}

/**
 * The headers that are forwarded to the client: all but those of the connection. A `Location` on the service's own origin is rewritten
 * to ours, so that a client that follows it stays behind the proxy.
 */
export function responseHeaders(raw: RawHeaders, target: string, own: string): string[] {
  const named = connectionHeaderNames(raw)
  const passed: string[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const lower = name.toLowerCase()
    if (hopByHop.has(lower) || named?.has(lower)) continue
    passed.push(
      name,
      lower === 'location' ? rewriteLocation(raw[i + 1] ?? '', target, own) : (raw[i + 1] ?? ''),
    )
  }
  return passed
}

function rewriteLocation(location: string, target: string, own: string): string {
  if (!location.toLowerCase().startsWith(target.toLowerCase())) return location
  const rest = location.slice(target.length)
  return rest === '' || /^[/?#]/.test(rest) ? own + rest : location
}

export function rawHeader(raw: RawHeaders, wanted: string): string | null {
  for (let i = 0; i + 1 < raw.length; i += 2) if (isHeaderNamed(raw[i] ?? '', wanted)) return raw[i + 1] ?? ''
  return null
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Characters that Node refuses to write into a value or a reason: controls, and those that need more than one byte. */
const REFUSED = /[^\t\x20-\x7e\x80-\xff]/
const EVERY_REFUSED = new RegExp(REFUSED.source, 'g')

/** Leaves out headers and characters that Node cannot write: a response that lacks a character is better than none. */
export function writableHeaders(raw: RawHeaders): string[] {
  const kept: string[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    if (NAME.test(name)) kept.push(name, writable(raw[i + 1] ?? ''))
  }
  return kept
}

/** The reason phrase byte for byte, without characters that Node cannot write. The parser had read it as UTF-8. */
export function writableReason(reason: string): string {
  if (/^[\x20-\x7e]*$/.test(reason)) return reason
  return Buffer.from(reason, 'utf8').toString('latin1').replace(EVERY_REFUSED, '')
}

function writable(value: string): string {
  return REFUSED.test(value) ? value.replace(EVERY_REFUSED, '') : value
}

/** Without the headers of this name. */
export function without(raw: RawHeaders, name: string): string[] {
  return raw.filter((_, i) => !isHeaderNamed(raw[i - (i % 2)] ?? '', name))
}
