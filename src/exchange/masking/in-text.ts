import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { type Matches, move } from './match.js'
import { eachMatch } from './matches.js'
import { namedValues } from './named-values.js'
import { isLabel, isPlaceholder, looksRandom, matters, placeOf, type SecretKind } from './places.js'

/** Secrets by what stands before them in running text: a name and its sign, an address, an element, a part of a form. */
export function placesInText(text: string, context: MaskingContext, matches: Matches): void {
  namedValues(text, context, matches)
  if (text.includes('://') && text.includes('@'))
    each(text, { form: USER_INFO, group: 1, kindOf: () => 'secret' }, matches)
  if (/<[A-Za-z]/.test(text)) {
    elements(text, context.cut === true, matches)
    attributes(text, context, matches)
  }
  if (text.includes('name=')) each(text, { form: PART, group: 2, kindOf: kindOfName }, matches)
}

/** Secrets that show what they are: private keys, JSON web tokens, and whatever follows `Bearer` and `Basic`. */
export function tokensInText(text: string, matches: Matches): void {
  if (text.includes('eyJ')) each(text, { form: JWT, group: 0, kindOf: () => 'access_token' }, matches)
  if (text.includes(' KEY-----')) each(text, { form: PEM, group: 1, kindOf: () => 'secret' }, matches)
  each(text, { form: SCHEME, group: 2, kindOf: schemeKind }, matches)
}

const SCHEME = /\b(Bearer|Basic)(?:\s|\+|%20){1,3}["'`]?([A-Za-z0-9._~+/-]{8,8192}={0,2})/gi
const JWT = /(?<![\w-])eyJ[\w-]{5,8192}\.[\w-]{5,8192}(?:\.[\w-]{0,8192}){1,3}/g
const PEM = /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----((?:(?!-----)[^"<]){1,16384})/g
const USER_INFO = /:\/\/[^\s/:@"'\\]{0,256}:([^\s/@"'\\]{1,256})@/g

// --- elements and their attributes ---

const ELEMENT =
  /<((?:[A-Za-z][\w.-]{0,30}:)?[A-Za-z][\w.-]{1,39})(?:\s[^<>]{0,200})?>\s{0,100}(?:<!\[CDATA\[)?([^<>\]]{1,8192})(?=(<\/|\]\]>|<|$))/g

/** What an element holds; of one that is closed by nothing a single word. */
function elements(text: string, cut: boolean, matches: Matches): void {
  eachMatch(text, ELEMENT, ({ 0: { length }, 1: name = '', 2: held = '', 3: closing = '', index }) => {
    const value = held.trim()
    const isOpen = closing === '<' || closing === ''
    if (isOpen && (/\s/.test(value) || !(cut || looksRandom(value)))) return
    const start = index + length - held.length
    for (const match of atPlace(placeOf(name), name, value, {}))
      matches.push(move(match, start + match.start, start + match.end))
  })
}

const TAG = /<[A-Za-z][\w:.-]{0,40}(\s[^<>]{1,2000})>(?:([^<>]{1,8192})(?=<\/))?/g
const ATTRIBUTE = /\s([\w:-]{2,40})\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})'|([^\s"'>]{1,1000}))/g

/** `<input name="senha" value="…">` and its like, in whatever order. */
function attributes(text: string, context: MaskingContext, matches: Matches): void {
  eachMatch(text, TAG, ({ index, 0: whole, 1: inner = '', 2: held = '' }) => {
    let name = ''
    let value = { start: index + whole.length - held.length, text: looksRandom(held) ? held : '' }
    const at = index + whole.indexOf(inner)
    eachMatch(inner, ATTRIBUTE, ({ index: from, 0: { length }, 1: attribute = '', 2: a, 3: b, 4: c }) => {
      const given = a ?? b ?? c ?? ''
      const start = at + from + length - given.length - (c === undefined ? 1 : 0)
      if (/^(?:name|key|id|type)$/i.test(attribute) && matters(placeOf(given))) name = given
      if (/^(?:value|content)$/i.test(attribute)) value = { start, text: given }
    })
    if (value.text === '') return
    for (const match of atPlace(placeOf(name), name, value.text, context))
      matches.push(move(match, value.start + match.start, value.start + match.end))
  })
}

// --- multipart forms ---

const PART =
  /^[^\r\n]{0,1000}?\bname=["']?([^"'\r\n;]{1,80})["']?[^\r\n]{0,1000}\r?\n(?:[^\r\n]+\r?\n){0,5}\r?\n([^\r\n]{1,8192}(?:\r?\n(?!--)[^\r\n]{1,8192}){0,200})/gm

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

function each(text: string, { form, group, kindOf }: Telling, matches: Matches): void {
  eachMatch(text, form, (match) => {
    const value = match[group] ?? ''
    const kind = isLabel(value) || isPlaceholder(value) ? null : kindOf(match[1] ?? '', value)
    if (!kind) return
    const start = match.index + match[0].lastIndexOf(value)
    matches.push({ start, end: start + value.length, kind, value, reason: 'place' })
  })
}
