import { type Exchange, headerValue } from './exchange.js'
import { LABEL } from './masking/labels.js'

/**
 * The request as a cURL command for a POSIX shell, ready to be pasted. Masked values are names of the environment:
 * `[access_token#1]` becomes `$HOMOLOGA_ACCESS_TOKEN`, a second token `$HOMOLOGA_ACCESS_TOKEN_2`.
 */
export function toCurl(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.request
  const parts = ['curl', '--include']
  if (method === 'HEAD') parts.push('--head')
  else if (method !== 'GET' || body?.text) parts.push('--request', quote(method))
  if (headerValue(headers, 'accept-encoding') !== null) parts.push('--compressed')
  for (const [name, value] of headers) {
    if (ADDED.has(name.toLowerCase()) || name.startsWith(':')) continue
    // cURL leaves a header without a value out, unless it ends in a semicolon
    parts.push('--header', quote(value === '' ? `${name};` : `${name}: ${value}`))
  }
  if (body?.text) parts.push('--data-raw', quote(body.text))
  parts.push('--globoff', quote(url))
  return parts.join(' ')
}

/** Headers that cURL writes itself, rightly only itself. */
const ADDED: ReadonlySet<string> = new Set(
  'host content-length connection transfer-encoding accept-encoding keep-alive'.split(' '),
)

const LABELS = new RegExp(LABEL.source, 'g')

/** Puts everything in single quotes except the names of secrets, which go in double quotes. */
function quote(text: string): string {
  let quoted = ''
  let from = 0
  for (const match of text.matchAll(LABELS)) {
    const [label, kind = '', number] = match
    const name = `HOMOLOGA_${kind.toUpperCase()}${number === '1' ? '' : `_${number}`}`
    quoted += `${single(text.slice(from, match.index))}"$${name}"`
    from = match.index + label.length
  }
  const rest = single(text.slice(from))
  return quoted + rest === '' ? "''" : quoted + rest
}

/** Control characters other than tab and line feed could command the terminal they are pasted into: they become visible. */
function single(text: string): string {
  if (text === '') return ''
  const visible = text.replace(
    /[^\P{Cc}\t\n]/gu,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  if (/^[\w@%+=:,./-]+$/.test(visible)) return visible
  return `'${visible.replaceAll("'", `'\\''`)}'`
}
