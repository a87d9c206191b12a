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

const SIXES = new Int8Array(128).fill(-1)
for (const alphabet of ['+/', '-_'])
  for (const [i, sign] of [
    ...`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`,
  ].entries())
    SIXES[sign.charCodeAt(0)] = i

/** The bytes of Base64 in either alphabet from an offset on, as far as it goes. */
export function fromBase64(text: string, from = 0): Uint8Array {
  const bytes = new Uint8Array(((text.length - from) * 6) >> 3)
  let at = 0
  eachByte(text, from, (byte) => {
    bytes[at++] = byte
  })
  return bytes.subarray(0, at)
}

export function eachByte(base64: string, from: number, visit: (byte: number) => void): void {
  for (let i = from, bits = 0, held = 0; i < base64.length; i++) {
    const six = SIXES[base64.charCodeAt(i)] ?? -1
    if (six < 0) return
    held = ((held << 6) | six) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    visit((held >> bits) & 0xff)
  }
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
