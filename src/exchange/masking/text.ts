import type { Match, SecretKind } from './labels.js'
import { isPlaceholder, looksRandom } from './looks.js'
import { classifyField, isSensitive } from './names.js'
import { findPersonalData } from './personal-data.js'
import { secretsInField } from './secrets-in-field.js'

/**
 * Finds secrets and personal data in a text that is neither JSON nor a form: in `erro: senha=abc` it finds `abc`. In an identifier, digits
 * that look like a CPF or a telephone are no personal data.
 */
export function findSecretsInText(text: string, isIdentifier: boolean): Match[] {
  const matches: Match[] = []
  if (/[=:<]/.test(text)) {
    findNamedValues(text, matches)
    if (text.includes('<')) findInElements(text, matches)
    if (text.includes('name=')) findInMultipart(text, matches)
  }
  if (MAY_HAVE_FORM.test(text)) findRecognisable(text, matches)
  for (const { kind, start, end, mayBeRecord } of findPersonalData(text)) {
    const value = text.slice(start, end)
    const isNamedAsRecord = /^\d+$/.test(value) && followsRecordName(text, start)
    if (!mayBeRecord || !(isIdentifier || isNamedAsRecord)) matches.push({ start, end, kind, value })
  }
  return matches
}

/** Finds secrets that are recognised without a name, by {@link FORMS}. */
function findRecognisable(text: string, matches: Match[]): void {
  for (const [form, kind, accept] of FORMS) {
    for (const { 0: found, 1: value = found, index } of text.matchAll(form)) {
      if (!accept(value)) continue
      const start = index + found.lastIndexOf(value)
      const kindFound = /^basic/i.test(found) ? 'basic' : kind
      matches.push({ start, end: start + value.length, kind: kindFound, value, isCertain: true })
    }
  }
}

/** The beginnings of all forms. One look for them is faster than four searches. */
const MAY_HAVE_FORM = /bearer|basic|eyJ|:\/\/|-----BEGIN/i

/** The forms of such secrets, the kind of each, and a test of the value: its first group, or else the whole match. */
const FORMS: readonly (readonly [form: RegExp, kind: SecretKind, accept: (value: string) => boolean])[] = [
  // Bearer abc123…, Basic abc123…
  [/(?<![\w-])(?:bearer|basic)(?:\s|%20|\+){1,3}["'`]?([\w.~+/=-]{8,})/gi, 'access_token', looksRandom],
  // eyJhbGciOi….eyJzdWIi….c2ln…
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w.-]+/g, 'access_token', () => true],
  // https://user:password@host
  [/:\/\/[^\s/?#"'<>:@]{0,256}:([^\s/?#"'<>@]{1,256})@/g, 'secret', (value) => !isPlaceholder(value)],
  // -----BEGIN RSA PRIVATE KEY-----
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----([\s\S]+?)(?:-----END|$)/g, 'secret', () => true],
]

/** A name and the sign after it: `senha=`, `"token": `, `user[senha] =>`. */
const NAMED =
  /(?<![\p{L}\w.-])([\p{L}\d_][\p{L}\w.-]{1,60}(?:\[\w*\])*)[\]"'`*\\]{0,4}[^\S\r\n]{0,16}(=>|:=|={1,2}|:)/gu

/** Finds values after a name and a sign: `senha=…`, `"token": "…"`, `Authorization: Bearer …`. */
function findNamedValues(text: string, matches: Match[]): void {
  /** Up to here the text belongs to a value, in which no name is looked for. */
  let until = 0
  for (const { 0: all, 1: name = '', 2: sign = '', index } of text.matchAll(NAMED)) {
    if (index < until || !isSensitive(classifyField(name))) continue
    const value = readValue(text, index + all.length, name, sign === ':')
    if (value === null) continue
    const found = findInValue(name, value.text, value.start)
    if (!value.isQuoted && found.length > 0) until = value.start + value.text.length
    matches.push(...found)
  }
}

/** Finds the secrets in a value by the name of its field. `start` is where the value stands in the text. */
function findInValue(name: string, value: string, start: number): Match[] {
  const found = secretsInField(classifyField(name), name, value)
  return found.map((match) => ({ ...match, start: start + match.start, end: start + match.end }))
}

interface TextValue {
  readonly text: string
  readonly start: number
  /** Whether it stands in closed quotes, in which further names are searched: `log="senha=abc"`. */
  readonly isQuoted: boolean
}

const BLANKS = /[^\S\r\n]{0,16}/y
/** YAML may put the value on the next line, after `|`, `>` or `-`. */
const BLANKS_AND_LINES = /\s{0,40}(?:(?:[|>][+-]?|-|!!\w+)\s{1,40})?/y
/** An opening quote, also escaped (`\"`) or after the `u` of Python (`u'`). The group is the quote. */
const QUOTE = /(?:\bu)?(\\*(?:"""|'''|["'`])|[“«])/y
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '«': '»' }
/** `Bearer abc12345`, `sid=abc12345; Path=/`, and `abc12345` in `[abc12345, …`. Only the first two may contain blanks. */
const CREDENTIALS = /[A-Za-z][\w-]{0,30}[^\S\r\n]{1,3}([^\s"'`,;<>&]{8,8192})/y
const COOKIES = /[^\s=;]{1,256}=[^\r\n"'`<>]{8,7900}/y
const REST_OF_COOKIES = /[^\r\n"'`<>]*/y
const WORD = /(?!\[object Object\])[[({]*([^\s,;&<>]+)/y
/** The signs after the word. The lookbehind saves a new search from each sign of a long run. */
const CLOSING_SIGNS = /(?<![)\]}"'`.\\])[)\]}"'`.\\]+$/

/** Reads the value after a name and its sign; null if it is a common word, as in `senha: inválida`. */
function readValue(text: string, from: number, name: string, isColon: boolean): TextValue | null {
  const { holds } = classifyField(name)
  const begin = from + (matchAt(isColon ? BLANKS_AND_LINES : BLANKS, text, from)?.[0].length ?? 0)
  const [opening = '', quote = ''] = matchAt(QUOTE, text, begin) ?? []
  if (opening !== '') return readQuotedValue(text, begin + opening.length, CLOSING[quote] ?? quote)
  const isAuthorization = holds === 'authorization'
  if (isAuthorization || /cookie$/i.test(name)) {
    const [found = '', token = found] = matchAt(isAuthorization ? CREDENTIALS : COOKIES, text, begin) ?? []
    if (looksRandom(token)) {
      const rest = isAuthorization ? '' : matchAt(REST_OF_COOKIES, text, begin + found.length)?.[0]
      return { text: found + (rest ?? ''), start: begin, isQuoted: false }
    }
  }
  const [all = '', rest = ''] = matchAt(WORD, text, begin) ?? []
  const word = rest.replace(CLOSING_SIGNS, '')
  // sentences contain `senha: inválida` and `Authorization: required`, but never `senha=inválida`
  const mayBeProse = isAuthorization || (holds === 'secret' && isColon)
  if (word === '' || (mayBeProse && !looksRandom(word))) return null
  return { text: word, start: begin + all.length - rest.length, isQuoted: false }
}

/** Reads a value in quotes, which begins at `start`. If they are never closed, it ends with the line. */
function readQuotedValue(text: string, start: number, closingQuote: string): TextValue {
  const end = findClosingQuote(text, start, closingQuote)
  const inner = end === null ? (/[^\r\n]*/.exec(text.slice(start))?.[0] ?? '') : text.slice(start, end)
  const value = inner.trim()
  return { text: value, start: start + inner.indexOf(value), isQuoted: end !== null }
}

/** Matches a sticky expression at an offset. */
function matchAt(form: RegExp, text: string, index: number): RegExpExecArray | null {
  form.lastIndex = index
  return form.exec(text)
}

/** A quote that is not closed within so many characters counts as never closed. */
const MAX_QUOTED_CHARS = 8192

/** Finds the closing quote; null if there is none. A quote that is doubled or follows a backslash belongs to the value. */
function findClosingQuote(text: string, from: number, quote: string): number | null {
  const near = text.slice(from, from + MAX_QUOTED_CHARS)
  for (let end = near.indexOf(quote); end >= 0; end = near.indexOf(quote, end + 1)) {
    let slash = end
    while (slash > 0 && near[slash - 1] === '\\') slash--
    if ((end - slash) % 2 === 1) continue
    if (end === 0 || !near.startsWith(quote, end + quote.length)) return from + end
    end += quote.length
  }
  return null
}

/** `<ns:senha tipo="a">abc</` with the groups name, attributes, content and end */
const ELEMENT =
  /<((?:[\w-]{1,80}:)?[\w.-]{1,80})(\s[^<>]{0,500})?(?<!\/)>\s{0,80}(?:<!\[CDATA\[)?([^<\]]{1,8192})(<\/|\]\])?/g
const TAG = /<[a-z][^<>]{0,1000}/gi
const NAME_ATTRIBUTE = /\s(?:name|nome|id|key|type)\s*=\s*["']?([\w.[\]-]{2,80})/i
const VALUE_ATTRIBUTE = /\s(?:value|valor|content|conteudo)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/gi

/** Finds secrets in elements of XML and HTML: `<senha>…</senha>`, `<input name="senha" value="…">`. */
function findInElements(text: string, matches: Match[]): void {
  const addMatches = (name: string, value: string, from: number) =>
    matches.push(...findInValue(name, value, text.indexOf(value, from)))
  const elements = text.matchAll(ELEMENT)
  for (const { 0: all, 1: tag = '', 2: attributes = '', 3: content = '', 4: end, index } of elements) {
    const value = content.trim()
    const isNamed = isSensitive(classifyField(tag))
    const name = isNamed ? tag : (NAME_ATTRIBUTE.exec(attributes)?.[1] ?? '')
    // the content of `<senha>…</senha>` is secret as it is; text after a tag that is not closed may be a sentence
    const isWholeContent = isNamed && end !== undefined
    if (isWholeContent || looksRandom(value)) addMatches(name, value, index + all.lastIndexOf(content))
  }
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const name = NAME_ATTRIBUTE.exec(tag)?.[1]
    if (name === undefined || !isSensitive(classifyField(name))) continue
    for (const { 0: all, 1: double, 2: single, 3: bare = '', index: at } of tag.matchAll(VALUE_ATTRIBUTE)) {
      const value = double ?? single ?? bare
      addMatches(name, value, index + at + all.lastIndexOf(value))
    }
  }
}

/** The head of a part of a multipart form, up to its empty line: `name="senha"` and further lines. */
const PART = /\bname=["']?([^"'\r\n;]{1,80})["']?[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,500}\r?\n){0,5}\r?\n/g

/** Finds secrets in the parts of a multipart form. */
function findInMultipart(text: string, matches: Match[]): void {
  let until = 0 // as in `findNamedValues`
  for (const { 0: head, 1: name = '', index } of text.matchAll(PART)) {
    if (index < until || !isSensitive(classifyField(name))) continue
    const start = index + head.length
    const [value = ''] = text.slice(start, start + MAX_QUOTED_CHARS).split(/\r?\n--/, 1)
    const found = findInValue(name, value, start)
    if (found.length > 0) until = start + value.length
    matches.push(...found)
  }
}

/** `cpf: "` before the digits */
const NAME_BEFORE = /([\p{L}\d_-]{2,40})["']?\s*[:=]\s*["']?$/u
/** `pedido nº ` before the digits */
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|registro|lote|protocolo|record|product|order|item)[\W_]{0,3}$/i

/** Whether the words before the digits name a record, so that the digits are its number. */
function followsRecordName(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 48), start)
  const name = NAME_BEFORE.exec(before)?.[1]
  return name === undefined ? IDENTIFIER_BEFORE.test(before) : classifyField(name).holds === 'identifier'
}
