/** Base64 and hexadecimal digits, there and back, without anything that a browser lacks. */

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Decodes UTF-8; null if the bytes are not UTF-8. A byte order mark stays. */
export function strictTextOf(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}

/** Makes one character of each byte. */
export function latin1Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += MOST_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + MOST_AT_ONCE))
  return text
}

const MOST_AT_ONCE = 8192

/** The bytes of Base64 in either alphabet, as far as it goes. */
export function fromBase64(text: string): Uint8Array {
  return fromLatin1(latin1OfBase64(text))
}

/** The same from an offset on, with one character for each byte. */
export function latin1OfBase64(text: string, from = 0): string {
  const [signs = ''] = /^[\w+/-]*/.exec(text.slice(from)) ?? []
  // one sign too many holds six bits of a byte
  const whole = signs.length % 4 === 1 ? signs.slice(0, -1) : signs
  return atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
}

export function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1Of(bytes))
}

/** The bytes of pairs of hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
