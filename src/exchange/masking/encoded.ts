import { firstByte, fromBase64, fromHex, textOf, toBase64, toHex, utf8 } from './bytes.js'
import { eachMatch } from './matches.js'
import { originOf, type View } from './views.js'

/** A stretch of Base64 or hexadecimal digits that is readable text. */
export interface Encoded {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly as: keyof typeof encoders
}

const encoders = {
  base64: (bytes: Uint8Array) => toBase64(bytes),
  base64url: (bytes: Uint8Array) => toBase64(bytes, 'url'),
  hex: toHex,
}

/** A text as another was written. */
export function encodeAs({ as }: Encoded, text: string): string {
  return encoders[as](utf8(text))
}

/** Bounded, for the engine remembers every step that it may take back; a multiple of four, so that no group is cut. */
const BLOB = /[A-Za-z0-9+/_-]{14,65536}={0,2}/g
const HEX = /(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}){9,32768}(?![0-9A-Za-z])/g
const SHORTEST_BLOB = 14
/** Of the beginning so much must be readable before the whole is decoded. */
const PROBED = 12

/** Readable texts in Base64 of either alphabet, also between the slashes of a path, and in hexadecimal digits. */
export function encodedIn(view: View): Encoded[] {
  const found: Encoded[] = []
  if (view.text.length < SHORTEST_BLOB) return found
  eachMatch(view.text, BLOB, ({ 0: blob, index }) => blobAt(view, blob, index, found))
  eachMatch(view.text, HEX, ({ 0: digits, index }) => hexAt(view, digits, index, found))
  return found
}

function blobAt(view: View, blob: string, index: number, found: Encoded[]): undefined {
  if (base64At(view, blob, index, found) || !blob.includes('/')) return
  let start = 0
  for (const piece of blob.split('/')) {
    if (piece.length >= SHORTEST_BLOB) base64At(view, piece, index + start, found)
    start += piece.length + 1
  }
}

function base64At(view: View, blob: string, index: number, found: Encoded[]): boolean {
  if (!beginsReadable(blob) || !isReadable(fromBase64(blob.slice(0, PROBED)), false)) return false
  const bytes = fromBase64(blob)
  if (!isReadable(bytes, true)) return false
  const [start, end] = originOf(view, index, index + blob.length)
  const as = view.outer === null && /[+/=]/.test(blob) ? 'base64' : 'base64url'
  found.push({ start, end, text: textOf(bytes), as })
  return true
}

/** Whether the first byte may begin a text: most words that are no Base64 are known by it, and nothing is decoded for them. */
function beginsReadable(blob: string): boolean {
  const first = firstByte(blob)
  return (
    first >= 0xc2 || (first >= 0x20 && first < 0x7f) || first === 0x09 || first === 0x0a || first === 0x0d
  )
}

function hexAt(view: View, digits: string, index: number, found: Encoded[]): undefined {
  if (!isReadable(fromHex(digits.slice(0, PROBED)), false)) return
  const bytes = fromHex(digits)
  if (!isReadable(bytes, true)) return
  const [start, end] = originOf(view, index, index + digits.length)
  found.push({ start, end, text: textOf(bytes), as: 'hex' })
}

/** Whether the bytes are text: no controls but blanks, and UTF-8, whose last character the beginning of a text may cut. */
function isReadable(bytes: Uint8Array, isWhole: boolean): boolean {
  for (const byte of bytes) {
    if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) return false
  }
  return !isWhole || !UNREADABLE.test(textOf(bytes))
}

const UNREADABLE = /[\u0080-\u009f\ufffd-\uffff]/
