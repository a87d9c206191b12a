import { type Exchange, headerValues, tellsEnd } from '../exchange/exchange.js'

/** The exchange whose response issues a hash. */
interface Issuer {
  readonly exchange: Exchange
}

/** A hash and the answer that brought it. */
export interface IssuedHash<By extends Issuer> {
  readonly by: By
  readonly value: string
}

/** The hashes that one attempt was given, in the order in which their requests were sent. */
export class HashLog<By extends Issuer> {
  readonly #issued: IssuedHash<By>[] = []
  readonly #arrivals = new Arrivals()
  readonly #byValue = new Map<string, { readonly issued: IssuedHash<By>[]; readonly arrivals: Arrivals }>()
  readonly #byAnswer = new Map<By, string[]>()
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
    const { exchange } = hash.by
    // without recorded arrival times we assume that responses arrived one after another
    const endMs = exchange.answeredAtMs ?? (tellsEnd(exchange) ? Number.POSITIVE_INFINITY : exchange.sentAtMs)
    const same = this.#byValue.get(hash.value) ?? { issued: [], arrivals: new Arrivals() }
    this.#byValue.set(hash.value, same)
    this.#issued.push(hash)
    this.#arrivals.add(endMs)
    same.issued.push(hash)
    same.arrivals.add(endMs)
    this.#lengths.add(hash.value.length)
    this.#byAnswer.set(hash.by, [...(this.#byAnswer.get(hash.by) ?? []), hash.value])
  }

  /** The newest of the first `count` that had come by then. */
  newest(count: number, byMs: number): IssuedHash<By> | null {
    return this.#issued[this.#arrivals.last(count, byMs)] ?? null
  }

  /** Whether a value came with an answer. */
  came(value: string, by: By): boolean {
    return this.#byAnswer.get(by)?.includes(value) ?? false
  }

  /** The first that had brought this value by then. */
  origin(value: string, byMs: number): IssuedHash<By> | null {
    const same = this.#byValue.get(value)
    return same?.issued[same.arrivals.first(byMs)] ?? null
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

/** Moments in any order, of which the first and the last before another are found without a search through all. */
class Arrivals {
  /** The earliest of each pair, of each pair of pairs, and so on; the moments themselves are the first. */
  readonly #levels: number[][] = [[]]
  /** The earliest so far. */
  readonly #earliest: number[] = []

  add(atMs: number): void {
    this.#earliest.push(Math.min(atMs, this.#earliest.at(-1) ?? atMs))
    let least = atMs
    for (let level = 0; ; level++) {
      const values = this.#levels[level] ?? []
      this.#levels[level] = values
      values.push(least)
      if (values.length % 2 === 1) return
      least = Math.min(least, values.at(-2) ?? least)
    }
  }

  /** Index of the last among the first `count` arrivals that came at or before `byMs`, or -1. */
  last(count: number, byMs: number): number {
    const isBy = (level: number, at: number) => (this.#levels[level]?.[at] ?? Infinity) <= byMs
    let level = 0
    let end = count
    while (end > 0 && !(end % 2 === 1 && isBy(level, end - 1))) {
      if (end % 2 === 1) end--
      else {
        end /= 2
        level++
      }
    }
    let at = end - 1
    for (; level > 0 && at >= 0; level--) at = isBy(level - 1, 2 * at + 1) ? 2 * at + 1 : 2 * at
    return at
  }

  /** Index of the first arrival that came at or before `byMs`, or -1. */
  first(byMs: number): number {
    let [from, to] = [0, this.#earliest.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#earliest[middle] ?? Infinity) <= byMs) to = middle
      else from = middle + 1
    }
    return from < this.#earliest.length ? from : -1
  }
}

/** A shorter value may occur in an address by chance. */
const SHORTEST_TELLING = 6

/** The hashes that a request could have known when it was sent, because their responses had arrived. */
export interface KnownHashes<By extends Issuer> {
  readonly newest: IssuedHash<By> | null
  /** Whether a value came with the newest answer that brought one; where it brought several, either will do. */
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
export function issuedHashes({ answer }: Pick<Exchange, 'answer'>, header: string): string[] {
  const values = answer ? headerValues(answer.headers, header) : []
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}
