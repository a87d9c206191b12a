import { fold } from './folding.js'
import { type Bounds, type Found, MIN_INDEXED_LENGTH, variantsOf } from './secret-variants.js'
import { addTo, type Group, removeFrom, reportGroup, type Scan } from './variant-groups.js'

/**
 * Finds thousands of known values in a text in one pass, whatever their number: a hash that rolls over six characters tells
 * where a value may begin, a comparison tells whether it does.
 */
export interface SecretIndex {
  add(value: string, bounds: Bounds): void
  remove(value: string): void
  /** Calls `found` for every occurrence; with `cut`, also for a value's beginning at the very end of the text. */
  scan(text: string, cut: boolean, found: (start: number, end: number, value: string) => void): void
}

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
    if ((((filter[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 0) continue
    window.end = end
    window.hash = hash
    return true
  }
  return false
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

function hashOf(folded: string, offset: number): number {
  let hash = 0
  for (let i = offset; i < offset + WINDOW; i++) hash = ((hash << 5) ^ folded.charCodeAt(i)) & HASH_MASK
  return hash
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 12)) & ((1 << FILTER_BITS) - 1)
}
