import { base64ToLatin1, decodeUtf8, fromHex, fromLatin1, toLatin1 } from './bytes.js'

/** Undoes one level of percent-encoding, JSON escapes and HTML entities: `a%2540` becomes `a%40`. null if the text has none. */
export function unescapeOnce(text: string): string | null {
  if (!/[%\\&]/.test(text)) return null
  const plain = (/%[0-9a-f]{2}/i.test(text) ? text.replaceAll('+', ' ') : text)
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeBytes(fromHex(run.replaceAll('%', ''))))
    .replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["\\/bfnrt]))/gi, decodeEscape)
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt|commat|nbsp));?/gi, decodeEntity)
  return plain === text ? null : plain
}

function decodeEscape(_all: string, unicode?: string, hex?: string, sign = ''): string {
  const digits = unicode ?? hex
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16))
  return /[bfnrt]/i.test(sign) ? '\n' : sign // any of them separates words
}

const ENTITIES = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', commat: '@', nbsp: ' ' }

function decodeEntity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase() as keyof typeof ENTITIES]
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : all
}

/** Reads the bytes as UTF-8, or as Latin-1 if they are not UTF-8. */
function decodeBytes(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? toLatin1(bytes)
}

/** Words that are long enough to be a secret in Base64 or in hexadecimal digits. */
export const ENCODED_WORD = /[A-Za-z0-9+/_-]{10,}={0,2}/g

/** Whether letters are mixed with digits or with the other case, as in Base64, or there are 22 digits or more, which may be hexadecimal. */
export function looksEncoded(word: string): boolean {
  return (
    (/\d/.test(word) && /[A-Za-z]/.test(word)) ||
    /[a-z][A-Z]/.test(word) ||
    (word.length >= 22 && /^\d+$/.test(word))
  )
}

const HEXADECIMAL = /^(?:[\da-f-]+|[\dA-F-]+)$/

/** Base64 of this length is not kept, whatever it contains. In a field that names a record it may be longer. */
const LONG = 40
const LONG_IDENTIFIER = 128
/** A word of this length is encoded data, whatever its letters. */
const VERY_LONG = 200

/** Whether a word is long Base64: small letters, capitals and digits alternate more often than in any name, path or hexadecimal number. */
export function isLongEncoded(word: string, isIdentifier: boolean): boolean {
  if (word.length < (isIdentifier ? LONG_IDENTIFIER : LONG) || /^\d+$/.test(word)) return false
  if (word.length >= VERY_LONG) return true
  if (HEXADECIMAL.test(word)) return false
  const changes = word.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && changes * 4 > word.length
}

/** Six characters of plain text in a row. */
const READABLE = /[\t\n\r -~]{6}/

/** Decodes a word as hexadecimal digits and as Base64, from each offset at which these may begin. Returns only results with readable text. */
export function decodeWord(word: string): string[] {
  const digits = word.match(/[\da-f]{12,}/gi) ?? []
  const texts = digits.flatMap((run) => [toLatin1(fromHex(run)), toLatin1(fromHex(run.slice(1)))])
  // Base64 of a text never consists of hexadecimal digits only
  if (!HEXADECIMAL.test(word)) for (let from = 0; from < 4; from++) texts.push(base64ToLatin1(word, from))
  return texts
    .map((text) => text.replaceAll('\0', '')) // every second byte of UTF-16
    .filter((text) => READABLE.test(text))
    .map((text) => decodeBytes(fromLatin1(text)).replace(/[^\P{Cc}\t\r\n]/gu, ' '))
}

/** Joins words at the ends of lines, because Base64 is often broken into lines of 76 characters. null if there is nothing to join. */
export function joinBase64Lines(text: string): string | null {
  if (!/[\r\n]/.test(text)) return null
  const joined = text.replace(/([\w+/=-])[^\S\r\n]*[\r\n]+[^\S\r\n]*(?=[\w+/=-])/g, '$1')
  return joined === text ? null : joined
}

/** Whether the text is XML, HTML or a Pix payment code, in which persons stand in fields that masking cannot read. */
export function isUnreadableDocument(text: string): boolean {
  return (
    /<\?xml|<!\[CDATA\[|\bxmlns\b|<!doctype/i.test(text) ||
    /br\.gov\.bcb\.pix|^\s*000201\d{4}\S.*6304[0-9a-f]{4}\s*$/is.test(text)
  )
}
