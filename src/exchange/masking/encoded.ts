import { base64Digit, fromBase64, fromHex, hexByte, textOf, toBase64, toHex, utf8 } from './bytes.js'
import { eachMatch } from './matches.js'
import { originOf, type View } from './views.js'

/** What is told of a stretch of Base64 or hexadecimal digits that is readable text. */
export type VisitEncoded = (start: number, end: number, as: Encoding, text: string) => void
export type Encoding = keyof typeof encoders

const encoders = {
  base64: (bytes: Uint8Array) => toBase64(bytes),
  base64url: (bytes: Uint8Array) => toBase64(bytes, 'url'),
  hex: toHex,
}

export function encodeAs(as: Encoding, text: string): string {
  if (as !== 'base64' || NOT_ASCII.test(text)) return encoders[as](utf8(text))
  return btoa(text)
}

const NOT_ASCII = /[^\0-\x7f]/

/** Longer ones are read in pieces, for one byte that is no text hides what stands beside it; a multiple of four, so that no group is cut. */
const LONGEST = 65_536
const SHORTEST_BLOB = 14
const SHORTEST_HEX = 18
/** Of the beginning so much must be readable before the whole is decoded. */
const PROBED = 12

/** Words of Base64 in either alphabet, and those of letters and digits in them that are hexadecimal: whole ones, as long as these. */
const BLOB = new RegExp(`${'[\\w+/-]'.repeat(SHORTEST_BLOB)}[\\w+/-]*`, 'g')
const HEX = new RegExp(`(?<![a-z\\d])${'[a-f\\d]'.repeat(SHORTEST_HEX)}[a-f\\d]*(?![a-z\\d])`, 'gi')

/** Readable texts in Base64 of either alphabet, also between the slashes of a path, and in hexadecimal digits. */
export function eachEncoded(view: View, visit: VisitEncoded): void {
  eachMatch(view.text, BLOB, ({ 0: blob, index }) => {
    if (blob.length >= SHORTEST_HEX)
      eachMatch(blob, HEX, (word) => {
        hexAt(view, index + word.index, index + word.index + word[0].length, visit)
        return undefined
      })
    blobAt(view, index, index + blob.length, visit)
    return undefined
  })
}

function blobAt(view: View, start: number, end: number, visit: VisitEncoded): void {
  const { text } = view
  for (let from = start; end - from >= SHORTEST_BLOB; from += LONGEST) {
    const to = Math.min(end, from + LONGEST)
    if (!base64At(view, from, to, visit)) piecesAt(text.slice(from, to), from, view, visit)
  }
}

function piecesAt(blob: string, at: number, view: View, visit: VisitEncoded): void {
  if (!blob.includes('/')) return
  let start = at
  for (const piece of blob.split('/')) {
    if (piece.length >= SHORTEST_BLOB) base64At(view, start, start + piece.length, visit)
    start += piece.length + 1
  }
}

function base64At(view: View, from: number, to: number, visit: VisitEncoded): boolean {
  const { text } = view
  if (!beginsReadable(text, from)) return false
  let padded = to
  while (padded - to < 2 && text.charCodeAt(padded) === 0x3d) padded++
  const blob = text.slice(from, padded)
  const readable = readableIn(fromBase64(blob))
  if (readable === null) return false
  const as = view.outer === null && /[+/=]/.test(blob) ? 'base64' : 'base64url'
  visit(originOf(view, from), originOf(view, padded), as, readable)
  return true
}

/** Most words that are no Base64 are known by their beginning, which is no UTF-8, and nothing is made of them. */
function beginsReadable(text: string, from: number): boolean {
  let held = 0
  let following = 0
  for (let i = 0, bits = 0; i < PROBED; i++) {
    held = ((held << 6) | base64Digit(text.charCodeAt(from + i))) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 0xff
    if (following > 0) {
      if ((byte & 0xc0) !== 0x80) return false
      following--
    } else if (byte < 0x80) {
      if (isControl(byte)) return false
    } else if (byte < 0xc2 || byte > 0xf4) return false
    else following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
  }
  return true
}

function hexAt(view: View, start: number, end: number, visit: VisitEncoded): void {
  if ((end - start) % 2 === 1) return
  for (let from = start; from < end; from += LONGEST) {
    const to = Math.min(end, from + LONGEST)
    if (isControl(hexByte(view.text, from))) continue
    const text = readableIn(fromHex(view.text.slice(from, to)))
    if (text === null) continue
    visit(originOf(view, from), originOf(view, to), 'hex', text)
  }
}

/** The text of bytes that hold no controls but blanks, and are UTF-8; else null. */
function readableIn(bytes: Uint8Array): string | null {
  let all = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (isControl(byte)) return null
    all |= byte
  }
  const text = textOf(bytes)
  return all > 0x7f && UNREADABLE.test(text) ? null : text
}

function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f
}

const UNREADABLE = /[\u0080-\u009f\ufffd-\uffff]/
