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
const OPENING = /(?:\[\s?(?!object ))?(?:[ubrf]{1,2}(?=["']))?(["'`“”„«]?)/iy
/** A bracket or a quote ends it where no word goes on, a backslash where it may escape something. */
const BARE =
  /(?:[^\s"'`&;,<>[\](){}\\]|\\(?![\\"'`/bfnrtux\r\n]))(?:[^\s"'`&;,<>[\](){}\\]|\\(?![\\"'`/bfnrtux\r\n])|(?!\[[a-z_]+(?:#|%23)\d)["'`[\](){}](?=[A-Za-z0-9])){0,8191}/y
const TYPOGRAPHIC = /[^“”„«»\r\n]{1,8192}/y
/** A value of several lines holds nothing that looks like another name. */
const NAMING = '=:<>{}'
const LINE_END = '\r\n'
const MOST_OF_LINES = 2048
/** Behind a quote that is never closed: a word that another kind of quote closes; else all up to another name, or to the line's end. */
const OPEN =
  /[^\s"'`]{1,8192}(?=["'`](?:[\s,;)}>\]&/]|$))|[^\r\n]{1,8192}?(?=[\s,;&]\s{0,3}["'`]?[A-Za-z][\w.-]{1,39}["'`]?\s?(?::|=(?![=\s]|$))|&[\w.%[\]-]{1,40}=|[\r\n]|$)/y

/** The value behind the sign at `sign`; null where nothing stands there, or labels. */
export function valueBehind(text: string, sign: number): TextValue | null {
  const lead = text.charCodeAt(sign) === EQUALS ? BEHIND_EQUALS : BEHIND_COLON
  const at = endOf(lead, text, sign + 1)
  if (endOf(LABEL, text, at) > at) return null
  OPENING.lastIndex = at
  const [opening = '', quote = ''] = OPENING.exec(text) ?? []
  const from = at + opening.length
  const isQuoted = quote !== ''
  const end = isQuoted ? endOfQuoted(text, from, quote) : endOf(BARE, text, from)
  const raw = text.slice(from, end).trim()
  if (raw === '' || ONLY_LABELS.test(raw)) return null
  const start = text.indexOf(raw, from)
  return { raw, start, isQuoted, next: isQuoted && text[end] === quote ? end + 1 : end }
}

function endOfQuoted(text: string, start: number, quote: string): number {
  if (quote > '~') return endOf(TYPOGRAPHIC, text, start)
  const end = closingQuote(text, start, quote, LINE_END)
  if (end >= 0) return end
  const later = closingQuote(text.slice(0, start + MOST_OF_LINES), start, quote, NAMING)
  if (later >= 0) return later
  const open = endOf(OPEN, text, start)
  return open > start ? open : endOf(BARE, text, start)
}

/** -1 where there is none before a sign of `barrier`. Behind a backslash, or doubled, it closes nothing. */
function closingQuote(text: string, from: number, quote: string, barrier: string): number {
  for (let i = from; i < text.length; i++) {
    const char = text[i] ?? ''
    if (char === '\\') i++
    else if (char === quote) {
      if (text[i + 1] !== quote) return i
      i++
    } else if (barrier.includes(char)) return -1
  }
  return -1
}

/** Where a sticky expression that begins at `from` ends; `from` where it finds nothing. */
function endOf(form: RegExp, text: string, from: number): number {
  form.lastIndex = from
  return form.test(text) ? form.lastIndex : from
}

/** What a value within quotes stands for. */
export function unescaped(raw: string): string {
  const plain = raw.includes('\\') ? raw.replace(/\\(["'`\\])/g, '$1') : raw
  return /""|''|``/.test(plain) ? plain.replace(/(["'`])\1/g, '$1') : plain
}
