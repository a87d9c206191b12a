import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Twelve hexadecimal digits that name a finding for good: the same tomorrow, in another language, from a recording. Times,
 * identifiers and values must not enter the parts.
 */
export function fingerprint(parts: readonly (string | number | null)[]): string {
  return digestOf(parts).slice(0, 12)
}

/** The SHA-256 digest of some parts, in hexadecimal. */
export function digestOf(parts: readonly (string | number | null)[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))))
}
