/** Bytes under a name that can be read again and again: a file, or what somebody dropped on a page. */
export interface Chunks {
  /** As errors call it. */
  readonly name: string
  /** From the first byte, afresh on each call; what is given out holds until the next is asked for. Rejects where it cannot be read. */
  read(): AsyncIterable<Uint8Array>
  /** Reads a whole file from the same folder by its bare name; null if the file does not exist. */
  readonly beside?: (name: string) => Uint8Array | null
}

// a byte order mark stays: it is the parser's to judge
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of consecutive parts, with U+FFFD in place of bytes that are not UTF-8. */
export function textOfParts(parts: readonly Uint8Array[]): string {
  const [first] = parts
  return decoder.decode(parts.length === 1 && first ? first : joined(parts))
}

/** Bytes of a chunk that is not overwritten. */
export interface Part {
  readonly chunk: Uint8Array
  readonly from: number
  readonly to: number
}

export function textOfPart({ chunk, from, to }: Part): string {
  return decoder.decode(chunk.subarray(from, to))
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** True if the text of a part contains a U+FFFD that replaced bytes that are not UTF-8. */
export function isMadeUp(text: string, { chunk, from, to }: Part): boolean {
  if (!text.includes('\uFFFD')) return false
  try {
    strict.decode(chunk.subarray(from, to))
    return false
  } catch {
    return true
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
