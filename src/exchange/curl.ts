import { type Exchange, headerValue } from './exchange.js'
import { LABEL, splitAtLabels } from './masking/labels.js'

/** Writes a request as a cURL command for a POSIX shell. Labels become variables: `$HOMOLOGA_CODE` for `[code#1]`, `$HOMOLOGA_CODE_2` for `[code#2]`. */
export function toCurl(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.request
  const parts = ['curl', '--include']
  if (method === 'HEAD') parts.push('--head')
  else if (method !== 'GET' || body?.text) parts.push('--request', quote(method))
  if (headerValue(headers, 'accept-encoding') !== null) parts.push('--compressed')
  for (const [name, value] of headers) {
    if (ADDED.has(name.toLowerCase())) continue
    // without the semicolon, cURL would leave out a header that has no value
    parts.push('--header', quote(value === '' ? `${name};` : `${name}: ${value}`))
  }
  if (body?.text) parts.push('--data-raw', quote(body.text))
  parts.push('--globoff', quote(url)) // else cURL reads brackets in the address as a pattern
  return parts.join(' ')
}

/** Headers that cURL adds itself, `accept-encoding` because of `--compressed`. */
const ADDED: ReadonlySet<string> = new Set(
  'host content-length connection transfer-encoding accept-encoding keep-alive'.split(' '),
)

/** Quotes a text for the shell: in single quotes, but variables in double quotes, so that the shell replaces them. */
function quote(text: string): string {
  const quoted = splitAtLabels(text).map((part, i) => (i % 2 === 0 ? quoteSingly(part) : variableOf(part)))
  return quoted.join('') || "''"
}

function variableOf(label: string): string {
  const [, kind = '', number] = LABEL.exec(label) ?? []
  return `"$HOMOLOGA_${kind.toUpperCase()}${number === '1' ? '' : `_${number}`}"`
}

/** Quotes a text without variables. Control characters become visible (`\x1b`), because they could command the terminal. */
function quoteSingly(text: string): string {
  if (text === '') return ''
  const showCode = (char: string) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  const visible = text.replace(/[^\P{Cc}\t\n]/gu, showCode)
  if (/^[\w@%+=:,./-]+$/.test(visible)) return visible
  return `'${visible.replaceAll("'", `'\\''`)}'`
}
