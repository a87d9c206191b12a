import type { RawBody } from '../exchange/raw.js'
import { codeOf } from './thrown.js'

/** How many bytes are kept of a body that is too large or incomplete. */
export const KEPT_OF_CUT_BYTES = 65_536

/** More encodings are refused: each costs time and memory, and real bodies have one or two. */
const MAX_ENCODINGS = 5

/**
 * Undoes the `Content-Encoding` of a body (gzip, deflate, br). It never throws: a body that is larger than `maxBytes` or ends early comes
 * back as `truncated`, and one with an unknown or broken encoding as `undecodable`. `encodings` are in the order in which they were applied.
 */
export async function decodeBody(
  bytes: Buffer,
  encodings: readonly string[],
  maxBytes: number,
): Promise<RawBody> {
  if (encodings.length > MAX_ENCODINGS) return { bytes, sizeBytes: bytes.length, flaw: 'undecodable' }
  let decoded = bytes
  for (const [index, encoding] of [...encodings.entries()].toReversed()) {
    const result = await decodeOne(decoded, encoding, maxBytes)
    if (result === null) return { bytes, sizeBytes: bytes.length, flaw: 'undecodable' }
    if (result.isCut)
      return withoutCompressedBytes(cutBody(result.bytes, result.bytes.length), encodings.slice(0, index))
    decoded = result.bytes
  }
  return { bytes: decoded, sizeBytes: decoded.length, flaw: null }
}

/** Returns a body of which only the beginning is kept. */
export function cutBody(bytes: Buffer, sizeBytes: number): RawBody {
  return { bytes: new Uint8Array(bytes.subarray(0, KEPT_OF_CUT_BYTES)), sizeBytes, flaw: 'truncated' }
}

/** Removes the bytes of an incomplete body if they are still in any of these encodings, because they are no readable text. */
export function withoutCompressedBytes(body: RawBody, encodings: readonly string[]): RawBody {
  return encodings.length === 0 ? body : { ...body, bytes: new Uint8Array() }
}

/** Returns the encodings in the values of `Content-Encoding`, in the order in which they were applied. */
export function contentEncodings(values: readonly string[]): string[] {
  const names = values.join(',').toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
}

interface Decoded {
  readonly bytes: Buffer
  readonly isCut: boolean
}

/** Undoes one encoding; null if it is unknown or broken. */
async function decodeOne(bytes: Buffer, encoding: string, maxBytes: number): Promise<Decoded | null> {
  // a response to HEAD, for instance, names an encoding but has no body
  if (bytes.length === 0) return { bytes, isCut: false }
  const decoder = await decoderFor(encoding, bytes)
  if (decoder === null) return null
  const chunks: Buffer[] = []
  let size = 0
  try {
    decoder.end(bytes)
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return { bytes: Buffer.concat(chunks), isCut: true }
    }
  } catch (error) {
    // the bytes end before the compressed data does
    return codeOf(error) === 'Z_BUF_ERROR' ? { bytes: Buffer.concat(chunks), isCut: true } : null
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}

async function decoderFor(encoding: string, bytes: Buffer) {
  const zlib = await import('node:zlib')
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
  if (encoding === 'br') return zlib.createBrotliDecompress()
  if (encoding === 'deflate') return hasZlibHeader(bytes) ? zlib.createInflate() : zlib.createInflateRaw()
  return null
}

/** `deflate` should have the header of zlib, whose first byte ends in 8, but many servers leave it out. RFC 9110 §8.4.1.2 */
function hasZlibHeader(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8
}
