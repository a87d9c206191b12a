import { eachByte, fromBase64, fromHex, latin1Of, strictTextOf } from './bytes.js'

/** The texts that may hide behind the escapes of a text, one step at a time: percent, JSON, entities. null if it has none. */
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
  ...{ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', commat: '@', nbsp: ' ' },
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

/** Words of letters alone, or of one case, are everyday words; Base64 mixes. */
export function mayBeEncoded(word: string): boolean {
  return (
    (/\d/.test(word) && /[A-Za-z]/.test(word)) ||
    /[a-z][A-Z]/.test(word) ||
    (word.length >= 22 && /^\d+$/.test(word))
  )
}

const HEXADECIMAL = /^(?:[\da-f-]+|[\dA-F-]+)$/

/** So many signs of Base64 are not kept, whatever they may hold; of an identifier, twice as many. */
const LONG = 40
const LONG_IDENTIFIER = 128
/** Nothing else is so long. */
const VERY_LONG = 200

/** Whether it is long, and its letters and digits change as they do in Base64 and in no name, path or hexadecimal number. */
export function isLongEncoded(word: string, isIdentifier: boolean): boolean {
  if (word.length < (isIdentifier ? LONG_IDENTIFIER : LONG) || /^\d+$/.test(word)) return false
  if (word.length >= VERY_LONG) return true
  if (HEXADECIMAL.test(word)) return false
  const changes = word.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && changes * 4 > word.length
}

/** The readable texts that a word may stand for in hexadecimal digits or Base64, wherever in it Base64 begins. */
export function decodings(word: string): string[] {
  const texts: string[] = []
  for (const digits of word.match(/[\da-f]{12,}/gi) ?? []) {
    for (const bytes of [fromHex(digits), fromHex(digits.slice(1))])
      if (isReadable((visit) => bytes.forEach(visit))) texts.push(textIn(bytes))
  }
  // Base64 of a text is never of hexadecimal digits alone
  if (HEXADECIMAL.test(word)) return texts
  for (let from = 0; from < 4; from++)
    if (isReadable((visit) => eachByte(word, from, visit))) texts.push(textIn(fromBase64(word, from)))
  return texts
}

const READABLE = 6

/** Whether six characters of text follow one another. The zeros of UTF-16 count for nothing. */
function isReadable(each: (visit: (byte: number) => void) => void): boolean {
  let [longest, run] = [0, 0]
  each((byte) => {
    if (byte === 0) return
    run = (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09 ? run + 1 : 0
    if (run > longest) longest = run
  })
  return longest >= READABLE
}

/** Bytes as text, with blanks in place of what is none. */
function textIn(bytes: Uint8Array): string {
  return textOfBytes(bytes.filter((byte) => byte !== 0)).replace(/[^\P{Cc}\t\r\n]/gu, ' ')
}

/** Lines of Base64 as one, so that what was broken can be read. null if no such lines stand in the text. */
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
