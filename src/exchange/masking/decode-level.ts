import type { Bends } from './bends.js'
import { hexDigit } from './bytes.js'

interface Decoded {
  readonly text: string
  /** The way back. */
  readonly bends: Bends
}

const BACKSLASH = 0x5c
const PERCENT = 0x25
const AMPERSAND = 0x26

const ENTITIES: ReadonlyMap<string, number> = new Map(
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
  }).map(([name, char]) => [name, char.charCodeAt(0)]),
)
/** What the letter behind a backslash stands for, by their codes. */
const ESCAPES = new Uint8Array(128)
for (const [letter, char] of ['n\n', 'r\r', 't\t', 'b\b', 'f\f', '""', '//', '\\\\'])
  ESCAPES[letter?.charCodeAt(0) ?? 0] = char?.charCodeAt(0) ?? 0

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
export function decodeLevel(text: string, cut: boolean): Decoded | null {
  const writer = new Writer(text)
  const length = cut ? wholeLength(text) : text.length
  for (let i = 0; i < length; ) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i = decodeEscape(text, i, writer)
    else if (code === PERCENT) i = decodePercent(text, i, writer)
    else if (code === AMPERSAND) i = decodeEntity(text, i, writer)
    else i++
  }
  if (length < text.length) writer.put(length, -1, text.length)
  return writer.end()
}

const PIECE = 8192
/** Shorter stretches are copied character by character. */
const SHORT = 12

/** What a writer holds back; one at a time is at work, and most texts are short. */
const codes = new Uint16Array(PIECE)

/** Takes the decoded characters in their order, and copies what stands between them. */
class Writer {
  readonly #text: string
  #inner = new Int32Array(64)
  #outer = new Int32Array(64)
  #bends = 0
  #length = 0
  #plainFrom = 0
  readonly #parts: string[] = []
  #held = 0

  constructor(text: string) {
    this.#text = text
  }

  /** `point`, a character's code, stands for what begins at `from` and ends before `next`; -1: nothing does. */
  put(from: number, point: number, next: number): void {
    this.#copyPlain(from)
    this.#bend(from)
    this.#plainFrom = next
    if (point < 0) return
    if (this.#held > PIECE - 2) this.#flush()
    if (point > 0xffff) {
      codes[this.#held++] = 0xd7c0 + (point >> 10)
      codes[this.#held++] = 0xdc00 + (point & 0x3ff)
      this.#length += 2
    } else {
      codes[this.#held++] = point
      this.#length++
    }
  }

  end(): Decoded | null {
    const { length } = this.#text
    if (this.#plainFrom === 0) return null
    this.#copyPlain(length)
    this.#bend(length)
    this.#flush()
    return {
      text: this.#parts.join(''),
      bends: {
        inner: { at: this.#inner.subarray(0, this.#bends), last: 0 },
        outer: { at: this.#outer.subarray(0, this.#bends), last: 0 },
      },
    }
  }

  #copyPlain(until: number): void {
    const text = this.#text
    const from = this.#plainFrom
    if (until === from) return
    this.#bend(from)
    this.#length += until - from
    if (until - from > SHORT || this.#held + SHORT > PIECE) {
      this.#flush()
      this.#parts.push(text.slice(from, until))
    } else for (let i = from; i < until; i++) codes[this.#held++] = text.charCodeAt(i)
  }

  #flush(): void {
    if (this.#held === 0) return
    this.#parts.push(String.fromCharCode.apply(null, codes.subarray(0, this.#held) as unknown as number[]))
    this.#held = 0
  }

  #bend(from: number): void {
    if (this.#bends === this.#inner.length) {
      this.#inner = grown(this.#inner)
      this.#outer = grown(this.#outer)
    }
    this.#inner[this.#bends] = this.#length
    this.#outer[this.#bends++] = from
  }
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2)
  larger.set(values)
  return larger
}

// Each writes what the sequence at `i` stands for, and answers where to go on.

function decodeEscape(text: string, i: number, writer: Writer): number {
  const kind = text.charCodeAt(i + 1)
  const digits = kind === 0x75 ? 4 : kind === 0x78 ? 2 : 0
  if (digits === 0) {
    const code = kind < 128 ? (ESCAPES[kind] ?? 0) : 0
    if (code === 0) return i + 1
    writer.put(i, code, i + 2)
    return i + 2
  }
  const code = hexAt(text, i + 2, digits)
  if (code < 0) return i + 1
  writer.put(i, code, i + 2 + digits)
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
    if ((byte & 0xc0) !== 0x80) {
      point = 0xfffd
      break
    }
    point = (point << 6) | (byte & 0x3f)
  }
  writer.put(i, point > 0x10ffff ? 0xfffd : point, next)
  return next
}

function decodeEntity(text: string, i: number, writer: Writer): number {
  let end = i + 1
  while (end - i <= 10 && isOfEntity(text.charCodeAt(end))) end++
  if (text.charCodeAt(end) !== 0x3b) return i + 1
  const name = text.slice(i + 1, end)
  const point = name.startsWith('#') ? numericEntity(name) : ENTITIES.get(name)
  if (point === undefined) return i + 1
  writer.put(i, point, end + 1)
  return end + 1
}

/** A sign, a letter, a digit: what else stands there ends what may be one. */
function isOfEntity(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return letter || (code >= 0x30 && code <= 0x39) || code === 0x23
}

function numericEntity(name: string): number | undefined {
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!match) return undefined
  const code = match[1] ? Number.parseInt(match[1], 16) : Number(match[2])
  return code > 0 && code <= 0x10ffff ? code : undefined
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
