import { latin1Of, toHex, utf8 } from './bytes.js'
import type { Match, SecretKind } from './labels.js'
import { isOrdinary } from './looks.js'
import { wellFormed } from './pairs.js'

/**
 * The secrets that settings gave or traffic has shown. Each is found as it is, escaped as in JSON, percent-encoded,
 * in hexadecimal digits and in Base64 at its three offsets. One pass finds all of them, however many there are: a
 * rolling hash over six characters selects the variants to compare.
 */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>

/** Shorter values would mask parts of ordinary text, so only their field's name masks them. */
export const SHORTEST = 6
/** Learned secrets beyond this many: the older half is forgotten. */
const MOST_LEARNED = 20_000
const FILTER_BITS = 20
/** Six characters of five bits each. What is older has left the hash. */
const HASH_MASK = 0x3fffffff

interface Secret {
  readonly kind: SecretKind
  /** The value that the label is given to. */
  readonly value: string
  readonly isGiven: boolean
}

interface Variant {
  readonly secret: Secret
  readonly folded: string
  /** The offset of the six characters by which it is found. */
  readonly anchor: number
  /** Characters that must not be adjacent to it. */
  readonly bounds: 'digit' | 'word' | null
  /** Characters next to it that are masked with it, because they may hold bits of the value. */
  readonly word: RegExp | null
}

export function createKnownSecrets(mostLearned = MOST_LEARNED) {
  const secrets = new Map<string, Secret>()
  let index = createIndex()
  let learned = 0
  let epoch = 0
  let room = 0

  const forgetOlder = () => {
    for (const [value, { isGiven }] of secrets) {
      if (isGiven) continue
      secrets.delete(value)
      if (--learned <= mostLearned / 2) break
    }
    index = createIndex()
    for (const [value, secret] of secrets) index.add(value, secret)
  }

  return {
    add(kind: SecretKind, value: string, how: 'given' | 'learned', owner = value): void {
      const before = secrets.get(value)
      if (value.length < SHORTEST || before?.isGiven || (how === 'learned' && (before || --room < 0))) return
      const secret = { kind: before?.kind ?? kind, value: before?.value ?? owner, isGiven: how === 'given' }
      secrets.set(value, secret)
      if (before) return
      epoch++
      index.add(value, secret)
      if (how === 'learned' && ++learned > mostLearned) forgetOlder()
    },
    find: (text: string): readonly Match[] =>
      secrets.size === 0 || text.length < SHORTEST ? NONE : index.find(text),
    /** The secret that equals a whole number; null if no secret does. */
    ofNumber: (digits: string): Secret | null => secrets.get(digits) ?? null,
    /** Rises whenever a value became known. */
    get epoch() {
      return epoch
    },
    /** How many may still be learned; a body may be full of them. */
    set room(count: number) {
      room = count
    },
  }
}

const NONE: readonly never[] = []

function createIndex() {
  /** By the hash of six characters. */
  const variants = new Map<number, Variant[]>()
  /** One bit for each hash, so that most of the filter stays in the nearest cache. */
  const filter = new Uint8Array(1 << (FILTER_BITS - 3))

  /** Many secrets begin or end alike, as JSON web tokens do: where the fewest others are found. */
  const anchorOf = (folded: string): readonly [hash: number, anchor: number] => {
    const last = folded.length - SHORTEST
    let best = { hash: 0, anchor: 0, others: Number.POSITIVE_INFINITY }
    for (const anchor of [last, last >> 1, last >> 2, 0]) {
      const hash = hashAt(folded, anchor)
      const others = variants.get(hash)?.length ?? 0
      if (others < best.others) best = { hash, anchor, others }
      if (others === 0) break
    }
    return [best.hash, best.anchor]
  }

  return {
    add(value: string, secret: Secret): void {
      for (const { folded, ...variant } of variantsOf(value, secret)) {
        const [hash, anchor] = anchorOf(folded)
        const same = variants.get(hash)
        if (same) same.push({ ...variant, folded, anchor })
        else variants.set(hash, [{ ...variant, folded, anchor }])
        const slot = slotOf(hash)
        filter[slot >> 3] = (filter[slot >> 3] ?? 0) | (1 << (slot & 7))
      }
    },
    find(text: string): readonly Match[] {
      let matches: Match[] | null = null
      for (let i = 0, hash = 0; i < text.length; i++) {
        hash = ((hash << 5) ^ fold(text.charCodeAt(i))) & HASH_MASK
        const slot = slotOf(hash)
        if ((((filter[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 0) continue
        for (const variant of variants.get(hash) ?? NONE) {
          const start = i + 1 - SHORTEST - variant.anchor
          if (start < 0 || !standsAt(text, start, variant)) continue
          const [from, to] = wordAround(text, start, variant)
          matches ??= []
          matches.push({ start: from, end: to, kind: variant.secret.kind, value: variant.secret.value })
        }
      }
      return matches ?? NONE
    },
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 10)) & ((1 << FILTER_BITS) - 1)
}

function hashAt(folded: string, anchor: number): number {
  let hash = 0
  for (let i = anchor; i < anchor + SHORTEST; i++) hash = ((hash << 5) ^ folded.charCodeAt(i)) & HASH_MASK
  return hash
}

function variantsOf(value: string, secret: Secret): Omit<Variant, 'anchor'>[] {
  const bytes = utf8(value)
  const bounds = /^\d+$/.test(value) ? 'digit' : isOrdinary(value) ? 'word' : null
  const written = new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed(value))])
  const encoded: readonly (readonly [text: string, word: RegExp])[] = [
    [toHex(bytes), HEX],
    ...[0, 1, 2].map((shift) => [base64Core(bytes, shift), BASE64] as const),
  ]
  return [
    ...[...written].map((text) => ({ secret, folded: folded(text), bounds, word: null }) as const),
    ...encoded.map(([text, word]) => ({ secret, folded: folded(text), bounds: null, word }) as const),
  ].filter((variant) => variant.folded.length >= SHORTEST)
}

/** The Base64 characters that depend on the value only if `shift` other bytes precede it. */
function base64Core(bytes: Uint8Array, shift: number): string {
  const whole = btoa('\0'.repeat(shift) + latin1Of(bytes)).replace(/=+$/, '')
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

function standsAt(text: string, start: number, { folded, bounds }: Variant): boolean {
  if (start + folded.length > text.length) return false
  for (let i = folded.length - 1; i >= 0; i--)
    if (fold(text.charCodeAt(start + i)) !== folded.charCodeAt(i)) return false
  if (bounds === null) return true
  const part = bounds === 'digit' ? /\d/ : /[\p{L}\d_]/u
  return !part.test(text.charAt(start - 1)) && !part.test(text.charAt(start + folded.length))
}

/**
 * Characters as they are compared: letters without case, because header names and hosts arrive in lower case, and the alphabets of
 * forms and of both kinds of Base64 as one: `+`, `-` and the blank are one character, `/` and `_` another.
 */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const isCapital = (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde && code !== 0xd7)
  if (isCapital) return code | 0x20
  if (code === 0x2b || code === 0x2d) return 0x20
  return code === 0x5f ? 0x2f : code
})

function fold(code: number): number {
  return code < 256 ? (FOLDED[code] ?? 0) : code
}

function folded(text: string): string {
  let made = ''
  for (let i = 0; i < text.length; i++) made += String.fromCharCode(fold(text.charCodeAt(i)))
  return made
}
