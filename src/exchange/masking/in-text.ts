import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { attributes, elements } from './in-elements.js'
import type { Matches } from './match.js'
import { eachMatch } from './matches.js'
import { namedValues } from './named-values.js'
import { isLabel, isPlaceholder, looksRandom, placeOf, type SecretKind } from './places.js'

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

const PART =
  /^[^\r\n]{0,1000}?\bname=["']?([^"'\r\n;]{1,80})["']?[^\r\n]{0,1000}\r?\n(?:[^\r\n]+\r?\n){0,5}\r?\n([^\r\n]{1,8192}(?:\r?\n(?!--)[^\r\n]{1,8192}){0,200})/gm

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
