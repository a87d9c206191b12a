import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { type Matches, move } from './match.js'
import { eachMatch } from './matches.js'
import { looksRandom, matters, type Place, placeOf } from './places.js'
import { type TextValue, unescaped, valueBehind } from './value-in-text.js'

const SIGN = /[=:]/g
const EQUALS = 0x3d
const COLON = 0x3a
const LONGEST_NAME = 40
const MOST_BLANKS = 16
/** Values longer than this hold no further names that are worth a look. */
const LONG_VALUE = 100

/**
 * Values behind a name and its sign in running text. Looks back from each sign for its name, since a text holds fewer signs than letters
 * that a name may begin with.
 */
export function namedValues(text: string, context: MaskingContext, matches: Matches): void {
  const into = { hasState: once(() => /[?&]state=/.test(text)), context, matches, until: 0 }
  eachMatch(text, SIGN, ({ index }) => {
    const name = nameBefore(text, index)
    return (name && valueAfter(text, name, index, into)) ?? undefined
  })
}

interface Name {
  readonly text: string
  readonly start: number
}

/** What stands farther back is told from it by another sign, which is no part of a name. */
function nameBefore(text: string, sign: number): Name | null {
  let end = sign
  while (sign - end < MOST_BLANKS && isBlank(text.charCodeAt(end - 1))) end--
  while (isCloser(text.charCodeAt(end - 1))) end = beforeCloser(text, end)
  let start = end
  while (end - start < LONGEST_NAME && isNameSign(text.charCodeAt(start - 1))) start--
  while (start < end && !isLetter(text.charCodeAt(start))) start++
  return end - start < 2 ? null : { text: text.slice(start, end), start }
}

/** `senha"`, `**senha**`, `user[senha]`, `token[0]`: a bracket may hold the name, or a number that says nothing. */
function beforeCloser(text: string, end: number): number {
  let open = end - 1
  if (text.charCodeAt(open) !== CLOSING_BRACKET) return open
  while (isDigit(text.charCodeAt(open - 1))) open--
  return text[open - 1] === '[' ? open - 1 : end - 1
}

interface Into {
  readonly hasState: () => boolean
  readonly context: MaskingContext
  readonly matches: Matches
  /** Where the last match ends. */
  until: number
}

/** The value behind a name in running text, read only behind a name that matters. Answers where the search goes on. */
function valueAfter(text: string, { text: name, start }: Name, sign: number, into: Into): number | null {
  const place = placeOf(name)
  if (!matters(place)) return null
  const isColon = text.charCodeAt(sign) === COLON && text.charCodeAt(sign + 1) !== EQUALS
  const value = wholeValue(text, place, name, valueBehind(text, sign))
  if (value === null) return null
  const { raw, isQuoted } = value
  const end = value.start + raw.length
  // within quotes of one kind stood another name, with quotes of the other
  if (end <= into.until) return value.next

  const isWord = !isQuoted && !/\s/.test(raw) && !looksRandom(raw)
  const isProse = isWord && (place.is === 'authorization' || (place.is === 'secret' && isColon))
  // a link of a page that leads back to the application: `?code=…&state=…`
  const isRedirect =
    place.is === 'code' && /[?&]/.test(text[start - 1] ?? '') && looksRandom(raw) && into.hasState()
  const plain = isQuoted ? unescaped(raw) : raw
  const codes = into.context.codes === true || isRedirect
  const found = isProse ? [] : atPlace(place, name, plain, codes ? WITH_CODES : WITHOUT)
  for (const one of found) {
    const length = one.end - one.start
    into.matches.push(move(one, length === plain.length ? value.start : end - length, end))
    into.until = end
  }
  if (found.length > 0) return isQuoted && mayHoldAnother(raw) ? value.start : value.next
  return raw.length > LONG_VALUE ? value.next : null
}

const WITH_CODES: MaskingContext = { codes: true }
const WITHOUT: MaskingContext = {}

/** A quote of another kind may stand there, and behind it, not far, a sign. */
function mayHoldAnother(raw: string): boolean {
  let quote = Number.NEGATIVE_INFINITY
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code === EQUALS || code === COLON) {
      if (i - quote <= FAR) return true
    } else if (isQuote(code)) quote = i
  }
  return false
}

const FAR = 61

const AUTHORIZATION = /[A-Za-z][\w-]{0,30}[^\S\r\n]{1,3}([^\s"'`,;<>&]{8,8192})/y
const COOKIES = /[^\s=;]{1,256}=[^\r\n"'`<>]{1,8192}/y

/** A credential has a scheme before it; cookies go on to the end of their line. */
function wholeValue(text: string, place: Place, name: string, value: TextValue | null): TextValue | null {
  if (value === null || value.isQuoted) return value
  const isCookie = endsInE(name) && /cookie$/i.test(name)
  const form = isCookie ? COOKIES : AUTHORIZATION
  if (!isCookie && place.is !== 'authorization') return value
  form.lastIndex = value.start
  const [raw, credential = raw] = form.exec(text) ?? []
  if (raw === undefined || !looksRandom(credential ?? '')) return value
  return { ...value, raw, next: value.start + raw.length }
}

function endsInE(name: string): boolean {
  return (name.charCodeAt(name.length - 1) | 0x20) === 0x65
}

function once<Value>(ask: () => Value): () => Value {
  let known: { readonly value: Value } | null = null
  return () => {
    known ??= { value: ask() }
    return known.value
  }
}

const CLOSING_BRACKET = 0x5d

/** Quotes, the stars of Markdown, a bracket. */
function isCloser(code: number): boolean {
  return isQuote(code) || code === 0x2a || code === CLOSING_BRACKET
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isNameSign(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f || code === 0x2e || code === 0x2d
}
