import { toHex, toLatin1, utf8 } from './bytes.js'
import type { Match, SecretKind } from './labels.js'
import { isOrdinary } from './looks.js'
import { wellFormed } from './pairs.js'

/**
 * The secrets that settings registered or that traffic has shown. Each is found as it is, escaped as in JSON, percent-encoded, in
 * hexadecimal digits and in Base64 at its three offsets.
 *
 * One pass over a text finds all of them, however many there are. Each spelling of a secret (a variant) is filed under the hash of six of its
 * characters, its anchor. The pass keeps the hash of the six characters that it has read last, and compares only the variants under that hash.
 */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>

/** The length of an anchor. Shorter values would mask parts of ordinary text, so only the name of their field masks them. */
export const MIN_SECRET_CHARS = 6
/** When this many secrets have been learned, the older half is forgotten. */
const MAX_LEARNED = 20_000
/** Entries of the table that tells which hashes are in use. */
const FILTER_SIZE = 1 << 17
/** Six characters of five bits each: the seventh last character has been shifted out. */
const HASH_MASK = 0x3fffffff

interface Secret {
  readonly kind: SecretKind
  /** The value that the label stands for. It differs from the text that is found if the text is another spelling of it. */
  readonly value: string
  /** Whether the settings gave it. Such a secret is never forgotten. */
  readonly isRegistered: boolean
}

interface Variant {
  readonly secret: Secret
  /** The spelling to find, see {@link FOLDED}. */
  readonly folded: string
  /** The offset of the six characters under whose hash it is filed. */
  readonly anchor: number
  /** Characters that must not be next to it: a number within a longer number is another number. */
  readonly bounds: 'digit' | 'word' | null
  /** Characters next to an encoded value that are masked with it, because they may hold bits of the value. */
  readonly word: RegExp | null
}

export function createKnownSecrets(maxLearned = MAX_LEARNED) {
  const secrets = new Map<string, Secret>()
  let index = createIndex()
  let learned = 0
  let version = 0
  let learnableCount = 0

  const forgetOlder = () => {
    for (const [value, { isRegistered }] of secrets) {
      if (isRegistered) continue
      secrets.delete(value)
      if (--learned <= maxLearned / 2) break
    }
    index = createIndex()
    for (const [value, secret] of secrets) index.add(value, secret)
  }

  return {
    /** `owner` is the value whose label the secret gets, if `value` is only a spelling of it. */
    add(kind: SecretKind, value: string, how: 'registered' | 'learned', owner = value): void {
      if (value.length < MIN_SECRET_CHARS) return
      const isRegistered = how === 'registered'
      const before = secrets.get(value)
      if (before) {
        // it is in the index already, and if it was only learned, it is never forgotten from now on
        if (isRegistered) secrets.set(value, { ...before, isRegistered })
        return
      }
      if (!isRegistered && learnableCount <= 0) return
      const secret = { kind, value: owner, isRegistered }
      secrets.set(value, secret)
      index.add(value, secret)
      version++
      if (isRegistered) return
      learnableCount--
      if (++learned > maxLearned) forgetOlder()
    },
    find: (text: string): readonly Match[] =>
      secrets.size === 0 || text.length < MIN_SECRET_CHARS ? [] : index.find(text),
    /** The secret that equals a number of JSON; null if none does. A number that only contains the digits of a secret stays. */
    findNumber: (digits: string): Secret | null => secrets.get(digits) ?? null,
    /** Rises whenever another value became known, so that what was masked before must be masked again. */
    get version() {
      return version
    },
    /** How many secrets may still be learned. A limit is needed, because one body may be full of them. */
    set learnableCount(count: number) {
      learnableCount = count
    },
  }
}

function createIndex() {
  /** By the hash of their anchor. */
  const variants = new Map<number, Variant[]>()
  /** 1 for each hash in use. Looking here first is faster than in the map, and nearly every character ends here. */
  const isUsed = new Uint8Array(FILTER_SIZE)

  /** Chooses the anchor that the fewest other variants share, because many secrets begin or end alike (JSON web tokens). */
  const chooseAnchor = (folded: string) => {
    const last = folded.length - MIN_SECRET_CHARS
    let best = { hash: 0, anchor: 0, others: Number.POSITIVE_INFINITY }
    for (const anchor of [last, last >> 1, last >> 2, 0]) {
      const hash = hashAt(folded, anchor)
      const others = variants.get(hash)?.length ?? 0
      if (others < best.others) best = { hash, anchor, others }
      if (others === 0) break
    }
    return best
  }

  return {
    add(value: string, secret: Secret): void {
      for (const spelling of variantsOf(value, secret)) {
        const { hash, anchor } = chooseAnchor(spelling.folded)
        const variant = { ...spelling, anchor }
        isUsed[filterIndex(hash)] = 1
        const sameHash = variants.get(hash)
        if (sameHash) sameHash.push(variant)
        else variants.set(hash, [variant])
      }
    },
    find(text: string): readonly Match[] {
      const matches: Match[] = []
      /** The last word with an encoded secret, by its characters. One word may hold thousands, and it is measured and masked once. */
      const lastWords = new Map<RegExp, readonly [from: number, to: number]>()
      for (let i = 0, hash = 0; i < text.length; i++) {
        hash = nextHash(hash, foldCode(text.charCodeAt(i)))
        if (isUsed[filterIndex(hash)] === 0) continue
        for (const variant of variants.get(hash) ?? []) {
          const start = i + 1 - MIN_SECRET_CHARS - variant.anchor
          if (start < 0 || !occursAt(text, start, variant)) continue
          const { secret, folded, word } = variant
          const last = word && lastWords.get(word)
          if (last && last[0] <= start && start + folded.length <= last[1]) continue
          const span = wordAround(text, start, variant)
          if (word) lastWords.set(word, span)
          matches.push({ start: span[0], end: span[1], kind: secret.kind, value: secret.value })
        }
      }
      return matches
    },
  }
}

/** Adds a character to the hash of the last six characters. */
function nextHash(hash: number, code: number): number {
  return ((hash << 5) ^ code) & HASH_MASK
}

/** Several hashes share an index, which all bits of a hash decide. */
function filterIndex(hash: number): number {
  return (hash ^ (hash >>> 10)) % FILTER_SIZE
}

function hashAt(folded: string, anchor: number): number {
  let hash = 0
  for (let i = anchor; i < anchor + MIN_SECRET_CHARS; i++) hash = nextHash(hash, folded.charCodeAt(i))
  return hash
}

function variantsOf(value: string, secret: Secret): Omit<Variant, 'anchor'>[] {
  const bytes = utf8(value)
  const written = new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed(value))])
  const spellings = [
    ...Array.from(written, (text) => ({ text, bounds: boundsOf(value), word: null })),
    { text: toHex(bytes), bounds: null, word: HEX },
    ...[0, 1, 2].map((shift) => ({ text: base64Core(bytes, shift), bounds: null, word: BASE64 })),
  ]
  return spellings
    .map(({ text, bounds, word }) => ({ secret, folded: folded(text), bounds, word }))
    .filter((variant) => variant.folded.length >= MIN_SECRET_CHARS)
}

function boundsOf(value: string): Variant['bounds'] {
  if (/^\d+$/.test(value)) return 'digit'
  return isOrdinary(value) ? 'word' : null
}

/** The Base64 characters that depend on nothing but the value, if `shift` other bytes come before it in the encoded text. */
function base64Core(bytes: Uint8Array, shift: number): string {
  const whole = btoa('\0'.repeat(shift) + toLatin1(bytes)).replace(/=+$/, '')
  return whole.slice(Math.ceil((shift * 8) / 6), Math.floor(((bytes.length + shift) * 8) / 6))
}

const HEX = /[0-9a-f]/i
const BASE64 = /[A-Za-z0-9+=]/

function wordAround(text: string, start: number, { folded, word }: Variant): [number, number] {
  let [from, to] = [start, start + folded.length]
  if (word === null) return [from, to]
  while (from > 0 && word.test(text.charAt(from - 1))) from--
  while (to < text.length && word.test(text.charAt(to))) to++
  return [from, to]
}

function occursAt(text: string, start: number, { folded, bounds }: Variant): boolean {
  if (start + folded.length > text.length) return false
  for (let i = folded.length - 1; i >= 0; i--)
    if (foldCode(text.charCodeAt(start + i)) !== folded.charCodeAt(i)) return false
  if (bounds === null) return true
  const part = bounds === 'digit' ? /\d/ : /[\p{L}\d_]/u
  return !part.test(text.charAt(start - 1)) && !part.test(text.charAt(start + folded.length))
}

/**
 * Characters as they are compared. Letters have no case, because header names and hosts arrive in lower case. Forms and the two alphabets
 * of Base64 write the same bytes with other signs, so `+`, `-` and the blank count as one character, and `/` and `_` as another.
 */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().replace(/[+-]/, ' ').replace('_', '/').charCodeAt(0),
)

function foldCode(code: number): number {
  return code < 256 ? (FOLDED[code] ?? 0) : code
}

function folded(text: string): string {
  let result = ''
  for (let i = 0; i < text.length; i++) result += String.fromCharCode(foldCode(text.charCodeAt(i)))
  return result
}
