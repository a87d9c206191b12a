import { type Exchange, headerValues, tellsEnd } from '../exchange/exchange.js'

/** The exchange whose response issues a hash. */
interface Issuer {
  readonly exchange: Exchange
}

/** A hash and the response that brought it. */
export interface IssuedHash<By extends Issuer> {
  readonly by: By
  readonly value: string
}

/** The hashes that one attempt was given, in the order in which their requests were sent. */
export class HashLog<By extends Issuer> {
  readonly #issued: IssuedHash<By>[] = []
  readonly #byValue = new Map<string, IssuedHash<By>[]>()
  readonly #byResponse = new Map<By, string[]>()
  readonly #lengths = new Set<number>()
  readonly #former: HashLog<By> | null

  /** `former`: that of the attempt before. */
  constructor(former: HashLog<By> | null = null) {
    this.#former = former
  }

  get size(): number {
    return this.#issued.length
  }

  add(hash: IssuedHash<By>): void {
    const same = this.#byValue.get(hash.value)
    if (same) same.push(hash)
    else this.#byValue.set(hash.value, [hash])
    this.#issued.push(hash)
    this.#lengths.add(hash.value.length)
    this.#byResponse.set(hash.by, [...(this.#byResponse.get(hash.by) ?? []), hash.value])
  }

  /** The newest of the first `count` that had come by then. */
  newest(count: number, byMs: number): IssuedHash<By> | null {
    for (let i = count - 1; i >= 0; i--) {
      const issued = this.#issued[i]
      if (issued && hasCome(issued, byMs)) return issued
    }
    return null
  }

  /** Whether a value came with a response. */
  came(value: string, by: By): boolean {
    return this.#byResponse.get(by)?.includes(value) ?? false
  }

  /** The first that had brought this value by then. */
  origin(value: string, byMs: number): IssuedHash<By> | null {
    return this.#byValue.get(value)?.find((issued) => hasCome(issued, byMs)) ?? null
  }

  /** The same, of the attempts before. */
  formerOrigin(value: string, byMs: number): IssuedHash<By> | null {
    for (let log = this.#former; log; log = log.#former) {
      const origin = log.origin(value, byMs)
      if (origin) return origin
    }
    return null
  }

  /** Whether a text contains one of the values that are long enough to be significant. */
  standsIn(text: string, byMs: number): boolean {
    for (const length of this.#lengths) {
      if (length < SHORTEST_TELLING) continue
      for (let at = 0; at + length <= text.length; at++) {
        if (this.origin(text.slice(at, at + length), byMs)) return true
      }
    }
    return false
  }
}

/** Whether the response had come by then; without recorded arrival times, responses count as arriving one after another. */
function hasCome({ by: { exchange } }: IssuedHash<Issuer>, byMs: number): boolean {
  return (exchange.respondedAtMs ?? (tellsEnd(exchange) ? Infinity : exchange.sentAtMs)) <= byMs
}

/** A shorter value may occur in an address by chance. */
const SHORTEST_TELLING = 6

/** The hashes that a request could have known when it was sent, because their responses had arrived. */
export interface KnownHashes<By extends Issuer> {
  readonly newest: IssuedHash<By> | null
  /** Whether a value came with the newest response that brought one; where it brought several, either will do. */
  isNewest(value: string): boolean
  origin(value: string): IssuedHash<By> | null
  formerOrigin(value: string): IssuedHash<By> | null
  standsIn(text: string): boolean
}

export function knownHashes<By extends Issuer>(
  log: HashLog<By>,
  count: number,
  byMs: number,
): KnownHashes<By> {
  const newest = log.newest(count, byMs)
  return {
    newest,
    isNewest: (value) => newest !== null && log.came(value, newest.by),
    origin: (value) => log.origin(value, byMs),
    formerOrigin: (value) => log.formerOrigin(value, byMs),
    standsIn: (text) => count > 0 && log.standsIn(text, byMs),
  }
}

/**
 * The different hashes that a response issues, in order, without empty ones. If there are several, our own client
 * uses the last.
 */
export function issuedHashes({ response }: Pick<Exchange, 'response'>, header: string): string[] {
  const values = response ? headerValues(response.headers, header) : []
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}
