import type { BrotliDecompress, Gunzip, Inflate } from 'node:zlib'
import type { RawBody } from '../exchange/raw.js'
import { codeOf } from './thrown.js'

/** How much of a body that was cut is kept, in bytes: enough to see what it was. */
export const KEPT_OF_CUT_BYTES = 65_536

/** Each layer may unpack `maxBytes`; real bodies do not have more layers than this. */
const MOST_ENCODINGS = 5

/**
 * The body with its `Content-Encoding` undone. It never throws, and never holds more than `maxBytes` decoded: a larger body
 * comes back as `truncated`, an unknown or broken encoding, or more than five, as `undecodable`. Bytes that ended early are decoded as far
 * as they go.
 */
export async function decodeBody(
  bytes: Buffer,
  encodings: readonly string[],
  maxBytes: number,
): Promise<RawBody> {
  if (encodings.length > MOST_ENCODINGS) return { bytes, sizeBytes: bytes.length, flaw: 'undecodable' }
  let decoded = bytes
  for (const encoding of encodings.toReversed()) {
    const one = await decodeOne(decoded, encoding, maxBytes)
    if (one === null) return { bytes, sizeBytes: bytes.length, flaw: 'undecodable' }
    if (one.isCut) return cutBody(one.bytes, one.bytes.length)
    decoded = one.bytes
  }
  return { bytes: decoded, sizeBytes: decoded.length, flaw: null }
}

/** A body of which only the beginning is kept. */
export function cutBody(bytes: Buffer, sizeBytes: number): RawBody {
  return { bytes: new Uint8Array(bytes.subarray(0, KEPT_OF_CUT_BYTES)), sizeBytes, flaw: 'truncated' }
}

/** A body that arrived or was kept only in part. If it is compressed, its beginning is not text. */
export function begunOf(body: RawBody, encodings: readonly string[]): RawBody {
  return encodings.length === 0 ? body : { ...body, bytes: new Uint8Array() }
}

/** The encodings that a `Content-Encoding` names, in the order in which they were applied. */
export function contentEncodings(values: readonly string[]): string[] {
  const names = values.join(',').toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
}

interface Decoded {
  readonly bytes: Buffer
  readonly isCut: boolean
}

async function decodeOne(bytes: Buffer, encoding: string, maxBytes: number): Promise<Decoded | null> {
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
    return codeOf(error) === 'Z_BUF_ERROR' ? { bytes: Buffer.concat(chunks), isCut: true } : null
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}

async function decoderFor(
  encoding: string,
  bytes: Buffer,
): Promise<Gunzip | Inflate | BrotliDecompress | null> {
  const zlib = await import('node:zlib')
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
  if (encoding === 'br') return zlib.createBrotliDecompress()
  // §RFC 9110 8.4.1.2: `deflate` has a zlib header; many send it without
  if (encoding === 'deflate')
    return ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()
  return null
}
