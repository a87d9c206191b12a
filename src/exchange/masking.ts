import { Buffer, isUtf8 } from 'node:buffer'
import type { Body, Exchange, Header } from './exchange.js'
import { eachScalar, looksLikeJson, unescapeJson } from './masking/json-values.js'
import { createLabels, isPersonal, spellingsOf } from './masking/labels.js'
import { eachMatch } from './masking/matches.js'
import { bareDocuments, documentKind, isPhone, personalForms } from './masking/personal-data.js'
import {
  isDistinctive,
  isLabel,
  isOrdinary,
  isPlaceholder,
  labelsIn,
  looksRandom,
  type Place,
  placeOf,
  type SecretKind,
} from './masking/places.js'
import { type Bounds, createSecretIndex, MIN_INDEXED_LENGTH } from './masking/secret-index.js'
import { originOf, type View, viewsOf } from './masking/views.js'
import type { RawBody, RawExchange } from './raw.js'

/**
 * The one place where secrets end. What is recorded passes here before it is kept, and what is printed passes here before it
 * is printed.
 *
 * A value is masked for one of three reasons. It is known: registered by its owner, or found earlier at a place of secrets;
 * then it is found anywhere, in any encoding. It stands at a place of secrets (an Authorization header, a key named
 * `senha`). Or its form alone is personal data (an e-mail address, a formatted CPF). What merely resembles a secret stays:
 * identifiers, prices, codes and hashes are what the judge lives on.
 */

export type { SecretKind } from './masking/places.js'

export interface MaskingContext {
  /** `form`: name=value pairs; `json`; `text` where neither is known, and the text itself tells. */
  readonly form?: 'text' | 'json' | 'form'
  /** Whether values named `code` are authorization codes here: token requests and redirects. */
  readonly codes?: boolean
  /** Whether the text was cut, so that a value's beginning may stand at its end. */
  readonly cut?: boolean
  /** Whether bare digits may be a CPF or a CNPJ; default: yes. */
  readonly bare?: boolean
}

export interface Masker {
  /** Makes a value known; it is masked from now on wherever it stands. Empty values and labels are ignored. */
  register(kind: SecretKind, value: string): void
  /** Masks any text: an error's message, a log line (JSON or not), a command's output. */
  maskText(text: string, context?: MaskingContext): string
  /** Masks an absolute or relative URL; labels inside are written with `%23`, so that it stays one. */
  maskUrl(url: string, codes?: boolean): string
  maskHeaders(headers: readonly Header[]): Header[]
  /** Masks known values alone: for texts whose own form says nothing, such as the homologation's hash. */
  maskKnown(text: string): string
  /** Rises whenever a value became known: what was masked before should be masked again. */
  readonly epoch: number
}

/** Makes a raw exchange safe. A value found anywhere in it is masked everywhere in it, also where it came first. */
export function record(raw: RawExchange, masker: Masker): Exchange {
  const before = masker.epoch
  const once = maskExchange(raw, masker)
  return masker.epoch === before ? once : maskExchange(raw, masker)
}

export function createMasker(): Masker {
  const labels = createLabels()
  const index = createSecretIndex()
  const indexed = new Map<string, 'registered' | 'found'>()
  const owners = new Map<string, Owner>()
  const headerMemo = new Map<string, string>()
  let digitSecrets = 0
  /** Values found by their place, the oldest at `head`. */
  const queue: string[] = []
  let head = 0
  let epoch = 0

  const makeKnown = (value: string, how: 'registered' | 'found', kind: SecretKind, owner: string) => {
    if (value.length < MIN_INDEXED_LENGTH) return
    if (indexed.has(value)) {
      if (how === 'registered') indexed.set(value, how)
      return
    }
    index.add(value, boundsOf(value))
    indexed.set(value, how)
    owners.set(value, { kind, value: owner })
    if (/^\d+$/.test(value)) digitSecrets++
    if (how === 'found' && queue.push(value) - head > MAX_FOUND) forgetOldest()
    headerMemo.clear()
    epoch++
  }

  const forgetOldest = () => {
    const value = queue[head++]
    if (head > 1000 && head > queue.length / 2) {
      queue.splice(0, head)
      head = 0
    }
    if (value === undefined || indexed.get(value) !== 'found') return
    index.remove(value)
    indexed.delete(value)
    owners.delete(value)
  }

  const discover = (match: Match) => {
    if (match.reason !== 'place' || isPersonal(match.kind)) return
    if (isDistinctive(match.value)) makeKnown(match.value, 'found', match.kind, match.value)
    if (match.kind === 'basic')
      for (const part of passwordsOf(match.value)) makeKnown(part, 'found', 'client_secret', part)
  }

  const findKnown = (views: readonly View[], cut: boolean): Match[] => {
    const matches: Match[] = []
    if (indexed.size === 0) return matches
    for (const view of views) {
      index.scan(view.text, cut, (start, end, value) => {
        const owner = owners.get(value)
        if (!owner) return
        const [from, to] = snap(views, ...originOf(view, start, end))
        matches.push({ start: from, end: to, kind: owner.kind, value: owner.value, reason: 'known' })
      })
    }
    return matches
  }

  const mask = (text: string, context: MaskingContext, depth: number): string => {
    if (text === '') return text
    const views = viewsOf(text)
    const placed = text.length < 4 ? [] : findByPlaceAndForm(text, views, context)
    for (const match of placed) discover(match)
    for (const label of labelsIn(text)) labels.reserve(label)

    let matches = [...placed, ...findKnown(views, context.cut === true)]
    if (depth === 0) matches.push(...findEncoded(text, (inner) => mask(inner, {}, 1)))
    if (digitSecrets > 0 && isJson(text, context)) matches = keepNumbers(text, matches, owners)
    return replace(text, matches, labels.labelOf)
  }

  const masker: Masker = {
    register(kind, value) {
      const trimmed = value.trim()
      if (trimmed === '' || isLabel(trimmed)) return
      labels.labelOf(kind, trimmed)
      const spellings = isPersonal(kind) ? spellingsOf(kind, trimmed) : [trimmed]
      for (const spelling of spellings) makeKnown(spelling, 'registered', kind, trimmed)
    },
    maskText: (text, context = {}) => mask(text, context, 0),
    maskUrl: (url, codes = false) =>
      maskUrl(
        escapeLabels(replaceKnown(url)),
        codes,
        (text, context) => mask(text, context, 0),
        labels.labelOf,
        discover,
      ),
    maskKnown: (text) => replaceKnown(text),
    maskHeaders: (headers) =>
      headers.map(([name, value]) => [maskName(name), maskHeader(name, value)] as const),
    get epoch() {
      return epoch
    },
  }

  const maskName = (name: string) => (name.length < MIN_INDEXED_LENGTH ? name : replaceKnown(name))

  const replaceKnown = (text: string): string => {
    const matches = findKnown(viewsOf(text), false)
    return matches.length === 0 ? text : replace(text, matches, labels.labelOf)
  }

  const maskHeader = (name: string, value: string): string => {
    if (value === '') return value
    const key = `${name}\n${value}`
    const memo = headerMemo.get(key)
    if (memo !== undefined) return memo
    const masked = maskHeaderValue(name.toLowerCase(), value, masker, labels.labelOf, discover)
    if (headerMemo.size >= MAX_HEADER_MEMO) headerMemo.clear()
    if (value.length <= 1024) headerMemo.set(key, masked)
    return masked
  }

  return masker
}

/** Values found by their place are forgotten beyond this many, the oldest first; registered ones never are. */
const MAX_FOUND = 20_000
const MAX_HEADER_MEMO = 2000

type LabelOf = (kind: SecretKind, value: string) => string

/** The value behind a known spelling. */
interface Owner {
  readonly kind: SecretKind
  readonly value: string
}

interface Match {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
  /** The value it stands for, decoded, so that every spelling gets one label. */
  readonly value: string
  readonly reason: 'known' | 'place' | 'form'
  /** A JSON number becomes a string. */
  readonly quoted?: boolean
  readonly replacement?: string
}

function boundsOf(value: string): Bounds {
  if (/^\d+$/.test(value)) return 'digit'
  return isOrdinary(value) ? 'word' : 'none'
}

function isJson(text: string, context: MaskingContext): boolean {
  return context.form === 'json' || (context.form === undefined && looksLikeJson(text))
}

// --- found by place and by form ---

const SENSITIVE_WORDS =
  /token|secret|passw|senha|pwd|api.?key|segredo|cookie|bearer|basic|jwt|cpf|cnpj|documento|fone|celular|phone|whats|authoriz|chave|session|code/i
const NAMED = /([A-Za-z][\w.-]{1,39})["']?\s{0,3}(=>|[:=])\s{0,3}/g
const NAMED_VALUE =
  /(\[[a-z_]+(?:#|%23)\d+\])|"([^"\\\r\n]{1,8192})"|'([^'\\\r\n]{1,8192})'|([^\s"'&;,<>[\](){}\\]{1,8192})/y
const SCHEME = /\b(Bearer|Basic)\s{1,3}([A-Za-z0-9._~+/-]{8,8192}={0,2})/gi
const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){1,3}/g
const USER_INFO = /:\/\/[^\s/:@"'\\]{0,256}:([^\s/@"'\\]{1,256})@/g
const ELEMENT = /<([A-Za-z][\w.:-]{1,39})(?:\s[^<>]{0,200})?>([^<>]{1,8192})<\//g
const PART = /\bname="([^"\r\n]{1,80})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,5}\r?\n([^\r\n]{1,8192})/g

function findByPlaceAndForm(text: string, views: readonly View[], context: MaskingContext): Match[] {
  const matches: Match[] = []
  const json = isJson(text, context)
  if (json) placesInJson(text, context, matches)
  else if (context.form === 'form') placesInPairs(text, 0, text.length, context, matches)

  for (const [level, view] of views.entries()) {
    const found: Match[] = []
    if (!(json && level === 0) && mayHoldPlaces(view.text)) placesInText(view.text, context, found)
    tokensInText(view.text, found)
    for (const { kind, start, end } of personalForms(view.text)) {
      found.push({ kind, start, end, value: view.text.slice(start, end), reason: 'form' })
    }
    if (!json && context.bare !== false && context.form !== 'form' && level === views.length - 1)
      bareInText(view.text, found)
    for (const match of found) {
      const [start, end] = originOf(view, match.start, match.end)
      if (isWhole(views, level, start, end)) matches.push({ ...match, start, end })
    }
  }
  return matches
}

function mayHoldPlaces(text: string): boolean {
  return SENSITIVE_WORDS.test(text) || (text.includes('@') && text.includes('://'))
}

function placesInJson(text: string, context: MaskingContext, matches: Match[]): void {
  const mayBeBare = /\d{11}|\\u00[34]/i.test(text)
  const mayBeTold = mayHoldPlaces(text)
  eachScalar(text, ({ key, start, end, is }) => {
    if (end === start) return
    const place = placeOf(key)
    if (place.is === 'other' || place.is === 'identifier') {
      if (is !== 'string') return
      if (mayBeBare && place.is === 'other') bareIn(text, start, end, matches)
      if (mayBeTold && end - start >= 8) placesInString(text, start, end, context, matches)
      return
    }
    const raw = text.slice(start, end)
    const value = is === 'string' ? unescapeJson(raw) : raw
    const quoted = is === 'number'
    if (quoted && value.length < 2) return
    for (const match of atPlace(place, key, value, context)) {
      if (match.end - match.start === value.length) matches.push({ ...match, start, end, quoted })
      else matches.push({ ...match, start: start + raw.length - (match.end - match.start), end })
    }
  })
}

/** A string under a harmless name may hold a sentence, an address, another text. */
function placesInString(
  text: string,
  start: number,
  end: number,
  context: MaskingContext,
  matches: Match[],
): void {
  const inner = text.slice(start, end)
  if (!mayHoldPlaces(inner)) return
  const found: Match[] = []
  placesInText(inner, context, found)
  for (const match of found) matches.push(shifted(match, start))
}

/** What of a value is secret at its place; offsets within the value. */
function atPlace(place: Place, name: string, value: string, context: MaskingContext): Match[] {
  const whole = (kind: SecretKind): Match[] => [{ start: 0, end: value.length, kind, value, reason: 'place' }]
  if (value === '' || isLabel(value)) return []
  switch (place.is) {
    case 'secret':
      return isPlaceholder(value) ? [] : whole(place.kind)
    case 'authorization':
      return authorization(value)
    case 'code':
      return context.codes && !isPlaceholder(value) ? whole('code') : []
    case 'document': {
      const kind = documentKind(value, name)
      return kind ? whole(kind) : []
    }
    case 'phone':
      return isPhone(value) ? whole('phone') : []
    default:
      return []
  }
}

function authorization(value: string): Match[] {
  const parts = /^(\s*[A-Za-z][\w-]{0,30}\s+)(\S.*?)\s*$/s.exec(value)
  const head = parts?.[1] ?? ''
  const credential = parts?.[2] ?? value.trim()
  if (credential === '' || isLabel(credential) || isPlaceholder(credential)) return []
  if (head === '' && /^(?:bearer|basic)$/i.test(credential)) return []
  const scheme = head.trim().toLowerCase()
  const kind = scheme === 'basic' ? 'basic' : scheme === 'bearer' || head === '' ? 'access_token' : 'secret'
  const start = value.indexOf(credential, head.length)
  return [{ start, end: start + credential.length, kind, value: credential, reason: 'place' }]
}

/** The secrets inside a Basic credential: the encoded pair's password. */
function passwordsOf(credential: string): string[] {
  const pair = Buffer.from(credential, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  const password = colon < 0 ? '' : pair.slice(colon + 1)
  return isDistinctive(password) && !/[\uFFFD\p{Cc}]/u.test(password) ? [password] : []
}

function placesInPairs(
  text: string,
  from: number,
  to: number,
  context: MaskingContext,
  matches: Match[],
): void {
  const codes = context.codes === true || /(?:^|&)grant_type=/.test(text)
  for (let start = from; start < to; ) {
    const end = nextSeparator(text, start, to)
    const equals = text.indexOf('=', start)
    if (equals >= 0 && equals < end) {
      const name = decodePair(text.slice(start, equals))
      const value = decodePair(text.slice(equals + 1, end))
      const place = placeOf(name)
      for (const match of atPlace(place, name, value, { ...context, codes })) {
        matches.push({ ...match, start: equals + 1, end })
      }
      if (place.is === 'other' && /\d{11}/.test(value)) bareIn(text, equals + 1, end, matches)
    }
    start = end + 1
  }
}

function nextSeparator(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === 0x26) return i
  return to
}

function decodePair(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function placesInText(text: string, context: MaskingContext, matches: Match[]): void {
  eachMatch(text, NAMED, (match) => atName(match, context, matches))
  if (text.includes('@')) each(text, USER_INFO, 1, () => 'secret', matches)
  if (text.includes('</')) each(text, ELEMENT, 2, kindOfName, matches)
  if (text.includes('name="')) each(text, PART, 2, kindOfName, matches)
}

/** Values longer than this hold no further names that are worth a look. */
const LONG_VALUE = 100

/** The value behind a name in running text, read only behind a name that matters. Answers where the search goes on. */
function atName(match: RegExpExecArray, context: MaskingContext, matches: Match[]): number | undefined {
  const [all, name = '', sign = ''] = match
  const place = placeOf(name)
  if (place.is === 'other' || place.is === 'identifier') return

  NAMED_VALUE.lastIndex = match.index + all.length
  const [whole = '', label, double, single, bare] = NAMED_VALUE.exec(match.input) ?? []
  const value = double ?? single ?? bare ?? ''
  const end = match.index + all.length + whole.length
  if (label !== undefined || value === '') return

  const isWord = bare !== undefined && !looksRandom(bare)
  const isProse = isWord && (place.is === 'authorization' || (place.is === 'secret' && sign === ':'))
  const codes = context.codes === true || isRedirectCode(match, value)
  const found = isProse ? [] : atPlace(place, name, value, { ...context, codes })
  for (const one of found) matches.push(shifted(one, end - value.length - (bare === undefined ? 1 : 0)))
  return found.length > 0 || value.length > LONG_VALUE ? end : undefined
}

function shifted(match: Match, by: number): Match {
  return { ...match, start: match.start + by, end: match.end + by }
}

/** A link of a page that leads back to the application: `?code=…&state=…`. */
function isRedirectCode({ input, index }: RegExpExecArray, value: string): boolean {
  return /[?&]/.test(input[index - 1] ?? '') && looksRandom(value) && /[?&]state=/.test(input)
}

function tokensInText(text: string, matches: Match[]): void {
  if (text.includes('eyJ')) {
    eachMatch(text, JWT, ({ 0: value, index }) => {
      matches.push({ start: index, end: index + value.length, kind: 'access_token', value, reason: 'place' })
    })
  }
  each(text, SCHEME, 2, (scheme, value) => schemeKind(scheme, value), matches)
}

function schemeKind(scheme: string, value: string): SecretKind | null {
  if (!looksRandom(value)) return null
  return scheme.toLowerCase() === 'basic' ? 'basic' : 'access_token'
}

function kindOfName(name: string, value: string): SecretKind | null {
  const place = placeOf(name)
  return atPlace(place, name, value, {})[0]?.kind ?? null
}

function each(
  text: string,
  form: RegExp,
  group: number,
  kindOf: (name: string, value: string) => SecretKind | null,
  matches: Match[],
): void {
  eachMatch(text, form, (match) => {
    const value = match[group] ?? ''
    const kind = isLabel(value) || isPlaceholder(value) ? null : kindOf(match[1] ?? '', value)
    if (!kind) return
    const start = match.index + match[0].lastIndexOf(value)
    matches.push({ start, end: start + value.length, kind, value, reason: 'place' })
  })
}

/** Bare documents inside a stretch of the text, whatever its encoding. */
function bareIn(text: string, start: number, end: number, matches: Match[]): void {
  for (const view of viewsOf(text.slice(start, end))) {
    for (const found of bareDocuments(view.text)) {
      const [from, to] = originOf(view, found.start, found.end)
      const value = view.text.slice(found.start, found.end)
      matches.push({ start: start + from, end: start + to, kind: found.kind, value, reason: 'form' })
    }
  }
}

const NAMED_BEFORE = /([\w-]{2,40})["']?\s*[:=]\s*["']?$/
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|record|product|order)\W{0,3}$/i

function bareInText(text: string, matches: Match[]): void {
  if (!/\d{11}/.test(text)) return
  for (const { kind, start, end } of bareDocuments(text)) {
    const before = text.slice(Math.max(0, start - 48), start)
    const name = NAMED_BEFORE.exec(before)?.[1]
    if (name ? placeOf(name).is === 'identifier' : IDENTIFIER_BEFORE.test(before)) continue
    matches.push({ kind, start, end, value: text.slice(start, end), reason: 'form' })
  }
}

/** Bounded, for the engine remembers every step that it may take back; a multiple of four, so that no group is cut. */
const BLOB = /[A-Za-z0-9+/_-]{16,65536}={0,2}/g

/** Base64 of readable text that holds something to mask: encoded again, masked. */
function findEncoded(text: string, mask: (inner: string) => string): Match[] {
  const matches: Match[] = []
  if (text.length < 16) return matches
  eachMatch(text, BLOB, ({ 0: blob, index }) => {
    if (!isReadable(Buffer.from(blob.slice(0, 12), 'base64').toString('latin1'))) return
    const inner = Buffer.from(blob, 'base64').toString('utf8')
    if (!isReadable(inner)) return
    const masked = mask(inner)
    if (masked === inner) return
    const replacement = Buffer.from(masked).toString('base64')
    const end = index + blob.length
    matches.push({ start: index, end, kind: 'secret', value: blob, reason: 'form', replacement })
  })
  return matches
}

function isReadable(text: string): boolean {
  return !/[^\t\n\r\x20-\x7e\u00a0-\ufffc]/.test(text)
}

// --- from matches to text ---

/** Whether the stretch cuts no escape sequence of a deeper level in two; where it does, that level finds it better. */
function isWhole(views: readonly View[], level: number, start: number, end: number): boolean {
  return views.slice(level + 1).every((view) => isBoundary(view, start) && isBoundary(view, end))
}

/** The smallest stretch around a known value that cuts no escape sequence in two. */
function snap(views: readonly View[], start: number, end: number): [start: number, end: number] {
  let from = start
  let to = end
  for (const view of views) {
    if (!view.at) continue
    while (from > 0 && !isBoundary(view, from)) from--
    while (!isBoundary(view, to)) to++
  }
  return [from, to]
}

function isBoundary({ at, text }: View, offset: number): boolean {
  if (!at) return true
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return at[low] === offset
}

/** A number of a JSON text is masked whole or not at all. */
function keepNumbers(text: string, matches: Match[], owners: ReadonlyMap<string, Owner>): Match[] {
  const numbers: Match[] = []
  const spans: (readonly [number, number])[] = []
  eachScalar(text, ({ start, end, is }) => {
    if (is !== 'number') return
    spans.push([start, end])
    const value = text.slice(start, end)
    const owner = owners.get(value)
    if (owner) numbers.push({ start, end, ...owner, reason: 'known', quoted: true })
  })
  const rest = matches.filter(
    (match) =>
      match.reason !== 'known' || !spans.some(([start, end]) => match.start < end && match.end > start),
  )
  return [...rest, ...numbers]
}

function replace(text: string, matches: Match[], labelOf: LabelOf, sign = '#'): string {
  if (matches.length === 0) return text
  const parts: string[] = []
  let kept = 0
  for (const { start, end, best } of mergeMatches(text, matches)) {
    const label = best.replacement ?? labelOf(best.kind, best.value).replace('#', sign)
    parts.push(text.slice(kept, start), best.quoted ? `"${label}"` : label)
    kept = end
  }
  parts.push(text.slice(kept))
  return parts.join('')
}

interface Merged {
  readonly start: number
  readonly end: number
  readonly best: Match
}

/** Overlapping matches become one stretch, named for the longest; of equals, for the one known best. */
function mergeMatches(text: string, matches: Match[]): Merged[] {
  const taken = labelSpans(text)
  const sorted = matches.filter(
    (match) => !taken.some(([s, e]) => match.start < e && match.end > s && match.end - match.start <= e - s),
  )
  sorted.sort((a, b) => a.start - b.start || b.end - a.end)
  const stretches: Merged[] = []
  for (const match of sorted) {
    const last = stretches[stretches.length - 1]
    if (!last || match.start >= last.end) stretches.push({ start: match.start, end: match.end, best: match })
    else
      stretches[stretches.length - 1] = {
        start: last.start,
        end: Math.max(last.end, match.end),
        best: better(last.best, match),
      }
  }
  return stretches
}

const RANK = { known: 2, place: 1, form: 0 } as const

function better(a: Match, b: Match): Match {
  const longer = b.end - b.start - (a.end - a.start)
  if (longer !== 0) return longer > 0 ? b : a
  if (a.quoted !== b.quoted) return a.quoted ? a : b
  return RANK[b.reason] > RANK[a.reason] ? b : a
}

function labelSpans(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  let from = 0
  for (const label of labelsIn(text)) {
    const start = text.indexOf(label, from)
    from = start + label.length
    spans.push([start, from])
  }
  return spans
}

// --- URLs, headers, bodies ---

type MaskPart = (text: string, context: MaskingContext) => string

function maskUrl(
  url: string,
  codes: boolean,
  mask: MaskPart,
  labelOf: LabelOf,
  discover: (match: Match) => void,
): string {
  const hash = url.indexOf('#')
  const isFragment = hash >= 0 && !/\[[a-z_]+$/.test(url.slice(0, hash))
  const fragment = isFragment ? url.slice(hash + 1) : null
  const whole = isFragment ? url.slice(0, hash) : url
  const question = whole.indexOf('?')
  const path = question < 0 ? whole : whole.slice(0, question)
  const query = question < 0 ? null : whole.slice(question + 1)
  const redirect =
    codes || /(?:^|&)state=/.test(`${query ?? ''}&${fragment ?? ''}`) || /callback|redirect|oauth/i.test(path)
  const pairs = (text: string) => escapeLabels(mask(text, { form: 'form', codes: redirect }))

  const user = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(path)?.[1]
  const password = user?.split(':').slice(1).join(':') ?? ''
  let safe = path
  if (password !== '' && !isLabel(password) && !isPlaceholder(password)) {
    const value = decodePair(password)
    discover({ start: 0, end: value.length, kind: 'secret', value, reason: 'place' })
    safe = path.replace(`:${password}@`, () => `:${labelOf('secret', value)}@`)
  }
  const masked = escapeLabels(mask(safe, { form: 'text' }))
  return (
    masked + (query === null ? '' : `?${pairs(query)}`) + (fragment === null ? '' : `#${pairs(fragment)}`)
  )
}

/** A `#` would begin the URL's fragment and hide what follows from every reader. */
function escapeLabels(text: string): string {
  return text.includes('#') ? text.replace(/\[([a-z_]+)#(\d+)\]/g, '[$1%23$2]') : text
}

const HEADER: MaskingContext = { form: 'text', bare: false }
const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])

function maskHeaderValue(
  name: string,
  value: string,
  masker: Masker,
  labelOf: LabelOf,
  discover: (match: Match) => void,
): string {
  if (URL_HEADERS.has(name)) return masker.maskUrl(value, name === 'location')
  if (name === 'cookie' || name === 'set-cookie') return maskCookies(name, value, labelOf, discover, masker)
  const place = placeOf(name)
  const matches = place.is === 'other' || place.is === 'identifier' ? [] : atPlace(place, name, value, {})
  if (matches.length > 0) {
    for (const match of matches) discover(match)
    return replace(value, matches, labelOf)
  }
  if (isLabel(value)) return value
  return name.endsWith('homologacao') ? masker.maskKnown(value) : masker.maskText(value, HEADER)
}

function maskCookies(
  name: string,
  value: string,
  labelOf: LabelOf,
  discover: (match: Match) => void,
  masker: Masker,
): string {
  const parts = value.split(';')
  const safe = parts.map((part, i) => {
    const equals = part.indexOf('=')
    const isAttribute = name === 'set-cookie' && i > 0
    const content = part.slice(equals + 1).trim()
    if (isAttribute || content === '' || isLabel(content)) return part
    if (content.length >= 16 && looksRandom(content) && !/[:/]|%2f/i.test(content)) {
      discover({ start: 0, end: content.length, kind: 'secret', value: content, reason: 'place' })
    }
    return part.replace(content, () => labelOf('secret', content))
  })
  return masker.maskText(safe.join(';'), HEADER)
}

function maskExchange(raw: RawExchange, masker: Masker): Exchange {
  const { request, answer, failure } = raw
  const isToken = raw.channel === 'token'
  return {
    id: raw.id,
    source: raw.source,
    channel: raw.channel,
    session: raw.session,
    step: raw.step,
    ...(raw.intent && { intent: raw.intent }),
    request: {
      method: masker.maskText(request.method, { form: 'text' }),
      url: masker.maskUrl(request.url, raw.channel !== 'service'),
      headers: masker.maskHeaders(request.headers),
      body: maskBody(request.body, request.headers, isToken, masker),
    },
    answer: answer && {
      status: answer.status,
      headers: masker.maskHeaders(answer.headers),
      body: maskBody(answer.body, answer.headers, false, masker),
    },
    failure: failure && { kind: failure.kind, message: masker.maskText(failure.message) },
    startedAt: raw.startedAt,
    sentAtMs: raw.sentAtMs,
    answeredAtMs: raw.answeredAtMs,
    gaps: raw.gaps,
  }
}

function maskBody(
  body: RawBody | null,
  headers: readonly Header[],
  codes: boolean,
  masker: Masker,
): Body | null {
  if (!body) return null
  const { sizeBytes, flaw } = body
  if (flaw === 'not-recorded' || flaw === 'undecodable') return { text: null, sizeBytes, flaw }
  const text = decodeUtf8(body.bytes, flaw === 'truncated')
  if (text === null) return { text: null, sizeBytes, flaw: 'not-utf8' }
  const form = formOf(text, headers)
  return {
    text: masker.maskText(text, { ...(form && { form }), codes, cut: flaw === 'truncated' }),
    sizeBytes,
    flaw,
  }
}

function formOf(text: string, headers: readonly Header[]): 'json' | 'form' | 'text' | null {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''
  if (looksLikeJson(text)) return 'json'
  if (type.includes('x-www-form-urlencoded') || /^[\w.[\]%+-]+=[^\s{}<>"]*$/.test(text.slice(0, 4096)))
    return 'form'
  return 'text'
}

/** null where the bytes are not UTF-8. A byte order mark is no part of the text; of a cut text the last character may be. */
function decodeUtf8(bytes: Uint8Array, cut: boolean): string | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let trim = 0; trim <= (cut ? 3 : 0); trim++) {
    const kept = trim === 0 ? all : all.subarray(0, Math.max(0, all.length - trim))
    if (isUtf8(kept)) return kept.toString('utf8').replace(/^\uFEFF/, '')
  }
  return null
}
