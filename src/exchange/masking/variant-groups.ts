import { fold } from './folding.js'
import { type Found, report, type Variant } from './secret-variants.js'

/**
 * Variants that are looked for by the same six characters at the same `offset`, and are equally long. Many are told apart by the hash
 * of all their characters, so that a family that resembles itself costs one look, too.
 */
export interface Group {
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

const MANY = 8

/** Adds it to the group of its kind, or to one of its own. */
export function addTo(bucket: Group[], variant: Variant, offset: number): void {
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
  else group.byHash = tableOf(group)
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
export function removeFrom(group: Group, value: string): boolean {
  group.variants = group.variants.filter((variant) => variant.value !== value)
  group.byHash = tableOf(group)
  return group.variants.length > 0
}

/** Null where so few are quicker compared one by one. */
function tableOf({ variants }: Group): Group['byHash'] {
  if (variants.length <= MANY) return null
  const byHash = new Map<number, Variant[]>()
  for (const one of variants) addByHash(byHash, one)
  return byHash
}

/** One passage through a text. */
export interface Scan {
  readonly text: string
  readonly pass: number
  readonly found: Found
  /** For each offset the hash of all that stands before it; made when it is first asked for. */
  sums: Int32Array | null
}

/** Reports which of the group stand at `start`. */
export function reportGroup(group: Group, start: number, scan: Scan): void {
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
