import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { type Match, move } from './match.js'
import { eachMatch } from './matches.js'
import { isLabel, isPlaceholder, looksRandom, type Place, placeOf, type SecretKind } from './places.js'

/** Secrets by what stands before them in running text: a name and its sign, an address, an element, a part of a form. */
export function placesInText(text: string, context: MaskingContext, matches: Match[]): void {
  namedValues(text, context, matches)
  if (text.includes('://') && text.includes('@'))
    each(text, { form: USER_INFO, group: 1, kindOf: () => 'secret' }, matches)
  if (text.includes('</')) each(text, { form: ELEMENT, group: 2, kindOf: kindOfName }, matches)
  if (text.includes('name="')) parts(text, matches)
}

/** Secrets that show what they are: JSON web tokens, and whatever follows `Bearer` and `Basic`. */
export function tokensInText(text: string, matches: Match[]): void {
  if (text.includes('eyJ')) {
    eachMatch(text, JWT, ({ 0: value, index }) => {
      matches.push({ start: index, end: index + value.length, kind: 'access_token', value, reason: 'place' })
    })
  }
  each(text, { form: SCHEME, group: 2, kindOf: schemeKind }, matches)
}

const SCHEME = /\b(Bearer|Basic)\s{1,3}([A-Za-z0-9._~+/-]{8,8192}={0,2})/gi
const JWT = /(?<![\w-])eyJ[\w-]{5,8192}\.[\w-]{5,8192}(?:\.[\w-]{0,8192}){1,3}/g
const USER_INFO = /:\/\/[^\s/:@"'\\]{0,256}:([^\s/@"'\\]{1,256})@/g
const ELEMENT = /<([A-Za-z][\w.:-]{1,39})(?:\s[^<>]{0,200})?>([^<>]{1,8192})<\//g

// --- names and their values ---

const EQUALS = 0x3d
const COLON = 0x3a
const LONGEST_NAME = 40
const VALUE =
  /(?:>|)\s{0,3}(?:(\[[a-z_]+(?:#|%23)\d+\])|"([^"\\\r\n]{1,8192})"|'([^'\\\r\n]{1,8192})'|([^\s"'&;,<>[\](){}\\]{1,8192}))/y
/** Values longer than this hold no further names that are worth a look. */
const LONG_VALUE = 100

/** Looks back from each sign for its name, since a text holds fewer signs than letters that a name may begin with. */
function namedValues(text: string, context: MaskingContext, matches: Match[]): void {
  const into = { hasState: once(() => /[?&]state=/.test(text)), context, matches }
  for (let i = 0, from = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== EQUALS && code !== COLON) continue
    const name = nameBefore(text, i, from)
    if (name === null) continue
    from = i + 1
    const end = valueAfter(text, name, i, into)
    if (end === null) continue
    from = end
    i = end - 1
  }
}

interface Name {
  readonly text: string
  readonly start: number
}

function nameBefore(text: string, sign: number, from: number): Name | null {
  let end = sign
  while (end > from && sign - end < 3 && isBlank(text.charCodeAt(end - 1))) end--
  const quote = text.charCodeAt(end - 1)
  if (end > from && (quote === 0x22 || quote === 0x27)) end--
  let start = end
  while (start > from && end - start < LONGEST_NAME && isNameSign(text.charCodeAt(start - 1))) start--
  while (start < end && !isLetter(text.charCodeAt(start))) start++
  return end - start < 2 ? null : { text: text.slice(start, end), start }
}

interface Into {
  readonly hasState: () => boolean
  readonly context: MaskingContext
  readonly matches: Match[]
}

/** The value behind a name in running text, read only behind a name that matters. Answers where the search goes on. */
function valueAfter(
  text: string,
  { text: name, start }: Name,
  sign: number,
  { hasState, context, matches }: Into,
): number | null {
  const place = placeOfPath(name)
  if (place.is === 'other' || place.is === 'identifier') return null
  VALUE.lastIndex = sign + 1
  const [whole = '', label, double, single, bare] = VALUE.exec(text) ?? []
  const value = double ?? single ?? bare ?? ''
  const end = sign + 1 + whole.length
  if (label !== undefined || value === '') return null

  const isWord = bare !== undefined && !looksRandom(bare)
  const isColon = text.charCodeAt(sign) === COLON
  const isProse = isWord && (place.is === 'authorization' || (place.is === 'secret' && isColon))
  // a link of a page that leads back to the application: `?code=…&state=…`
  const isRedirect =
    place.is === 'code' && /[?&]/.test(text[start - 1] ?? '') && looksRandom(value) && hasState()
  const found = isProse
    ? []
    : atPlace(place, name, value, { ...context, codes: context.codes === true || isRedirect })
  const at = end - value.length - (bare === undefined ? 1 : 0)
  for (const one of found) matches.push(move(one, at + one.start, at + one.end))
  return found.length > 0 || value.length > LONG_VALUE ? end : null
}

/** What `oauth.access_token` says is what its last part says. */
function placeOfPath(name: string): Place {
  const place = placeOf(name)
  return place.is === 'other' && name.includes('.') ? placeOf(name.slice(name.lastIndexOf('.') + 1)) : place
}

function once<Value>(ask: () => Value): () => Value {
  let known: { readonly value: Value } | null = null
  return () => {
    known ??= { value: ask() }
    return known.value
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

function isNameSign(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39
  return isLetter(code) || isDigit || code === 0x5f || code === 0x2e || code === 0x2d
}

// --- multipart forms ---

const PART =
  /^[^\r\n]{0,1000}?\bname="([^"\r\n]{1,80})"[^\r\n]{0,1000}\r?\n(?:[^\r\n]+\r?\n){0,5}\r?\n([^\r\n]{1,8192})/gm

function parts(text: string, matches: Match[]): void {
  each(text, { form: PART, group: 2, kindOf: kindOfName }, matches)
}

// --- what all of them share ---

function schemeKind(scheme: string, value: string): SecretKind | null {
  if (!looksRandom(value)) return null
  return scheme.toLowerCase() === 'basic' ? 'basic' : 'access_token'
}

function kindOfName(name: string, value: string): SecretKind | null {
  const place = placeOf(name)
  return atPlace(place, name, value, {})[0]?.kind ?? null
}

/** Text of a form, one group of which may be a secret. */
interface Telling {
  readonly form: RegExp
  readonly group: number
  readonly kindOf: (name: string, value: string) => SecretKind | null
}

function each(text: string, { form, group, kindOf }: Telling, matches: Match[]): void {
  eachMatch(text, form, (match) => {
    const value = match[group] ?? ''
    const kind = isLabel(value) || isPlaceholder(value) ? null : kindOf(match[1] ?? '', value)
    if (!kind) return
    const start = match.index + match[0].lastIndexOf(value)
    matches.push({ start, end: start + value.length, kind, value, reason: 'place' })
  })
}
