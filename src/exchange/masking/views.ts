import { hexDigit } from './bytes.js'

/**
 * A text as a reader would see it after undoing one more level of encoding, with the way back. Most of a text is encoded nowhere,
 * so the way back is kept as the places where it bends: memory goes with the escape sequences, not with the text.
 */
export interface View {
  readonly text: string
  /** The level above, which this one decodes; null: the original itself. */
  readonly outer: View | null
  readonly bends: Bends | null
}

/** From the view's offset `inner[i]` on, up to the next, offsets run beside those of the level above from `outer[i]` on. */
interface Bends {
  readonly inner: Int32Array
  readonly outer: Int32Array
}

/** Doubly encoded texts exist (a URL in a query, JSON in a JSON string); more than three levels nobody writes. */
const MAX_LEVELS = 3

const SPECIAL = /[\\%&]/
const BACKSLASH = 0x5c
const PERCENT = 0x25
const AMPERSAND = 0x26
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
)
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

/**
 * The text itself, then each further level of percent, JSON and HTML decoding that changes it. Of a text that was `cut`, these levels end
 * before an escape sequence that the cut left in parts.
 */
export function viewsOf(text: string, cut = false): Views {
  const views: Views = [{ text, outer: null, bends: null }]
  for (let level = 0; level < MAX_LEVELS; level++) {
    const last = innermost(views)
    const next = SPECIAL.test(last.text) ? decodeOnce(last, cut) : null
    if (next === null) break
    views.push(next)
  }
  return views
}

/** The text itself, and what it turns out to be, level by level. */
export type Views = [View, ...View[]]

/** The level that decodes the most. */
export function innermost(views: Views): View {
  return views[views.length - 1] ?? views[0]
}

/** Where a stretch of the view lies in the original text. */
export function originOf(view: View, start: number, end: number): readonly [start: number, end: number] {
  return [origin(view, start), origin(view, end)]
}

function origin(view: View, offset: number): number {
  let at = offset
  for (let level = view; level.outer && level.bends; level = level.outer) at = outwards(level.bends, at)
  return at
}

function outwards({ inner, outer }: Bends, offset: number): number {
  const i = lastAtMost(inner, offset)
  const at = (outer[i] ?? 0) + offset - (inner[i] ?? 0)
  return Math.min(at, outer[i + 1] ?? at)
}

/** Whether an offset of the original lies between two characters of the view, and not inside an escape sequence. */
export function isBoundary(view: View, offset: number): boolean {
  return inwards(view, offset) >= 0
}

function inwards(view: View, offset: number): number {
  if (!view.outer || !view.bends) return offset
  const at = inwards(view.outer, offset)
  if (at < 0) return -1
  const { inner, outer } = view.bends
  const i = lastAtMost(outer, at)
  const found = (inner[i] ?? 0) + at - (outer[i] ?? 0)
  const next = inner[i + 1]
  return next === undefined || found < next || at === outer[i] ? found : -1
}

/** The index of the last value that is at most `wanted`; the first value is. */
function lastAtMost(sorted: Int32Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sorted[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

/** An escape sequence without its end; of a character in several bytes the first ones. */
const TORN =
  /(?:(?<=(?<!\\)(?:\\\\)*)\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|%(?:[0-9a-f]?|[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,2}(?:%[0-9a-f]?)?)|&#?[0-9a-z]{0,9})$/i
const LONGEST_TORN = 24

function wholeLength(text: string): number {
  const tail = text.slice(-LONGEST_TORN)
  const torn = TORN.exec(tail)
  return text.length - (torn ? tail.length - torn.index : 0)
}

/** One level of decoding; null where nothing changes. */
function decodeOnce(view: View, cut: boolean): View | null {
  const { text } = view
  const writer = createWriter(text)
  const length = cut ? wholeLength(text) : text.length
  for (let i = 0; i < length; ) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i = decodeEscape(text, i, writer)
    else if (code === PERCENT) i = decodePercent(text, i, writer)
    else if (code === AMPERSAND) i = decodeEntity(text, i, writer)
    else i++
  }
  if (length < text.length) writer.put(length, '', text.length)
  return writer.end(view)
}

/** Takes the decoded characters in their order, and copies what stands between them. */
interface Writer {
  /** `chars` stand for what begins at `from` and ends before `next`. */
  put(from: number, chars: string, next: number): void
  end(outer: View): View | null
}

const PIECE = 8192

function createWriter(text: string): Writer {
  let inner = new Int32Array(64)
  let outer = new Int32Array(64)
  let bends = 0
  let length = 0
  let plainFrom = 0
  const parts: string[] = []
  let piece: string[] = []

  const bend = (from: number) => {
    if (bends === inner.length) {
      inner = grown(inner)
      outer = grown(outer)
    }
    inner[bends] = length
    outer[bends++] = from
  }
  const push = (part: string) => {
    length += part.length
    if (piece.push(part) < PIECE) return
    parts.push(piece.join(''))
    piece = []
  }
  const copyPlain = (until: number) => {
    if (until === plainFrom) return
    bend(plainFrom)
    push(text.slice(plainFrom, until))
  }

  return {
    put(from, chars, next) {
      copyPlain(from)
      bend(from)
      push(chars)
      plainFrom = next
    },
    end(view) {
      if (plainFrom === 0) return null
      copyPlain(text.length)
      bend(text.length)
      parts.push(piece.join(''))
      return {
        text: parts.join(''),
        outer: view,
        bends: { inner: inner.subarray(0, bends), outer: outer.subarray(0, bends) },
      }
    },
  }
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2)
  larger.set(values)
  return larger
}

// Each writes what the sequence at `i` stands for, and answers where to go on.

function decodeEscape(text: string, i: number, writer: Writer): number {
  const kind = text[i + 1]
  const digits = kind === 'u' ? 4 : kind === 'x' ? 2 : 0
  if (digits === 0) {
    const char = kind === undefined ? undefined : ESCAPES[kind]
    if (char === undefined) return i + 1
    writer.put(i, char, i + 2)
    return i + 2
  }
  const code = hexAt(text, i + 2, digits)
  if (code < 0) return i + 1
  writer.put(i, String.fromCharCode(code), i + 2 + digits)
  return i + 2 + digits
}

function decodePercent(text: string, i: number, writer: Writer): number {
  const lead = hexAt(text, i + 1, 2)
  if (lead < 0) return i + 1
  const width = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  let point = width === 1 ? lead : lead & (0xff >> (width + 1))
  let next = i + 3
  for (let rest = 1; rest < width; rest++, next += 3) {
    const byte = text.charCodeAt(next) === PERCENT ? hexAt(text, next + 1, 2) : -1
    if ((byte & 0xc0) !== 0x80 || byte < 0) {
      point = 0xfffd
      break
    }
    point = (point << 6) | (byte & 0x3f)
  }
  writer.put(i, String.fromCodePoint(point > 0x10ffff ? 0xfffd : point), next)
  return next
}

function decodeEntity(text: string, i: number, writer: Writer): number {
  let end = i + 1
  while (end - i <= 10 && end < text.length && text.charCodeAt(end) !== 0x3b) end++
  if (text.charCodeAt(end) !== 0x3b) return i + 1
  const name = text.slice(i + 1, end)
  const char = name.startsWith('#') ? numericEntity(name) : ENTITIES.get(name)
  if (char === undefined) return i + 1
  writer.put(i, char, end + 1)
  return end + 1
}

function numericEntity(name: string): string | undefined {
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!match) return undefined
  const code = match[1] ? Number.parseInt(match[1], 16) : Number(match[2])
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function hexAt(text: string, from: number, digits: number): number {
  let value = 0
  for (let i = from; i < from + digits; i++) {
    const digit = hexDigit(text.charCodeAt(i))
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}
