import { fromHex, fromLatin1, latin1Of, latin1OfBase64, strictTextOf } from './bytes.js'

/** Undoes one step of percent-encoding, JSON escapes and entities; null if the text has none. */
export function unescaped(text: string): string | null {
  if (!/[%\\&]/.test(text)) return null
  const plain = (/%[0-9a-f]{2}/i.test(text) ? text.replaceAll('+', ' ') : text)
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => textOfBytes(fromHex(run.replaceAll('%', ''))))
    .replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["\\/bfnrt]))/gi, unescapedSign)
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt|commat|nbsp));?/gi, entity)
  return plain === text ? null : plain
}

function unescapedSign(_all: string, unicode?: string, hex?: string, sign = ''): string {
  const digits = unicode ?? hex
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16))
  return /[bfnrt]/i.test(sign) ? '\n' : sign
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  commat: '@',
  nbsp: ' ',
}

function entity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : all
}

/** UTF-8, else Latin-1. */
function textOfBytes(bytes: Uint8Array): string {
  return strictTextOf(bytes) ?? latin1Of(bytes)
}

/** Words that may be Base64 or hexadecimal digits of something that matters. */
export const ENCODED_WORD = /[A-Za-z0-9+/_-]{10,}={0,2}/g

/** Base64 mixes letters, digits and cases. A word of letters in one case is an everyday word. */
export function mayBeEncoded(word: string): boolean {
  return (
    (/\d/.test(word) && /[A-Za-z]/.test(word)) ||
    /[a-z][A-Z]/.test(word) ||
    (word.length >= 22 && /^\d+$/.test(word))
  )
}

const HEXADECIMAL = /^(?:[\da-f-]+|[\dA-F-]+)$/

/** Base64 of this length is not kept, whatever it contains. Identifiers may be longer. */
const LONG = 40
const LONG_IDENTIFIER = 128
/** Only encoded data is this long. */
const VERY_LONG = 200

/** Whether it is long, and its letters and digits change as they do in Base64 and in no name, path or hexadecimal number. */
export function isLongEncoded(word: string, isIdentifier: boolean): boolean {
  if (word.length < (isIdentifier ? LONG_IDENTIFIER : LONG) || /^\d+$/.test(word)) return false
  if (word.length >= VERY_LONG) return true
  if (HEXADECIMAL.test(word)) return false
  const changes = word.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && changes * 4 > word.length
}

/** Six characters of text that follow one another. */
const READABLE = /[\t\n\r -~]{6}/

/** The readable texts that a word may encode in hexadecimal digits or Base64, at every offset. */
export function decodings(word: string): string[] {
  const digits = word.match(/[\da-f]{12,}/gi) ?? []
  const texts = digits.flatMap((run) => [latin1Of(fromHex(run)), latin1Of(fromHex(run.slice(1)))])
  // Base64 of a text never consists of hexadecimal digits only
  if (!HEXADECIMAL.test(word)) for (let from = 0; from < 4; from++) texts.push(latin1OfBase64(word, from))
  return texts
    .map((text) => text.replaceAll('\0', '')) // every second byte of UTF-16
    .filter((text) => READABLE.test(text))
    .map((text) => textOfBytes(fromLatin1(text)).replace(/[^\P{Cc}\t\r\n]/gu, ' '))
}

/** Joins lines of Base64, so that broken Base64 can be read; null if the text has no such lines. */
export function joinedLines(text: string): string | null {
  if (!/[\r\n]/.test(text)) return null
  const joined = text.replace(/([\w+/=-])[^\S\r\n]*[\r\n]+[^\S\r\n]*(?=[\w+/=-])/g, '$1')
  return joined === text ? null : joined
}

/** Invoices, pages and payment codes, which hold persons in fields that only their own readers know. */
export function isForeignDocument(text: string): boolean {
  return (
    /<\?xml|<!\[CDATA\[|\bxmlns\b|<!doctype/i.test(text) ||
    /br\.gov\.bcb\.pix|^\s*000201\d{4}\S.*6304[0-9a-f]{4}\s*$/is.test(text)
  )
}
