import {
  decodeWord,
  ENCODED_WORD,
  isLongEncoded,
  isUnreadableDocument,
  joinBase64Lines,
  looksEncoded,
  unescapeOnce,
} from './encoded.js'
import { type JsonMasks, looksLikeJson, maskJson } from './json.js'
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
import { classifyField, type FieldMeaning, isSensitive } from './names.js'
import { maskAddress } from './pairs.js'
import { passwordOf, secretsInField } from './secrets-in-field.js'
import { findSecretsInText } from './text.js'

/**
 * What is masked in a text:
 * - `text`: everything that looks like a secret or like personal data;
 * - `identifier`: the same, but bare digits and words that are not longer than an identifier stay, because they name a record;
 * - `known`: only known secrets, as in the homologation's hash or in the name of a header.
 */
export type Mode = 'text' | 'identifier' | 'known'

export interface MaskingState {
  readonly labels: Labels
  readonly known: KnownSecrets
  /** Whether a header with the homologation's hash carried this value. Such a value stays, because the judge compares it. */
  isHash(value: string): boolean
}

/** How many encodings and structures within one another are read. A value that lies deeper is replaced whole. */
const MAX_DEPTH = 5
/** No kept body is that long. Regular expressions fail on much longer words. */
const MAX_TEXT_CHARS = 4_000_000
/** A single word, or a number in groups such as `12.345-6`. */
const IDENTIFIER = /^(?:\S*|[\d\s./-]*)$/
/** A number that names a record. A longer one may be a text in hexadecimal digits. */
const NUMBER = /^\d{1,21}$/
const URLS = /\bhttps?:\/\/[^\s"'<>`\\]+/gi

const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])
const COOKIE_ATTRIBUTE =
  /^\s*(?:path|domain|expires|max-age|secure|httponly|samesite|priority|partitioned)\s*(?:=|$)/i

/** Whether a header carries the homologation's hash. The profile decides its name, which always ends like `x-bling-homologacao`. */
export function isHashHeader(name: string): boolean {
  return /homologacao$/i.test(name)
}

/** Masks single values, and the JSON, addresses and encodings that they contain. */
export class ValueMasker {
  readonly #state: MaskingState
  /** Masks what is encoded within a value; null at the deepest level. */
  readonly #deeper: ValueMasker | null

  constructor(state: MaskingState, depth = 0) {
    this.#state = state
    this.#deeper = depth === MAX_DEPTH ? null : new ValueMasker(state, depth + 1)
  }

  /** Masks the value of a field. `hasCodes` tells that a value named `code` is an authorization code, even a short one. */
  readonly value = (plain: string, field: FieldMeaning, name = '', hasCodes = false): string => {
    if (plain === '') return plain
    const matches = isSensitive(field) ? secretsInField(field, name, plain, hasCodes) : []
    if (matches.length > 0) return this.#write(plain, matches)
    if (isUnreadableDocument(plain)) return this.opaque(plain)
    // a string in quotes, such as an ETag, keeps the meaning of its field
    if (/^\s*[[{]/.test(plain) && looksLikeJson(plain)) {
      const masked = this.#deeper === null ? this.opaque(plain) : this.#deeper.json(plain, { hasCodes })
      if (masked !== null) return masked
    }
    // a sentence stays a sentence in a field such as `codigo`
    const isIdentifier = field.holds === 'identifier' && IDENTIFIER.test(plain)
    return this.text(plain, isIdentifier ? 'identifier' : 'text')
  }

  /** Masks a text. Labels in it stay. */
  text(whole: string, mode: Mode = 'text'): string {
    if (whole.length > MAX_TEXT_CHARS) return this.opaque(whole)
    return splitAtLabels(whole)
      .map((part, i) => {
        if (i % 2 === 0) return this.#textWithoutLabels(part, mode)
        // a recording of an earlier run is masked again: no other value may get the same label
        this.#state.labels.reserve(part)
        return part
      })
      .join('')
  }

  /** Masks a JSON text; null if it holds anything but JSON. */
  json(text: string, { hasCodes = false, isCut = false } = {}): string | null {
    const masks: JsonMasks = {
      string: (plain, field, name) => this.value(plain, field, name, hasCodes),
      key: (plain, field, name) =>
        // in `"telefones":{"11987654321":…}` the names are the telephones
        field.holds === 'document' || field.holds === 'phone'
          ? this.value(plain, field, name)
          : this.text(plain, field.holds === 'identifier' ? 'identifier' : 'text'),
      number: (digits, field, name) => this.#number(digits, field, name, hasCodes),
    }
    return maskJson(text, masks, isCut)
  }

  /** Returns the label of a secret number of JSON; null if the number stays. */
  #number(digits: string, field: FieldMeaning, name: string, hasCodes: boolean): string | null {
    const { known, labels } = this.#state
    // one digit is a switch or a count: `"token":1`
    const isSearched = isSensitive(field) && digits.length > 1
    const [match] = isSearched ? secretsInField(field, name, digits, hasCodes) : []
    const secret = match ?? known.findNumber(digits)
    if (secret === null) return null
    // a number is no valid token, and the judge must see that although its label is a string
    const kind = secret.kind === 'access_token' ? 'unusable_token' : secret.kind
    return labels.labelOf(kind, secret.value)
  }

  /** Masks an address. In it a label is written `[kind%231]`, because `#` would begin the fragment. `hasCodes` as in {@link value}. */
  address(url: string, hasCodes = false): string {
    const byParts = maskAddress(escapeLabels(url), this.value, hasCodes)
    // a known secret may contain `/`, `?` or `&`, at which the address was split
    return escapeLabels(this.text(byParts, 'known'))
  }

  /** Masks the value of a header by its name, which is in lower case. */
  header(name: string, value: string): string {
    if (URL_HEADERS.has(name)) return this.address(value, name === 'location')
    if (name === 'cookie' || name === 'set-cookie') return this.#cookies(name, value)
    if (isHashHeader(name)) return this.text(value, 'known')
    return this.value(value, classifyField(name), name)
  }

  /** Masks the values of cookies, also of several headers joined with commas. Attributes such as `Path=/` stay. */
  #cookies(name: string, value: string): string {
    const { isHash, known, labels } = this.#state
    return value
      .split(/(;|,(?=\s*[^\s;,=]+=))/)
      .map((part, i) => {
        if (i % 2 === 1) return part
        const content = part.slice(part.indexOf('=') + 1).trim() // all of it, if the cookie has no name
        if (content === '' || isLabel(content)) return this.text(part, 'identifier')
        if (name === 'set-cookie' && COOKIE_ATTRIBUTE.test(part)) return this.text(part, 'identifier')
        // only such a value is masked elsewhere too; a common word, an address or a path would be found in many texts
        const isDistinct = content.length >= 16 && looksRandom(content) && !/[:/]|%2f/i.test(content)
        if (isDistinct && !isHash(content)) known.add('secret', content, 'learned')
        const before = this.text(part.slice(0, part.lastIndexOf(content)), 'identifier')
        return before + labels.labelOf('secret', content)
      })
      .join('')
  }

  /** Returns the label of a value that cannot be read, and so is not kept. */
  opaque(value: string): string {
    return this.#state.labels.labelOf('opaque', value)
  }

  #textWithoutLabels(plain: string, mode: Mode): string {
    const secrets = this.#state.known.find(plain)
    const isRecordNumber = mode === 'identifier' && NUMBER.test(plain)
    if (isRecordNumber || !isSuspicious(plain)) return this.#write(plain, secrets)
    if (mode === 'known') return this.#withoutHidden(plain, this.#write(plain, secrets), mode)
    const matches = [...secrets, ...findSecretsInText(plain, mode === 'identifier')]
    if (plain.includes('://')) {
      for (const { 0: url, index: start } of plain.matchAll(URLS)) {
        const masked = this.#deeper === null ? this.opaque(url) : this.#deeper.address(url)
        // in a text the `#` of a label needs no escape
        const replacement = masked.replaceAll(/\[([a-z_]+)%23(\d+)\]/g, '[$1#$2]')
        if (replacement !== url)
          matches.push({ start, end: start + url.length, kind: 'opaque', value: url, replacement })
      }
    }
    return this.#withoutHidden(plain, this.#write(plain, matches), mode)
  }

  #write(text: string, matches: readonly Match[]): string {
    if (matches.length === 0) return text
    const { known, labels } = this.#state
    for (const match of matches) learnSecret(match, known)
    return replaceMatches(text, matches, labels.labelOf)
  }

  /** Masks secrets that are escaped or encoded: the whole word with such a secret, or the whole text if a secret spans several words. */
  #withoutHidden(plain: string, masked: string, mode: Mode): string {
    if (this.#hidesInLines(masked, mode)) return this.opaque(plain)
    const safe = masked.replace(ENCODED_WORD, (word) =>
      this.#isHidden(word, mode) ? this.opaque(word) : word,
    )
    return this.#withoutEscaped(safe, mode) ?? this.opaque(plain)
  }

  /** Whether an encoded secret is broken over several lines. */
  #hidesInLines(text: string, mode: Mode): boolean {
    const joined = joinBase64Lines(text)
    if (joined === null) return false
    if (this.#state.known.find(joined.replace(/\s+/g, '')).length > 0) return true
    // the other words, which were not broken over lines, are checked by `#withoutHidden`
    const words = joined.match(ENCODED_WORD) ?? []
    return words.some((word) => !text.includes(word) && this.#isHidden(word, mode))
  }

  /** Whether a word is long Base64, or decodes to a text that would be masked. */
  #isHidden(word: string, mode: Mode): boolean {
    if (!looksEncoded(word)) return false
    if (mode !== 'known' && isLongEncoded(word, mode === 'identifier') && !this.#state.isHash(word))
      return true
    const within = mode === 'known' ? 'known' : 'text' // a decoded text is no identifier
    return decodeWord(word).some((inner) => !this.#isSafe(inner, within))
  }

  /** Masks words whose unescaped text holds a secret; null if a secret spans several words. */
  #withoutEscaped(masked: string, mode: Mode): string | null {
    if (unescapeOnce(masked) === null) return masked
    const safe = masked
      .split(/(\s+)/)
      .map((word) => {
        const inner = unescapeOnce(word)
        if (inner === null || this.#isSafe(inner, mode)) return word
        // a word that is one secret as a whole gets the label of that secret, like its plain form
        const label = this.#deeper?.text(inner, mode) ?? ''
        return isLabel(label) ? label : this.opaque(word)
      })
      .join('')
    const rest = unescapeOnce(safe)
    return rest === null || this.#isSafe(rest, mode) ? safe : null
  }

  /** Whether a decoded text holds nothing that would be masked. */
  #isSafe(inner: string, mode: Mode): boolean {
    const deeper = this.#deeper
    if (deeper === null) return false
    const json = mode !== 'known' && looksLikeJson(inner) ? deeper.json(inner) : null
    return (json ?? deeper.text(inner, mode)) === inner
  }
}

/** Learns a secret, unless it is so common that it must not be masked everywhere. */
function learnSecret({ kind, value, isCertain }: Match, known: KnownSecrets): void {
  if (!isCertain || isPersonal(kind)) return
  if (isDistinctive(value)) addSecret(known, kind, value.trim(), 'learned')
  const password = kind === 'basic' ? passwordOf(value) : null
  if (password !== null) known.add('client_secret', password, 'learned')
}

/** Adds a known secret. If it looks escaped itself (`a%41`), its unescaped form is added too, because texts are searched unescaped as well. */
export function addSecret(
  known: KnownSecrets,
  ...[kind, value, how, owner = value]: Parameters<KnownSecrets['add']>
): void {
  known.add(kind, value, how, owner)
  const plain = unescapeOnce(value)
  if (plain !== null) known.add(kind, plain, how, owner)
}

/** Whether a text needs a search, which takes long. Most values are plain words without signs, nine digits or a long word that may be encoded. */
function isSuspicious(text: string): boolean {
  return SIGNS.test(text) || NINE_DIGITS.test(text) || (text.match(LONG_WORDS)?.some(looksEncoded) ?? false)
}

/** Signs around secrets in a text, escapes, line breaks, and the schemes of credentials. */
const SIGNS = /[@=:<%&\\/\r\n]|(?:bearer|basic)(?![\w+-])/i
const NINE_DIGITS = /^(?:\D*\d){9}/
const LONG_WORDS = /[\w+-]{12,}/g
