/** Converts bytes to and from UTF-8, Base64 and hexadecimal digits. Browsers run it too, so it uses nothing of Node. */

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Decodes UTF-8; null if the bytes are not UTF-8. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return null
  }
}

/** Makes one character of each byte. */
export function toLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += MAX_ARGUMENTS)
    text += String.fromCharCode(...bytes.subarray(from, from + MAX_ARGUMENTS))
  return text
}

/** A call with many more arguments overflows the stack. */
const MAX_ARGUMENTS = 8192

/** Decodes Base64 or Base64url up to the first character that belongs to neither. */
export function fromBase64(text: string): Uint8Array {
  return fromLatin1(base64ToLatin1(text))
}

/** Decodes Base64 or Base64url from an offset on. Each character of the result is one byte. */
export function base64ToLatin1(text: string, from = 0): string {
  const [signs = ''] = /^[\w+/-]*/.exec(text.slice(from)) ?? []
  // a single character beyond groups of four holds less than a byte, and `atob` refuses it
  const whole = signs.length % 4 === 1 ? signs.slice(0, -1) : signs
  return atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
}

export function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(toLatin1(bytes))
}

/** Decodes pairs of hexadecimal digits. An odd last digit is left out. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
