/**
 * A text as a reader would see it after undoing one more level of encoding, with the way back: `at[i]` is the offset in the
 * original text of the view's character `i`, and `at[text.length]` the original's length. null: the original itself.
 */
export interface View {
  readonly text: string
  readonly at: Int32Array | null
}

/** Doubly encoded texts exist (a URL in a query, JSON in a JSON string); more than three levels nobody writes. */
const MAX_LEVELS = 3

const SPECIAL = /[\\%&]/
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  commat: '@',
  period: '.',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  plus: '+',
  sol: '/',
  equals: '=',
  colon: ':',
  nbsp: ' ',
}
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  '/': '/',
  '\\': '\\',
}

/** The text itself, then each further level of percent, JSON and HTML decoding that changes it. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, at: null }]
  let last: View | null = views[0] ?? null
  for (let level = 0; level < MAX_LEVELS && last !== null; level++) {
    last = decodeOnce(last)
    if (last) views.push(last)
  }
  return views
}

/** Where a stretch of the view lies in the original text. */
export function originOf(view: View, start: number, end: number): readonly [start: number, end: number] {
  return view.at ? [view.at[start] ?? start, view.at[end] ?? end] : [start, end]
}

function decodeOnce(view: View): View | null {
  const { text } = view
  if (!SPECIAL.test(text)) return null

  const at = new Int32Array(text.length + 1)
  const parts: string[] = []
  let length = 0
  let plainFrom = 0
  let changed = false
  const keepPlain = (until: number) => {
    for (let i = plainFrom; i < until; i++) at[length++] = i
    if (until > plainFrom) parts.push(text.slice(plainFrom, until))
  }

  for (let i = 0; i < text.length; ) {
    const decoded = decodeAt(text, i)
    if (decoded === null) {
      i++
      continue
    }
    changed = true
    keepPlain(i)
    for (const [from, char] of decoded.chars) {
      for (let k = 0; k < char.length; k++) at[length++] = from
      parts.push(char)
    }
    i = decoded.next
    plainFrom = i
  }
  if (!changed) return null
  keepPlain(text.length)
  at[length] = text.length

  return { text: parts.join(''), at: compose(view.at, at, length) }
}

function compose(outer: Int32Array | null, inner: Int32Array, length: number): Int32Array {
  const at = inner.slice(0, length + 1)
  if (outer) for (let i = 0; i <= length; i++) at[i] = outer[at[i] ?? 0] ?? 0
  return at
}

interface Decoded {
  readonly chars: readonly (readonly [from: number, char: string])[]
  readonly next: number
}

function decodeAt(text: string, i: number): Decoded | null {
  const code = text.charCodeAt(i)
  if (code === 0x5c) return decodeEscape(text, i)
  if (code === 0x25) return decodePercent(text, i)
  if (code === 0x26) return decodeEntity(text, i)
  return null
}

function decodeEscape(text: string, i: number): Decoded | null {
  const kind = text[i + 1]
  if (kind === undefined) return null
  const digits = kind === 'u' ? 4 : kind === 'x' ? 2 : 0
  if (digits === 0) {
    const char = ESCAPES[kind]
    return char === undefined ? null : { chars: [[i, char]], next: i + 2 }
  }
  const code = hex(text, i + 2, digits)
  return code < 0 ? null : { chars: [[i, String.fromCharCode(code)]], next: i + 2 + digits }
}

function decodePercent(text: string, i: number): Decoded | null {
  const bytes: number[] = []
  let next = i
  while (text.charCodeAt(next) === 0x25) {
    const byte = hex(text, next + 1, 2)
    if (byte < 0) break
    bytes.push(byte)
    next += 3
  }
  if (bytes.length === 0) return null

  const chars: [number, string][] = []
  for (let b = 0; b < bytes.length; ) {
    const lead = bytes[b] ?? 0
    const width = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    const char =
      width === 1 ? String.fromCharCode(lead) : Buffer.from(bytes.slice(b, b + width)).toString('utf8')
    chars.push([i + b * 3, char])
    b += width
  }
  return { chars, next }
}

function decodeEntity(text: string, i: number): Decoded | null {
  let end = i + 1
  while (end - i <= 10 && end < text.length && text.charCodeAt(end) !== 0x3b) end++
  if (text.charCodeAt(end) !== 0x3b) return null
  const name = text.slice(i + 1, end)
  const char = name.startsWith('#') ? numericEntity(name) : ENTITIES[name]
  return char === undefined ? null : { chars: [[i, char]], next: end + 1 }
}

function numericEntity(name: string): string | undefined {
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!match) return undefined
  const code = match[1] ? Number.parseInt(match[1], 16) : Number(match[2])
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function hex(text: string, from: number, digits: number): number {
  let value = 0
  for (let i = from; i < from + digits; i++) {
    const code = text.charCodeAt(i)
    const digit =
      code >= 0x30 && code <= 0x39
        ? code - 0x30
        : (code | 0x20) >= 0x61 && (code | 0x20) <= 0x66
          ? (code | 0x20) - 0x57
          : -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}
