import { atPlace } from './at-place.js'
import type { Match, SecretKind } from './labels.js'
import { isPlaceholder, looksRandom } from './looks.js'
import { matters, type Place, placeOf } from './names.js'
import { personalIn } from './personal-data.js'

/**
 * Finds secrets and personal data in a text that is neither JSON nor a form: a value, a header, an error message, a
 * page.
 */
export function secretsInText(text: string, isBareMasked: boolean): Match[] {
  const matches: Match[] = []
  if (/[=:<]/.test(text)) {
    namedValues(text, matches)
    if (text.includes('<')) elements(text, matches)
    if (text.includes('name=')) parts(text, matches)
  }
  if (MAY_HAVE_FORM.test(text)) ownForms(text, matches)
  for (const { kind, start, end, isBare } of personalIn(text)) {
    const value = text.slice(start, end)
    const mayBeNumber = isBare && (!isBareMasked || (/^\d+$/.test(value) && !isPerson(text, start)))
    if (!mayBeNumber) matches.push({ start, end, kind, value })
  }
  return matches
}

function ownForms(text: string, matches: Match[]): void {
  for (const [form, kind, accept] of FORMS) {
    for (const { 0: found, 1: value = found, index } of text.matchAll(form)) {
      if (!accept(value)) continue
      const start = index + found.lastIndexOf(value)
      const own = /^basic/i.test(found) ? 'basic' : kind
      matches.push({ start, end: start + value.length, kind: own, value, isNamed: true })
    }
  }
}

const MAY_HAVE_FORM = /bearer|basic|eyJ|:\/\/|-----BEGIN/i

/** Secrets that show by themselves what they are. */
const FORMS: readonly (readonly [form: RegExp, kind: SecretKind, accept: (value: string) => boolean])[] = [
  [/(?<![\w-])(?:bearer|basic)(?:\s|%20|\+){1,3}["'`]?([\w.~+/=-]{8,})/gi, 'access_token', looksRandom],
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w.-]+/g, 'access_token', () => true],
  [/:\/\/[^\s/?#"'<>:@]{0,256}:([^\s/?#"'<>@]{1,256})@/g, 'secret', (value) => !isPlaceholder(value)],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----([\s\S]+?)(?:-----END|$)/g, 'secret', () => true],
]

const NAMED =
  /(?<![\p{L}\w.-])([\p{L}\d_][\p{L}\w.-]{1,60}(?:\[\w*\])*)[\]"'`*\\]{0,4}[^\S\r\n]{0,16}(=>|:=|={1,2}|:)/gu

/** Finds the value after a name and a sign: `senha=…`, `"token": "…"`, `Authorization: Bearer …`. */
function namedValues(text: string, matches: Match[]): void {
  let until = 0
  for (const { 0: all, 1: name = '', 2: sign = '', index } of text.matchAll(NAMED)) {
    const place = placeOf(name)
    if (index < until || !matters(place)) continue
    const value = valueAt(text, index + all.length, { place, name, isColon: sign === ':' })
    if (value === null) continue
    const found = atPlace(place, name, value.text)
    if (value.isWhole && found.length > 0) until = value.start + value.text.length
    for (const match of found)
      matches.push({ ...match, start: value.start + match.start, end: value.start + match.end })
  }
}

interface NameBefore {
  readonly place: Place
  readonly name: string
  readonly isColon: boolean
}

interface TextValue {
  readonly text: string
  readonly start: number
  /** No name in it is looked for: it has no quotes, or all of its line belongs to it because its quote is never closed. */
  readonly isWhole: boolean
}

const BLANKS = /[^\S\r\n]{0,16}/y
/** YAML may put the value on the next line, after `|`, `>` or `-`. */
const BLANKS_AND_LINES = /\s{0,40}(?:(?:[|>][+-]?|-|!!\w+)\s{1,40})?/y
const QUOTE = /(?:\bu)?(\\*(?:"""|'''|["'`])|[“«])/y
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '«': '»' }
const CREDENTIALS = /[A-Za-z][\w-]{0,30}[^\S\r\n]{1,3}([^\s"'`,;<>&]{8,8192})/y
const COOKIES = /[^\s=;]{1,256}=[^\r\n"'`<>]{8,}/y
const WORD = /(?!\[object Object\])[[({]*([^\s,;&<>]+)/y

/** The value; null if it is a common word, as in `senha: inválida`. */
function valueAt(text: string, from: number, { place, name, isColon }: NameBefore): TextValue | null {
  const begin = from + (at(isColon ? BLANKS_AND_LINES : BLANKS, text, from)?.[0].length ?? 0)
  const quote = at(QUOTE, text, begin)
  if (quote) {
    const start = begin + quote[0].length
    const end = closingOf(text, start, CLOSING[quote[1] ?? ''] ?? quote[1] ?? '')
    const inner = text.slice(start, end ?? lineEnd(text, start))
    const value = inner.trim()
    return { text: value, start: start + inner.indexOf(value), isWhole: end === null }
  }
  const whole =
    place.is === 'authorization'
      ? at(CREDENTIALS, text, begin)
      : /cookie$/i.test(name)
        ? at(COOKIES, text, begin)
        : null
  if (whole && looksRandom(whole[1] ?? whole[0])) return { text: whole[0], start: begin, isWhole: true }
  const [all = '', rest = ''] = at(WORD, text, begin) ?? []
  const word = rest.replace(/[)\]}"'`.\\]+$/, '')
  const isProse = !looksRandom(word) && (place.is === 'authorization' || (place.is === 'secret' && isColon))
  return isProse || word === ''
    ? null
    : { text: word, start: begin + all.length - rest.length, isWhole: true }
}

function at(form: RegExp, text: string, index: number): RegExpExecArray | null {
  form.lastIndex = index
  return form.exec(text)
}

/** Longer values are taken for quotes that are never closed. */
const LONGEST_QUOTED = 8192

/** Finds the closing quote; null if there is none. A quote that is doubled or follows a backslash does not close. */
function closingOf(text: string, from: number, quote: string): number | null {
  const near = text.slice(from, from + LONGEST_QUOTED)
  for (let end = near.indexOf(quote); end >= 0; end = near.indexOf(quote, end + 1)) {
    let slash = end
    while (slash > 0 && near[slash - 1] === '\\') slash--
    if ((end - slash) % 2 === 1) continue
    if (end === 0 || !near.startsWith(quote, end + quote.length)) return from + end
    end += quote.length
  }
  return null
}

function lineEnd(text: string, from: number): number {
  const length = text.slice(from).search(/[\r\n]/)
  return length < 0 ? text.length : from + length
}

const ELEMENT =
  /<((?:[\w-]{1,80}:)?[\w.-]{1,80})(\s[^<>]{0,500})?(?<!\/)>\s{0,80}(?:<!\[CDATA\[)?([^<\]]{1,8192})(<\/|\]\])?/g
const TAG = /<[a-z][^<>]{0,1000}/gi
const NAMING = /\s(?:name|nome|id|key|type)\s*=\s*["']?([\w.[\]-]{2,80})/i
const GIVING = /\s(?:value|valor|content|conteudo)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/gi

/** `<senha>…</senha>`, `<input name="senha" value="…">`. */
function elements(text: string, matches: Match[]): void {
  const take = (name: string, value: string, from: number) => {
    const start = text.indexOf(value, from)
    for (const match of atPlace(placeOf(name), name, value))
      matches.push({ ...match, start: start + match.start, end: start + match.end })
  }
  for (const { 0: all, 1: tag = '', 2: attributes = '', 3: content = '', 4: end, index } of text.matchAll(
    ELEMENT,
  )) {
    const value = content.trim()
    const isNamed = matters(placeOf(tag))
    const name = isNamed ? tag : (NAMING.exec(attributes)?.[1] ?? '')
    const isClosed = isNamed && end !== undefined
    if (isClosed || looksRandom(value)) take(name, value, index + all.lastIndexOf(content))
  }
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const name = NAMING.exec(tag)?.[1]
    if (name === undefined || !matters(placeOf(name))) continue
    for (const { 0: all, 1: double, 2: single, 3: bare = '', index: at } of tag.matchAll(GIVING)) {
      const value = double ?? single ?? bare
      take(name, value, index + at + all.lastIndexOf(value))
    }
  }
}

const PART = /\bname=["']?([^"'\r\n;]{1,80})["']?[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,500}\r?\n){0,5}\r?\n/g

/** The parts of a multipart form. */
function parts(text: string, matches: Match[]): void {
  for (const { 0: head, 1: name = '', index } of text.matchAll(PART)) {
    if (!matters(placeOf(name))) continue
    const start = index + head.length
    const [value = ''] = text.slice(start, start + LONGEST_QUOTED).split(/\r?\n--/, 1)
    for (const match of atPlace(placeOf(name), name, value))
      matches.push({ ...match, start: start + match.start, end: start + match.end })
  }
}

const NAME_BEFORE = /([\p{L}\d_-]{2,40})["']?\s*[:=]\s*["']?$/u
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|registro|lote|protocolo|record|product|order|item)[\W_]{0,3}$/i

/** Whether the words before bare digits leave it open that they are a person's. */
function isPerson(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 48), start)
  const name = NAME_BEFORE.exec(before)?.[1]
  return name === undefined ? !IDENTIFIER_BEFORE.test(before) : placeOf(name).is !== 'identifier'
}
