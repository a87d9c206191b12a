/**
 * Characters as they are compared: letters without case (hosts and header names arrive in lower case), and the alphabets of form
 * encoding and of the two base64 variants as one: `+`, `-` and space are one character, `/` and `_` another.
 */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const isCapital = (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde && code !== 0xd7)
  if (isCapital) return code | 0x20
  if (code === 0x2b || code === 0x2d) return 0x20
  return code === 0x5f ? 0x2f : code
})

export function fold(code: number): number {
  return code < 256 ? (FOLDED[code] ?? 0) : code
}

export function foldAll(value: string): string {
  const codes = new Uint16Array(value.length)
  for (let i = 0; i < codes.length; i++) codes[i] = fold(value.charCodeAt(i))
  return textOfCodes(codes)
}

/** At once, for what is joined sign by sign is slow to read. */
export function textOfCodes(codes: Uint16Array): string {
  let text = ''
  for (let at = 0; at < codes.length; at += MOST_AT_ONCE)
    text += String.fromCharCode.apply(null, codes.subarray(at, at + MOST_AT_ONCE) as unknown as number[])
  return text
}

const MOST_AT_ONCE = 8192
