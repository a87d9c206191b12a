import { type Chunks, joined, type Part, textOfPart, textOfParts } from '../chunks.js'

/**
 * Cuts the entries out of a HAR without reading it whole. A general streaming parser makes tokens of every character, which
 * is some twenty times slower than finding where an entry ends and giving it to `JSON.parse`.
 */

export type Piece =
  | { readonly is: 'entry'; readonly number: number; readonly part: Part }
  | { readonly is: 'skipped'; readonly number: number; readonly reason: 'too-large' }
  /** A value of `log` that comes before the entries. */
  | { readonly is: 'log'; readonly name: string; readonly text: string }
  | { readonly is: 'end'; readonly found: Found }

/**
 * `whole`: there are entries, and the file ends as JSON does. `torn`: it ends early. `cut`: it ends before the
 * entries. In the other cases the file is not a HAR.
 */
type Found = 'whole' | 'torn' | 'cut' | 'no-entries' | 'not-json' | 'empty'

/** Most bytes of one entry that are held; a larger one is skipped. */
export const MAX_ENTRY_BYTES = 32 * 1024 * 1024

const LOG_VALUES: ReadonlySet<string> = new Set(['creator', '_homologa'])

/** The pieces of the file, in its order, and how it ended; as many at once as a chunk of it completes. */
export async function* piecesOf(chunks: Chunks): AsyncGenerator<readonly Piece[], void> {
  const cutter = createCutter()
  for await (const chunk of chunks.read()) {
    // entries are held longer than a chunk is left as it is
    yield cutter.take(new Uint8Array(chunk))
    if (cutter.isHopeless()) break
  }
  yield [{ is: 'end', found: cutter.end() }]
}

interface Cutter {
  take(chunk: Uint8Array): Piece[]
  isHopeless(): boolean
  end(): Found
}

/** Names that matter are short. Of a longer string, this many bytes are kept. */
const MAX_KEY_BYTES = 64
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The bytes of the value that is being cut out, while it is {@link isOpen}. */
class Held {
  isOpen = false
  #name: string | null = null
  #parts: Uint8Array[] = []
  #bytes = 0
  #entries = 0

  /** `name`: of a value of `log`; null: an entry. */
  open(name: string | null): void {
    this.isOpen = true
    this.#name = name
  }

  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= MAX_ENTRY_BYTES) this.#parts.push(bytes)
  }

  /** Makes the piece, with its last bytes. */
  release(last: Part): Piece {
    const part = this.#bytes + last.to - last.from <= MAX_ENTRY_BYTES ? this.#with(last) : null
    this.isOpen = false
    this.#parts = []
    this.#bytes = 0
    if (this.#name !== null) return { is: 'log', name: this.#name, text: part ? textOfPart(part) : 'null' }
    const number = ++this.#entries
    return part === null ? { is: 'skipped', number, reason: 'too-large' } : { is: 'entry', number, part }
  }

  #with(last: Part): Part {
    if (this.#parts.length === 0) return last
    const chunk = joined([...this.#parts, last.chunk.subarray(last.from, last.to)])
    return { chunk, from: 0, to: chunk.length }
  }
}

/** A machine over bytes; everything but structure outside of strings is passed over. */
function createCutter(): Cutter {
  let depth = 0
  let inString = false
  let escaped = false
  let isLog = false
  let inEntries = false
  let hasLog = false
  let hasEntries = false
  let started = false
  let hopeless = false
  let ended = false
  let key: string | null = null
  let keyBytes: number[] | null = null
  const held = new Held()
  const within = { depth: 0, inString: false, isEscaped: false }

  /** Whether a value that opens now, at the current depth, is one to hold. */
  const opensHeld = (): boolean =>
    inEntries ? depth === 3 : isLog && depth === 2 && LOG_VALUES.has(key ?? '')

  const open = (code: number) => {
    if (depth === 1) isLog = key === 'log' && code === 0x7b
    hasLog ||= isLog
    if (depth === 2 && isLog && key === 'entries' && code === 0x5b) {
      inEntries = true
      hasEntries = true
    }
    depth++
    key = null
  }

  const close = () => {
    depth--
    if (inEntries && depth === 2) inEntries = false
    if (depth === 1) isLog = false
    if (depth === 0) ended = true
    key = null
  }

  return {
    take(chunk) {
      const pieces: Piece[] = []
      for (let i = 0; i < chunk.length; i++) {
        if (held.isOpen) {
          const from = i
          i = endOf(chunk, i, within)
          if (within.depth > 0) {
            held.add(chunk.subarray(from))
            return pieces
          }
          pieces.push(held.release({ chunk, from, to: i-- }))
          key = null
          continue
        }
        const code = chunk[i] ?? 0
        if (inString) {
          if (escaped) escaped = false
          else if (code === BACKSLASH) escaped = true
          else if (code === QUOTE) {
            inString = false
            if (keyBytes) key = textOfParts([Uint8Array.from(keyBytes)])
            keyBytes = null
          } else if (!keyBytes) i = plainEnd(chunk, i) - 1
          else if (keyBytes.length < MAX_KEY_BYTES) keyBytes.push(code)
        } else if (code === QUOTE) {
          inString = true
          keyBytes = depth >= 1 && depth <= 2 ? [] : null
        } else if (code === 0x7b || code === 0x5b) {
          if (!started && code === 0x5b) hopeless = true
          started = true
          if (opensHeld()) {
            held.open(inEntries ? null : key)
            i--
          } else open(code)
        } else if (code === 0x7d || code === 0x5d) close()
        else if (!started && code > 0x20 && code !== 0xef && code !== 0xbb && code !== 0xbf) hopeless = true
        if (hopeless) return pieces
      }
      return pieces
    },
    isHopeless: () => hopeless,
    end() {
      if (hopeless) return 'not-json'
      if (!started) return 'empty'
      if (!hasEntries) return ended ? 'no-entries' : hasLog ? 'cut' : 'not-json'
      return ended ? 'whole' : 'torn'
    },
  }
}

/** The place within a value where a chunk ended. */
interface Within {
  depth: number
  inString: boolean
  isEscaped: boolean
}

/**
 * Behind the end of a value that is open, or where the chunk ends within it: nothing but strings and depth matters there, and what
 * is local is passed over in half the time.
 */
function endOf(chunk: Uint8Array, from: number, within: Within): number {
  let { depth, inString } = within
  let i = within.isEscaped ? from + 1 : from
  while (i < chunk.length) {
    const code = chunk[i++]
    if (inString) {
      if (code === QUOTE) inString = false
      else if (code === BACKSLASH) i++
    } else if (code === QUOTE) inString = true
    else if (code === 0x7b || code === 0x5b) depth++
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) break
  }
  within.depth = depth
  within.inString = inString
  within.isEscaped = i > chunk.length
  return i
}

function plainEnd(chunk: Uint8Array, from: number): number {
  let i = from + 1
  while (i < chunk.length && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++
  return i
}
