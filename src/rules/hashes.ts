import { type Exchange, headerValues, tellsEnd } from '../exchange/exchange.js'

export interface IssuedHash {
  readonly by: { readonly exchange: Exchange; readonly step: number | null }
  readonly value: string
}

/** A shorter value may occur in an address by chance. */
const SHORTEST_TELLING = 6

/** The hashes that one attempt was given, in the order in which their requests were sent. */
export class HashLog {
  readonly #issued: IssuedHash[] = []
  readonly #byValue = new Map<string, IssuedHash[]>()
  readonly #lengths = new Set<number>()

  /** `former`: that of the attempt before. */
  constructor(readonly former: HashLog | null = null) {}

  get size(): number {
    return this.#issued.length
  }

  add(hash: IssuedHash): void {
    const same = this.#byValue.get(hash.value)
    if (same) same.push(hash)
    else this.#byValue.set(hash.value, [hash])
    this.#issued.push(hash)
    this.#lengths.add(hash.value.length)
  }

  newest(count: number, byMs: number): IssuedHash | null {
    for (let i = count - 1; i >= 0; i--) {
      const issued = this.#issued[i]
      if (issued && hasCome(issued, byMs)) return issued
    }
    return null
  }

  of(value: string): readonly IssuedHash[] {
    return this.#byValue.get(value) ?? []
  }

  /** The parts of a text that may be one of the values, if those are long enough to be significant. */
  *partsOf(text: string): Generator<string> {
    for (const length of this.#lengths) {
      if (length < SHORTEST_TELLING) continue
      for (let at = 0; at + length <= text.length; at++) yield text.slice(at, at + length)
    }
  }
}

/** Whether the response had come by then; without recorded arrival times, responses count as arriving one after another. */
function hasCome({ by: { exchange } }: IssuedHash, byMs: number): boolean {
  return (exchange.respondedAtMs ?? (tellsEnd(exchange) ? Infinity : exchange.sentAtMs)) <= byMs
}

/** The hashes that a request could have known when it was sent: of the first `count` those whose responses had arrived. */
export class KnownHashes {
  readonly newest: IssuedHash | null

  constructor(
    readonly log: HashLog,
    readonly count: number,
    readonly byMs: number,
  ) {
    this.newest = log.newest(count, byMs)
  }

  /** Whether a value came with the newest response that brought one; where it brought several, either will do. */
  isNewest(value: string): boolean {
    return this.log.of(value).some(({ by }) => by === this.newest?.by)
  }

  origin(value: string, log = this.log): IssuedHash | null {
    return log.of(value).find((issued) => hasCome(issued, this.byMs)) ?? null
  }

  /** The same, of the attempts before. */
  formerOrigin(value: string): IssuedHash | null {
    for (let log = this.log.former; log; log = log.former) {
      const origin = this.origin(value, log)
      if (origin) return origin
    }
    return null
  }

  standsIn(text: string): boolean {
    return this.foundIn(text) !== null
  }

  /** One of the values that a text contains; null if it contains none. */
  foundIn(text: string): IssuedHash | null {
    if (this.count === 0) return null
    for (const part of this.log.partsOf(text)) {
      const origin = this.origin(part)
      if (origin) return origin
    }
    return null
  }
}

/** The different hashes that a response issues, in order, without empty ones. Our own client uses the last. */
export function issuedHashes({ response }: Pick<Exchange, 'response'>, header: string): string[] {
  const values = response ? headerValues(response.headers, header) : []
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}
