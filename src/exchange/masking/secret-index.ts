import { base64Sign, toHex, utf8 } from './bytes.js'

/**
 * Finds thousands of known values in a text in one pass, whatever their number: a hash that rolls over six characters tells
 * where a value may begin, a comparison tells whether it does.
 *
 * Letters are compared without case (hosts and header names arrive in lower case), and the alphabets of form encoding and
 * of the two base64 variants are folded together: `+`, `-` and space are one character, `/` and `_` another.
 */
export interface SecretIndex {
  add(value: string, bounds: Bounds): void
  remove(value: string): void
  /** Calls `found` for every occurrence; with `cut`, also for a value's beginning at the very end of the text. */
  scan(text: string, cut: boolean, found: (start: number, end: number, value: string) => void): void
}

/** What may not stand next to an occurrence: nothing at all, a word character, a digit. */
export type Bounds = 'none' | 'word' | 'digit'

/** Shorter values would shred ordinary text; they are masked at their places alone. */
export const MIN_INDEXED_LENGTH = 6

interface Variant {
  readonly value: string
  /** A text: arrays of so many bytes are slow to make, and there are tens of thousands. */
  readonly folded: string
  readonly bounds: Bounds
  /** Characters of base64 beside the core that hold bits of the value, too. */
  readonly left: 0 | 1
  readonly right: 0 | 1
  readonly base64: boolean
  /** The scan that found it last, and where that occurrence ended. */
  pass: number
  until: number
}

/**
 * Variants that are looked for by the same six characters at the same `offset`, and are equally long. Many are told apart by the hash
 * of all their characters, so that a family that resembles itself costs one look, too.
 */
interface Group {
  readonly offset: number
  readonly length: number
  /** What a sum of characters is multiplied by when so many follow. */
  readonly factor: number
  variants: Variant[]
  byHash: Map<number, Variant[]> | null
  /** The first and the last character that all of them share, or -1. */
  first: number
  last: number
}

type Found = (start: number, end: number, value: string) => void

const WINDOW = MIN_INDEXED_LENGTH
/** Six characters of five bits each: what is older has left the hash. */
const HASH_MASK = 0x3fffffff
/** A bit each, so that all of them stay in the nearest cache. */
const FILTER_BITS = 18

export function createSecretIndex(): SecretIndex {
  const buckets = new Map<number, Group[]>()
  const hashes = new Map<string, number[]>()
  let filter: Uint8Array | null = null
  let passes = 0

  return {
    add(value, bounds) {
      filter ??= new Uint8Array(1 << (FILTER_BITS - 3))
      const used: number[] = []
      for (const variant of variantsOf(value, bounds)) {
        const { hash, offset } = anchorOf(variant.folded, buckets)
        const bucket = buckets.get(hash) ?? []
        if (bucket.length === 0) buckets.set(hash, bucket)
        addTo(bucket, variant, offset)
        const slot = slotOf(hash)
        filter[slot >> 3] = (filter[slot >> 3] ?? 0) | (1 << (slot & 7))
        used.push(hash)
      }
      hashes.set(value, used)
    },
    remove(value) {
      for (const hash of hashes.get(value) ?? []) {
        const rest = (buckets.get(hash) ?? []).filter((group) => removeFrom(group, value))
        if (rest.length > 0) buckets.set(hash, rest)
        else buckets.delete(hash)
      }
      hashes.delete(value)
    },
    scan(text, cut, found) {
      if (!filter) return
      const scan: Scan = { text, pass: ++passes, found, sums: null }
      const window: Window = { end: 0, hash: 0 }
      while (rollOn(text, window, filter)) {
        const bucket = buckets.get(window.hash)
        if (bucket) for (const group of bucket) reportGroup(group, window.end - WINDOW - group.offset, scan)
      }
      if (cut) scanEnd(text, buckets, found)
    },
  }
}

/** The six characters before `end`. */
interface Window {
  end: number
  hash: number
}

/** Moves on to where a value may stand; apart from what is done there, so that it is compiled once. */
function rollOn(text: string, window: Window, filter: Uint8Array): boolean {
  let { end, hash } = window
  while (end < text.length) {
    hash = ((hash << 5) ^ fold(text.charCodeAt(end++))) & HASH_MASK
    const slot = slotOf(hash)
    if ((((filter[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 0 || end < WINDOW) continue
    window.end = end
    window.hash = hash
    return true
  }
  return false
}

const MANY = 8

function addTo(bucket: Group[], variant: Variant, offset: number): void {
  const { length } = variant.folded
  let group = bucket.find((one) => one.offset === offset && one.length === length)
  if (!group) {
    group = { offset, length, factor: factorOf(length), variants: [], byHash: null, ...endsOf(variant) }
    bucket.push(group)
  }
  group.variants.push(variant)
  const { first, last } = endsOf(variant)
  if (group.first !== first) group.first = -1
  if (group.last !== last) group.last = -1
  if (group.byHash) addByHash(group.byHash, variant)
  else if (group.variants.length > MANY) {
    group.byHash = new Map()
    for (const one of group.variants) addByHash(group.byHash, one)
  }
}

function endsOf({ folded }: Variant): { first: number; last: number } {
  return { first: folded.charCodeAt(0), last: folded.charCodeAt(folded.length - 1) }
}

function addByHash(byHash: Map<number, Variant[]>, variant: Variant): void {
  const hash = wholeHashOf(variant.folded)
  const same = byHash.get(hash)
  if (same) same.push(variant)
  else byHash.set(hash, [variant])
}

/** Whether any variant is left. */
function removeFrom(group: Group, value: string): boolean {
  group.variants = group.variants.filter((variant) => variant.value !== value)
  group.byHash = null
  if (group.variants.length <= MANY) return group.variants.length > 0
  group.byHash = new Map()
  for (const one of group.variants) addByHash(group.byHash, one)
  return true
}

/** One passage through a text. */
interface Scan {
  readonly text: string
  readonly pass: number
  readonly found: Found
  /** For each offset the hash of all that stands before it; made when it is first asked for. */
  sums: Int32Array | null
}

function reportGroup(group: Group, start: number, scan: Scan): void {
  const { text, pass, found } = scan
  const { length, first, last } = group
  if (start < 0 || start + length > text.length) return
  // most of those that share six characters differ there already, and nothing else of them is touched
  if (first >= 0 && fold(text.charCodeAt(start)) !== first) return
  if (last >= 0 && fold(text.charCodeAt(start + length - 1)) !== last) return
  const variants = group.byHash ? group.byHash.get(wholeHashAt(scan, start, group)) : group.variants
  if (!variants) return
  for (const variant of variants) {
    // occurrences of one value that overlap are one: a value that repeats itself is not compared at each of its beginnings
    if (variant.pass === pass && start < variant.until) continue
    if (!report(variant, text, start, found)) continue
    variant.pass = pass
    variant.until = start + length
  }
}

/** Many values begin alike (JWTs do) or end alike: the anchor lies where the fewest others lie. */
function anchorOf(
  folded: string,
  buckets: ReadonlyMap<number, readonly Group[]>,
): { hash: number; offset: number } {
  const last = folded.length - WINDOW
  let best = { hash: 0, offset: 0, size: Number.POSITIVE_INFINITY }
  for (const offset of [last, last >> 1, (last * 3) >> 2, last >> 2, 0]) {
    const hash = hashOf(folded, offset)
    const size = (buckets.get(hash) ?? []).reduce((sum, { variants }) => sum + variants.length, 0)
    if (size < best.size) best = { hash, offset, size }
    if (size === 0) break
  }
  return best
}

function report(variant: Variant, text: string, start: number, found: Found): boolean {
  const { folded } = variant
  const end = start + folded.length
  if (!standsAt(text, start, folded)) return false
  if (variant.base64) {
    found(...widen(variant, text, start, end), variant.value)
    return true
  }
  if (touches(variant.bounds, text.charCodeAt(start - 1)) || touches(variant.bounds, text.charCodeAt(end)))
    return false
  found(start, end, variant.value)
  return true
}

/** The beginnings of values with which a cut text ends. */
function scanEnd(text: string, buckets: ReadonlyMap<number, readonly Group[]>, found: Found): void {
  for (const bucket of buckets.values()) {
    for (const group of bucket) {
      for (const { folded, value } of group.variants) {
        const length = overlapOf(text, folded)
        if (length >= WINDOW) found(text.length - length, text.length, value)
      }
    }
  }
}

/** How many characters of the value's beginning, and not all, the text ends with; each of either is looked at a few times at most. */
function overlapOf(text: string, folded: string): number {
  const from = Math.max(0, text.length - folded.length + 1)
  // most values share not even their first characters with any text's end
  if (!holdsBeginning(text, from, folded)) return 0
  const back = backOf(folded)
  let length = 0
  for (let i = from; i < text.length; i++) {
    const code = fold(text.charCodeAt(i))
    while (length > 0 && folded.charCodeAt(length) !== code) length = back[length - 1] ?? 0
    if (folded.charCodeAt(length) === code) length++
  }
  return length
}

function holdsBeginning(text: string, from: number, folded: string): boolean {
  const wanted = hashOf(folded, 0)
  for (let i = from, hash = 0; i < text.length; i++) {
    hash = ((hash << 5) ^ fold(text.charCodeAt(i))) & HASH_MASK
    if (hash === wanted && i - from >= WINDOW - 1) return true
  }
  return false
}

/** For each beginning of the value, the longest shorter one that it ends with. */
function backOf(folded: string): Int32Array {
  const back = new Int32Array(folded.length)
  for (let i = 1, length = 0; i < folded.length; i++) {
    while (length > 0 && folded[i] !== folded[length]) length = back[length - 1] ?? 0
    if (folded[i] === folded[length]) length++
    back[i] = length
  }
  return back
}

function standsAt(text: string, start: number, folded: string): boolean {
  for (let i = folded.length - 1; i >= 0; i--)
    if (fold(text.charCodeAt(start + i)) !== folded.charCodeAt(i)) return false
  return true
}

function widen(variant: Variant, text: string, start: number, end: number): [start: number, end: number] {
  const from = variant.left === 1 && isBase64(text.charCodeAt(start - 1)) ? start - 1 : start
  let to = variant.right === 1 && isBase64(text.charCodeAt(end)) ? end + 1 : end
  while (text.charCodeAt(to) === 0x3d && to - end < 3) to++
  return [from, to]
}

function variantsOf(value: string, bounds: Bounds): Variant[] {
  const bytes = utf8(value)
  const variants = [
    variantOf(value, foldAll(value), bounds, null),
    variantOf(value, toHex(bytes), 'none', null),
  ]
  for (let shift = 0; shift < 3; shift++) {
    const folded = base64Core(bytes, shift)
    if (folded.length < WINDOW) continue
    const right = ((bytes.length + shift) * 8) % 6 === 0 ? 0 : 1
    variants.push(variantOf(value, folded, 'none', { left: shift === 0 ? 0 : 1, right }))
  }
  return variants
}

/** `beside`: how many characters beside a core of base64 belong to it; null where it is none. */
function variantOf(
  value: string,
  folded: string,
  bounds: Bounds,
  beside: Pick<Variant, 'left' | 'right'> | null,
): Variant {
  const { left, right } = beside ?? WHOLE
  return { value, folded, bounds, left, right, base64: beside !== null, pass: 0, until: 0 }
}

const WHOLE = { left: 0, right: 0 } as const

/** The base64 characters that depend on the value alone when `shift` other bytes stand before it. */
function base64Core(bytes: Uint8Array, shift: number): string {
  const first = Math.ceil((shift * 8) / 6)
  const length = Math.floor(((bytes.length + shift) * 8) / 6) - first
  const codes = new Uint16Array(length)
  for (let i = 0, bit = first * 6 - shift * 8; i < length; i++, bit += 6) {
    const two = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    codes[i] = fold(base64Sign((two >> (10 - (bit & 7))) & 63))
  }
  return textOfCodes(codes)
}

const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const isCapital = (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde && code !== 0xd7)
  if (isCapital) return code | 0x20
  if (code === 0x2b || code === 0x2d) return 0x20
  return code === 0x5f ? 0x2f : code
})

function fold(code: number): number {
  return code < 256 ? (FOLDED[code] ?? 0) : code
}

function foldAll(value: string): string {
  const codes = new Uint16Array(value.length)
  for (let i = 0; i < codes.length; i++) codes[i] = fold(value.charCodeAt(i))
  return textOfCodes(codes)
}

/** At once, for what is joined sign by sign is slow to read. */
function textOfCodes(codes: Uint16Array): string {
  let text = ''
  for (let at = 0; at < codes.length; at += MOST_AT_ONCE)
    text += String.fromCharCode.apply(null, codes.subarray(at, at + MOST_AT_ONCE) as unknown as number[])
  return text
}

const MOST_AT_ONCE = 8192

function hashOf(folded: string, offset: number): number {
  let hash = 0
  for (let i = offset; i < offset + WINDOW; i++) hash = ((hash << 5) ^ folded.charCodeAt(i)) & HASH_MASK
  return hash
}

const FACTOR = 0x01000193

/** Of all characters, not of the last six alone. */
function wholeHashOf(folded: string): number {
  let hash = 0
  for (let i = 0; i < folded.length; i++) hash = (Math.imul(hash, FACTOR) + folded.charCodeAt(i)) | 0
  return hash
}

function wholeHashAt(scan: Scan, start: number, { length, factor }: Group): number {
  scan.sums ??= sumsOf(scan.text)
  return ((scan.sums[start + length] ?? 0) - Math.imul(scan.sums[start] ?? 0, factor)) | 0
}

function sumsOf(text: string): Int32Array {
  const sums = new Int32Array(text.length + 1)
  for (let i = 0, sum = 0; i < text.length; i++) {
    sum = (Math.imul(sum, FACTOR) + fold(text.charCodeAt(i))) | 0
    sums[i + 1] = sum
  }
  return sums
}

function factorOf(length: number): number {
  let factor = 1
  for (let i = 0; i < length; i++) factor = Math.imul(factor, FACTOR)
  return factor
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 12)) & ((1 << FILTER_BITS) - 1)
}

function touches(bounds: Bounds, code: number): boolean {
  if (bounds === 'none' || Number.isNaN(code)) return false
  const digit = code >= 0x30 && code <= 0x39
  return digit || (bounds === 'word' && (((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f))
}

function isBase64(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return (
    letter ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2f ||
    code === 0x2d ||
    code === 0x5f
  )
}
