/** Base64 and hexadecimal digits, there and back, without anything that a browser lacks. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_ALPHABET = `${ALPHABET.slice(0, 62)}-_`
const SIXES = new Int8Array(128).fill(-1)
for (let i = 0; i < 64; i++) {
  SIXES[ALPHABET.charCodeAt(i)] = i
  SIXES[URL_ALPHABET.charCodeAt(i)] = i
}

const encoder = new TextEncoder()
const SIGNS = encoder.encode(ALPHABET)
const URL_SIGNS = encoder.encode(URL_ALPHABET)
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of UTF-8 bytes; U+FFFD stands where they are none. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** The text of UTF-8 bytes; null where they are none. A byte order mark stays. */
export function strictTextOf(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}

/** The bytes of Base64 in either alphabet, as far as it goes. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 6) >> 3)
  let bits = 0
  let held = 0
  let at = 0
  for (let i = 0; i < text.length; i++) {
    const six = base64Digit(text.charCodeAt(i))
    if (six < 0) return bytes.subarray(0, at)
    held = ((held << 6) | six) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
  }
  return bytes.subarray(0, at)
}

/** The digit's value in either alphabet, or -1. */
export function base64Digit(code: number): number {
  return SIXES[code] ?? -1
}

/** The code of the sign that stands for six bits. */
export function base64Sign(six: number): number {
  return SIGNS[six] ?? 0
}

/** `url`: the alphabet that needs no escaping in addresses, without padding. */
export function toBase64(bytes: Uint8Array, variant: 'standard' | 'url' = 'standard'): string {
  const alphabet = variant === 'url' ? URL_SIGNS : SIGNS
  const signs = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    for (let i = 0; i < 4; i++) signs[to + i] = alphabet[(three >> (18 - 6 * i)) & 63] ?? 0
  }
  const missing = (3 - (bytes.length % 3)) % 3
  if (variant === 'url') return textOf(signs.subarray(0, signs.length - missing))
  return textOf(signs.fill(0x3d, signs.length - missing))
}

/** The bytes of pairs of hexadecimal digits, which the text is known to consist of. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)
  for (let i = 0; i < bytes.length; i++) bytes[i] = hexByte(text, 2 * i)
  return bytes
}

/** The byte whose two digits stand at `at`. */
export function hexByte(text: string, at: number): number {
  return (hexDigit(text.charCodeAt(at)) << 4) | hexDigit(text.charCodeAt(at + 1))
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte] ?? ''
  return text
}

/** The digit's value, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
