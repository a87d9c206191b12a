import { type Exchange, hasEndTimes, headerValues } from '../exchange/exchange.js'

/** A hash and the request whose response issued it. The procedure demands that a later step sends the newest hash back. */
export interface IssuedHash {
  readonly request: { readonly exchange: Exchange; readonly step: number | null }
  readonly value: string
}

/** A shorter hash may occur in an address by chance, so it is not searched for. */
const MIN_SEARCHED_CHARS = 6

/** The hashes issued in one attempt at the five steps, in the order in which their requests were sent. */
export class HashLog {
  readonly #issued: IssuedHash[] = []
  readonly #byValue = new Map<string, IssuedHash[]>()
  readonly #lengths = new Set<number>()

  constructor(readonly previousAttempt: HashLog | null = null) {}

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

  /** The newest of the first `count` hashes whose response had arrived at a time. */
  findNewest(count: number, timeMs: number): IssuedHash | null {
    return this.#issued.slice(0, count).findLast((issued) => hasArrived(issued, timeMs)) ?? null
  }

  findByValue(value: string): readonly IssuedHash[] {
    return this.#byValue.get(value) ?? []
  }

  /** The parts of a text that are as long as one of the hashes, so that a lookup of each finds any hash in the text. */
  *candidatesIn(text: string): Generator<string> {
    for (const length of this.#lengths) {
      if (length < MIN_SEARCHED_CHARS) continue
      for (let start = 0; start + length <= text.length; start++) yield text.slice(start, start + length)
    }
  }
}

/** Whether the response had arrived at a time. If arrival times were not recorded, responses count as arriving at once. */
function hasArrived({ request: { exchange } }: IssuedHash, timeMs: number): boolean {
  const arrivalMs = exchange.respondedAtMs ?? (hasEndTimes(exchange) ? Infinity : exchange.sentAtMs)
  return arrivalMs <= timeMs
}

/** The hashes that an application could know when it sent a request: those whose responses had arrived at `knownAtMs`. */
export class KnownHashes {
  /** The newest of the first `count`. Without that limit, coarse times could make a later request's hash the newest. */
  readonly newest: IssuedHash | null

  constructor(
    readonly log: HashLog,
    count: number,
    readonly knownAtMs: number,
  ) {
    this.newest = log.findNewest(count, knownAtMs)
  }

  /** Whether the newest response with a hash issued this value. If it issued several, each of them is right. */
  isNewest(value: string): boolean {
    return this.log.findByValue(value).some(({ request }) => request === this.newest?.request)
  }

  /** The first response of the attempt that issued this value. */
  findOrigin(value: string, log = this.log): IssuedHash | null {
    return log.findByValue(value).find((issued) => hasArrived(issued, this.knownAtMs)) ?? null
  }

  /** The same, and if the attempt issued no such value, in the attempts before it, the newest first. */
  findOriginInAnyAttempt(value: string): IssuedHash | null {
    for (let log: HashLog | null = this.log; log; log = log.previousAttempt) {
      const origin = this.findOrigin(value, log)
      if (origin) return origin
    }
    return null
  }

  occursIn(text: string): boolean {
    return this.findIn(text) !== null
  }

  /** One of the hashes that a text contains; null if it contains none. */
  findIn(text: string): IssuedHash | null {
    for (const part of this.log.candidatesIn(text)) {
      const origin = this.findOrigin(part)
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
