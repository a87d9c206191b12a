import { headerValues } from '../exchange/exchange.js'
import type { Placed } from './trace.js'

/** A hash and the answer that brought it. */
export interface IssuedHash {
  readonly by: Placed
  readonly value: string
}

/** The hashes that one attempt was given, in the order in which their requests were sent. */
export class HashLog {
  readonly #issued: IssuedHash[] = []
  readonly #byValue = new Map<string, IssuedHash[]>()
  readonly #lengths = new Set<number>()

  get size(): number {
    return this.#issued.length
  }

  add(hash: IssuedHash): void {
    this.#issued.push(hash)
    const same = this.#byValue.get(hash.value)
    if (same) same.push(hash)
    else this.#byValue.set(hash.value, [hash])
    this.#lengths.add(hash.value.length)
  }

  /** The newest that fits. */
  newest(count: number, fits: (hash: IssuedHash) => boolean): IssuedHash | null {
    for (let i = count - 1; i >= 0; i--) {
      const hash = this.#issued[i]
      if (hash && fits(hash)) return hash
    }
    return null
  }

  /** Whether a value came with an answer. */
  came(value: string, by: Placed): boolean {
    return this.#byValue.get(value)?.findLast((hash) => hash.by === by) !== undefined
  }

  /** The first that brought this value and fits. */
  origin(value: string, fits: (hash: IssuedHash) => boolean): IssuedHash | null {
    return this.#byValue.get(value)?.find(fits) ?? null
  }

  /** Whether a value of some length stands somewhere in a text. */
  standsIn(text: string, fits: (hash: IssuedHash) => boolean): boolean {
    for (const length of this.#lengths) {
      if (length < SHORTEST_TELLING) continue
      for (let at = 0; at + length <= text.length; at++) {
        if (this.origin(text.slice(at, at + length), fits)) return true
      }
    }
    return false
  }
}

/** A shorter value may stand in an address by chance. */
const SHORTEST_TELLING = 6

/** What a request could have known when it was sent: hashes whose answers had arrived. */
export interface KnownHashes {
  readonly newest: IssuedHash | null
  /** Whether a value came with the newest answer that brought one; where it brought several, either will do. */
  isNewest(value: string): boolean
  origin(value: string): IssuedHash | null
  standsIn(text: string): boolean
}

export function knownHashes(log: HashLog, count: number, latestMs: number): KnownHashes {
  const fits = ({ by }: IssuedHash) => (by.exchange.answeredAtMs ?? Number.POSITIVE_INFINITY) <= latestMs
  const newest = log.newest(count, fits)
  return {
    newest,
    isNewest: (value) => newest !== null && log.came(value, newest.by),
    origin: (value) => log.origin(value, fits),
    standsIn: (text) => count > 0 && log.standsIn(text, fits),
  }
}

/** The different hashes that an answer brings, in order; an empty one is none. Of several our own client takes the last. */
export function issuedHashes({ answer }: Pick<Placed['exchange'], 'answer'>, header: string): string[] {
  const values = answer ? headerValues(answer.headers, header) : []
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}
