import { base64Sign, toHex, utf8 } from './bytes.js'
import { fold, foldAll, textOfCodes } from './folding.js'

/** What may not stand next to an occurrence: nothing at all, a word character, a digit. */
export type Bounds = 'none' | 'word' | 'digit'

/** Shorter values would shred ordinary text; they are masked at their places alone. */
export const MIN_INDEXED_LENGTH = 6

/** One way in which a value may be written: as it is, in hex, as base64. */
export interface Variant {
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

/** Hears of an occurrence of `value`. */
export type Found = (start: number, end: number, value: string) => void

/** Whether the variant stands at `start`; `found` hears of it. */
export function report(variant: Variant, text: string, start: number, found: Found): boolean {
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

export function variantsOf(value: string, bounds: Bounds): Variant[] {
  const bytes = utf8(value)
  const variants = [
    variantOf(value, foldAll(value), bounds, null),
    variantOf(value, toHex(bytes), 'none', null),
  ]
  for (let shift = 0; shift < 3; shift++) {
    const folded = base64Core(bytes, shift)
    if (folded.length < MIN_INDEXED_LENGTH) continue
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
