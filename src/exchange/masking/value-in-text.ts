/** A value in running text, behind the sign of its name. */
export interface TextValue {
  /** As it is written, inside its quotes and their blanks. */
  readonly raw: string
  readonly start: number
  /** Whether quotes stand around it, or one before it. */
  readonly isQuoted: boolean
  /** Where the text goes on. */
  readonly next: number
}

const EQUALS = 0x3d

const BEHIND_EQUALS = /[=>]{0,2}[^\S\r\n]{0,16}/y
/** YAML goes on in the next line, behind the sign of a block, of a list or of a kind. */
const BEHIND_COLON =
  /[=>]{0,2}[^\S\r\n]{0,16}(?:(?:[|>][+-]?\d?[^\S\r\n]{0,16})?\r?\n[^\S\r\n]{0,32}(?:- )?)?(?:!!?\w{0,20} )?/y
const LABEL = /\[[a-z_]+(?:#|%23)\d+\]/y
const ONLY_LABELS = /^(?:\[[a-z_]+(?:#|%23)\d+\]\s*)+$/
/** The bracket of a list, letters that tell the kind of a string, a quote. */
const OPENING = /(?:\[\s?(?!object ))?(?:[ubrf]{1,2}(?=["']))?["'`“”„«]?/iy
/** A bracket or a quote ends it where no word goes on, a backslash where it may escape something. */
const BARE =
  /(?:[^\s"'`&;,<>[\](){}\\]|\\(?![\\"'`/bfnrtux\r\n]))(?:[^\s"'`&;,<>[\](){}\\]|\\(?![\\"'`/bfnrtux\r\n])|(?!\[[a-z_]+(?:#|%23)\d)["'`[\](){}](?=[A-Za-z0-9])){0,8191}/y
const TYPOGRAPHIC = /[^“”„«»\r\n]{1,8192}/y
const LINE_END = signsOf('\r\n')
/** A value of several lines holds nothing that looks like another name. */
const NAMING = signsOf('=:<>{}')
const MOST_OF_LINES = 2048
/** Behind a quote that is never closed: a word that another kind of quote closes; else all up to another name, or to the line's end. */
const OPEN =
  /[^\s"'`]{1,8192}(?=["'`](?:[\s,;)}>\]&/]|$))|[^\r\n]{1,8192}?(?=[\s,;&]\s{0,3}["'`]?[A-Za-z][\w.-]{1,39}["'`]?\s?(?::|=(?![=\s]|$))|&[\w.%[\]-]{1,40}=|[\r\n]|$)/y

/** The value behind the sign at `sign`; null where nothing stands there, or labels. */
export function valueBehind(text: string, sign: number): TextValue | null {
  const at = valueAt(text, sign)
  if (text.charCodeAt(at) === OPENING_BRACKET && endOf(LABEL, text, at) > at) return null
  const from = openedAt(text, at)
  const quote = from > at ? (text[from - 1] ?? '') : ''
  const isQuoted = isQuote(quote)
  const end = isQuoted ? endOfQuoted(text, from, quote) : endOf(BARE, text, from)
  const held = text.slice(from, end)
  const raw = isVisible(text.charCodeAt(from)) && isVisible(text.charCodeAt(end - 1)) ? held : held.trim()
  if (raw === '' || (raw.startsWith('[') && ONLY_LABELS.test(raw))) return null
  const start = raw.length === held.length ? from : from + held.indexOf(raw)
  return { raw, start, isQuoted, next: isQuoted && text[end] === quote ? end + 1 : end }
}

/** Whether it is plainly no blank. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f
}

/** Behind the sign; nearly always a value follows it at once. */
function valueAt(text: string, sign: number): number {
  if (isPlain(text.charCodeAt(sign + 1))) return sign + 1
  return endOf(text.charCodeAt(sign) === EQUALS ? BEHIND_EQUALS : BEHIND_COLON, text, sign + 1)
}

/** Behind what opens a value. */
function openedAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === DOUBLE || code === SINGLE) return at + 1
  return isDigit(code) ? at : endOf(OPENING, text, at)
}

const DOUBLE = 0x22
const SINGLE = 0x27
const BACKTICK = 0x60
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b

/** A letter, a digit, a quote. */
function isPlain(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return letter || isDigit(code) || code === DOUBLE || code === SINGLE
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isQuote(char: string): boolean {
  return char !== '' && (isPlainQuote(char.charCodeAt(0)) || '“”„«'.includes(char))
}

function endOfQuoted(text: string, start: number, quote: string): number {
  if (quote > '~') return endOf(TYPOGRAPHIC, text, start)
  const code = quote.charCodeAt(0)
  const end = closingQuote(text, start, code, LINE_END)
  if (end >= 0) return end
  const later = closingQuote(text.slice(0, start + MOST_OF_LINES), start, code, NAMING)
  if (later >= 0) return later
  const open = endOf(OPEN, text, start)
  return open > start ? open : endOf(BARE, text, start)
}

/** -1 where there is none before a barrier. Behind a backslash, or doubled, it closes nothing. */
function closingQuote(text: string, from: number, quote: number, barrier: Uint8Array): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === quote) {
      if (text.charCodeAt(i + 1) !== quote) return i
      i++
    } else if (code < 128 && barrier[code] === 1) return -1
  }
  return -1
}

function signsOf(text: string): Uint8Array {
  const signs = new Uint8Array(128)
  for (const char of text) signs[char.charCodeAt(0)] = 1
  return signs
}

/** Where a sticky expression that begins at `from` ends; `from` where it finds nothing. */
function endOf(form: RegExp, text: string, from: number): number {
  form.lastIndex = from
  return form.test(text) ? form.lastIndex : from
}

/** What a value within quotes stands for: a backslash before a quote or another backslash is none of it, nor is a quote's double. */
export function unescaped(raw: string): string {
  return withoutDoubles(raw.includes('\\') ? withoutEscapes(raw) : raw)
}

function withoutEscapes(text: string): string {
  let plain = ''
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (next !== BACKSLASH && !isPlainQuote(next)) continue
    plain += text.slice(from, at)
    from = ++at
  }
  return from === 0 ? text : plain + text.slice(from)
}

function withoutDoubles(text: string): string {
  let plain = ''
  let from = 0
  for (let i = 1, before = text.charCodeAt(0); i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isDouble = code === before && isPlainQuote(code)
    before = isDouble ? 0 : code
    if (!isDouble) continue
    plain += text.slice(from, i)
    from = i + 1
  }
  return from === 0 ? text : plain + text.slice(from)
}

function isPlainQuote(code: number): boolean {
  return code === DOUBLE || code === SINGLE || code === BACKTICK
}
