import { atPlace, passwordOf } from './at-place.js'
import {
  decodings,
  ENCODED_WORD,
  isForeignDocument,
  isLongEncoded,
  joinedLines,
  mayBeEncoded,
  unescaped,
} from './encoded.js'
import { type JsonHands, looksLikeJson, maskJson } from './json.js'
import type { KnownSecrets } from './known-secrets.js'
import {
  escapeLabels,
  isLabel,
  isPersonal,
  type Labels,
  type Match,
  replaceMatches,
  splitAtLabels,
} from './labels.js'
import { isDistinctive, looksRandom } from './looks.js'
import { matters, type Place, placeOf } from './names.js'
import { maskAddress } from './pairs.js'
import { secretsInText } from './text.js'

/**
 * How strictly a text is masked. In an `identifier`, bare digits and words up to 128 characters name a record. In a
 * `known` text, such as the homologation's hash or the name of a header, only known secrets are masked.
 */
export type Mode = 'text' | 'identifier' | 'known'

export interface Knowledge {
  readonly labels: Labels
  readonly known: KnownSecrets
  /** Whether it stood in a header of the homologation's hash, which the judge must read. */
  isHash(value: string): boolean
}

/** Structures and encodings within one another. What lies deeper is not kept. */
const DEEPEST = 5
/** No body that is kept is that long, and regular expressions give up on longer words. */
const LONGEST = 4_000_000
/** A single word, or a number in groups. */
const IDENTIFIER = /^(?:\S*|[\d\s./-]*)$/
/** Longer numbers may be hexadecimal digits of a text. */
const NUMBER = /^\d{1,21}$/
const URLS = /\bhttps?:\/\/[^\s"'<>`\\]+/gi

const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])
const ATTRIBUTES =
  /^\s*(?:path|domain|expires|max-age|secure|httponly|samesite|priority|partitioned)\s*(?:=|$)/i

/** The header of the homologation's hash. Its name is the profile's; all that are known end alike. */
export function isHashHeader(name: string): boolean {
  return /homologacao$/i.test(name)
}

/** Masks decoded values, and the texts and structures in them. */
export class ValueMasker {
  readonly #knowledge: Knowledge
  /** Masks what is encoded in this one's values; null at the deepest level. */
  readonly #deeper: ValueMasker | null
  readonly #hands = this.#handsOf(false)
  readonly #handsOfTokens = this.#handsOf(true)

  constructor(knowledge: Knowledge, depth = 0) {
    this.#knowledge = knowledge
    this.#deeper = depth === DEEPEST ? null : new ValueMasker(knowledge, depth + 1)
  }

  /** A value under a name. `codes`: a short one named `code` is secret. */
  readonly value = (plain: string, place: Place, name: string, codes: boolean): string => {
    if (plain === '') return plain
    const matches = matters(place) ? atPlace(place, name, plain, codes) : []
    if (matches.length > 0) return this.#write(plain, matches)
    if (isForeignDocument(plain)) return this.opaque(plain)
    if (/^\s*[[{]/.test(plain) && looksLikeJson(plain)) {
      const masked = this.#deeper === null ? this.opaque(plain) : this.#deeper.json(plain, { codes })
      if (masked !== null) return masked
    }
    return this.text(plain, place.is === 'identifier' && IDENTIFIER.test(plain) ? 'identifier' : 'text')
  }

  text(whole: string, mode: Mode = 'text'): string {
    if (whole.length > LONGEST) return this.opaque(whole)
    if (!whole.includes('[')) return this.#segment(whole, mode)
    const parts = splitAtLabels(whole)
    if (parts.length === 1) return this.#segment(whole, mode)
    return parts
      .map((part, i) => {
        if (i % 2 === 0) return this.#segment(part, mode)
        this.#knowledge.labels.reserve(part)
        return part
      })
      .join('')
  }

  /** Masks a JSON text; null if it holds anything but JSON. */
  json(text: string, { codes = false, isCut = false } = {}): string | null {
    return maskJson(text, codes ? this.#handsOfTokens : this.#hands, isCut)
  }

  address(url: string, codes = false): string {
    const byParts = maskAddress(escapeLabels(url), this.value, codes)
    // a secret may hold the signs at which an address is taken apart
    return escapeLabels(this.text(byParts, 'known'))
  }

  /** Masks the value of a header by its name, which is in lower case. */
  header(name: string, value: string): string {
    if (URL_HEADERS.has(name)) return this.address(value, name === 'location')
    if (name === 'cookie' || name === 'set-cookie') return this.#cookies(name, value)
    if (isHashHeader(name)) return this.text(value, 'known')
    return this.value(value, placeOf(name), name, false)
  }

  /** Masks every value but those of attributes, also where several headers were joined with commas. */
  #cookies(name: string, value: string): string {
    const { isHash, known, labels } = this.#knowledge
    return value
      .split(/(;|,(?=\s*[^\s;,=]+=))/)
      .map((part, i) => {
        if (i % 2 === 1) return part
        const content = part.slice(part.indexOf('=') + 1).trim()
        if (content === '' || isLabel(content)) return this.text(part, 'identifier')
        if (name === 'set-cookie' && ATTRIBUTES.test(part)) return this.text(part, 'identifier')
        const isDistinct = content.length >= 16 && looksRandom(content) && !/[:/]|%2f/i.test(content)
        if (isDistinct && !isHash(content)) known.add('secret', content, 'learned')
        const before = this.text(part.slice(0, part.lastIndexOf(content)), 'identifier')
        return before + labels.labelOf('secret', content)
      })
      .join('')
  }

  /** The label of a value that is not kept. */
  opaque(value: string): string {
    return this.#knowledge.labels.labelOf('opaque', value)
  }

  /** A text without labels. */
  #segment(plain: string, mode: Mode): string {
    const secrets = this.#knowledge.known.find(plain)
    if (!isSuspicious(plain) || (mode === 'identifier' && NUMBER.test(plain)))
      return this.#write(plain, secrets)
    if (mode === 'known') return this.#withoutHidden(plain, this.#write(plain, secrets), mode)
    const matches = [...secrets, ...secretsInText(plain, mode === 'text')]
    if (plain.includes('://')) {
      for (const { 0: url, index: start } of plain.matchAll(URLS)) {
        const replacement = this.address(url).replaceAll(/\[([a-z_]+)%23(\d+)\]/g, '[$1#$2]')
        if (replacement !== url)
          matches.push({ start, end: start + url.length, kind: 'opaque', value: url, replacement })
      }
    }
    return this.#withoutHidden(plain, this.#write(plain, matches), mode)
  }

  #write(text: string, matches: readonly Match[]): string {
    if (matches.length === 0) return text
    const { known, labels } = this.#knowledge
    for (const match of matches) learn(match, known)
    return replaceMatches(text, matches, labels.labelOf)
  }

  /**
   * Masks secrets behind escapes, in Base64 or in hexadecimal digits. The word that hides one is masked whole; if no
   * single word hides it, the whole text is.
   */
  #withoutHidden(plain: string, masked: string, mode: Mode): string {
    if (this.#hidesInLines(masked, mode)) return this.opaque(plain)
    const safe = masked.replace(ENCODED_WORD, (word) =>
      this.#isHidden(word, mode) ? this.opaque(word) : word,
    )
    return unescaped(safe) === null ? safe : (this.#withoutEscaped(safe, mode) ?? this.opaque(plain))
  }

  /** Whether something is broken over lines. */
  #hidesInLines(text: string, mode: Mode): boolean {
    const joined = joinedLines(text)
    if (joined === null) return false
    if (this.#knowledge.known.find(joined.replace(/\s+/g, '')).length > 0) return true
    return (
      joined.match(ENCODED_WORD)?.some((word) => !text.includes(word) && this.#isHidden(word, mode)) ?? false
    )
  }

  #isHidden(word: string, mode: Mode): boolean {
    if (!mayBeEncoded(word)) return false
    if (mode !== 'known' && isLongEncoded(word, mode === 'identifier') && !this.#knowledge.isHash(word))
      return true
    const within = mode === 'known' ? 'known' : 'text'
    return decodings(word).some((inner) => !this.#isSafe(inner, within))
  }

  /** Masks words whose unescaped text holds a secret; null if a secret spans several words. */
  #withoutEscaped(masked: string, mode: Mode): string | null {
    const safe = masked
      .split(/(\s+)/)
      .map((word) => {
        const inner = unescaped(word)
        if (inner === null || this.#isSafe(inner, mode)) return word
        const label = this.#deeper?.text(inner, mode) ?? ''
        return isLabel(label) ? label : this.opaque(word)
      })
      .join('')
    const rest = unescaped(safe)
    return rest === null || this.#isSafe(rest, mode) ? safe : null
  }

  /** Whether nothing would be masked in a text that is encoded in this one's. */
  #isSafe(inner: string, mode: Mode): boolean {
    const deeper = this.#deeper
    if (deeper === null) return false
    const json = mode !== 'known' && looksLikeJson(inner) ? deeper.json(inner) : null
    return (json ?? deeper.text(inner, mode)) === inner
  }

  #handsOf(codes: boolean): JsonHands {
    return {
      string: (plain, place, name) => this.value(plain, place, name, codes),
      key: (plain, place, name) =>
        place.is === 'document' || place.is === 'phone'
          ? this.value(plain, place, name, false)
          : this.text(plain, place.is === 'identifier' ? 'identifier' : 'text'),
      number: (digits, place, name) => {
        const [match] = matters(place) && digits.length > 1 ? atPlace(place, name, digits, codes) : []
        const secret = match ?? this.#knowledge.known.ofNumber(digits)
        if (secret === null) return null
        // a number cannot be sent as a token, and its label is a string, which must not hide that
        const kind = secret.kind === 'access_token' ? 'unusable_token' : secret.kind
        return this.#knowledge.labels.labelOf(kind, secret.value)
      },
    }
  }
}

/** Makes a secret that was found by its field's name known, if it may be masked everywhere. */
function learn({ kind, value, isNamed }: Match, known: KnownSecrets): void {
  if (!isNamed || isPersonal(kind)) return
  if (isDistinctive(value)) addSecret(known, kind, value.trim(), 'learned')
  const password = kind === 'basic' ? passwordOf(value) : null
  if (password !== null) known.add('client_secret', password, 'learned')
}

/** A value that looks escaped itself (`%41`) is found where it was escaped once more, too. */
export function addSecret(
  known: KnownSecrets,
  ...[kind, value, how, owner = value]: Parameters<KnownSecrets['add']>
): void {
  known.add(kind, value, how, owner)
  const plain = unescaped(value)
  if (plain !== null) known.add(kind, plain, how, owner)
}

/** Most values are plain words, and need no search: no sign, no nine digits, no long word that may be encoded. */
function isSuspicious(text: string): boolean {
  return SIGNS.test(text) || NINE_DIGITS.test(text) || (text.match(LONG_WORDS)?.some(mayBeEncoded) ?? false)
}

const SIGNS = /[@=:<%&\\/\r\n]|(?:bearer|basic)(?![\w+-])/i
const NINE_DIGITS = /^(?:\D*\d){9}/
const LONG_WORDS = /[\w+-]{12,}/g
