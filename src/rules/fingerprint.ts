import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { RecentMap } from './memory.js'

/** Fingerprints by the text that they were computed from, because the same finding tends to occur again and again. */
const known = new RecentMap<string>(2_000)

/**
 * Twelve hexadecimal digits that identify a finding from run to run: `['request/body:none', 'homologation/2']` gives
 * the same digits tomorrow, live or from a recording. So callers pass no times, identifiers or values.
 */
export function fingerprint(parts: readonly (string | number | null | undefined)[]): string {
  const text = JSON.stringify(parts.filter((part) => part !== undefined))
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const digits = hexOf(text).slice(0, 12)
  known.set(text, digits)
  return digits
}

/** The fingerprint of a cause that shows in several places. The places do not change it. */
export function causeFingerprint(code: string): string {
  return fingerprint([code])
}

/** The SHA-256 digest of some parts, in hexadecimal. */
export function digestOf(parts: readonly (string | number | null)[]): string {
  return hexOf(JSON.stringify(parts))
}

function hexOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
