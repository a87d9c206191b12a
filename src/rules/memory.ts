import { valueIn } from '../exchange/json.js'
import { idsNamed } from '../specification/collection.js'
import { createdIn } from './identifier.js'
import type { SeenExchange } from './seen.js'

/** A bounded memory: the newest `limit` entries and at most as many before them, which are dropped together. */
export class Recent<V> {
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(readonly limit: number) {}

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  set(key: string, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size < this.limit) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0
  }
}

/**
 * Breaches that somebody else's write would explain. Our own run sends the contradicted read again, as a part of the same step, and
 * marks the exchange that is in doubt; the response to the repeated read settles it.
 */
export class Doubts<D> {
  readonly #kept = new Recent<D>(64)

  /** Keeps the doubt if the run reads again. Returns false if it does not, and then the breach is final. */
  keep({ exchange }: SeenExchange, doubt: D): boolean {
    if (!exchange.rechecked || exchange.step === null) return false
    this.#kept.set(exchange.step, doubt)
    return true
  }

  settledBy({ exchange: { step } }: SeenExchange): D | undefined {
    if (step === null || this.#kept.isEmpty) return undefined
    const doubt = this.#kept.get(step)
    this.#kept.delete(step)
    return doubt
  }
}

/** The effects of earlier exchanges on records, by their keys, shared by the rules that compare them. */
export class Memory {
  readonly #created: Recent<true>
  readonly #deleted: Recent<number>
  readonly #survived: Recent<true>
  readonly #read: Recent<true>
  readonly #written = new Recent<number>(1000)
  readonly #unknown = new Recent<string>(1000)

  constructor(limit = 5000) {
    this.#created = new Recent(limit)
    this.#deleted = new Recent(limit)
    this.#survived = new Recent(limit)
    this.#read = new Recent(limit)
  }

  /** Whether the record that the path addresses was created in this traffic, and not deleted since. */
  wasCreated(key: string): boolean {
    return this.#created.has(key)
  }

  wasDeleted(key: string): boolean {
    return this.#deleted.has(key)
  }

  /** When the response to the deletion came, by the exchanges' own time; without one, never. */
  deletedAtMs(key: string): number {
    return this.#deleted.get(key) ?? Number.POSITIVE_INFINITY
  }

  /** Whether a read showed the record after it was deleted: later responses for it do not come from a deleted record. */
  hasSurvived(key: string): boolean {
    return this.#survived.has(key)
  }

  /** Whether a single read showed the record, and nothing deleted it since. */
  wasRead(key: string): boolean {
    return this.#read.has(key)
  }

  /** Whether the route's read responded so, and not with 404, for a record that never was: it tells nothing of those that are gone. */
  respondsToUnknownSo(seen: SeenExchange): boolean {
    return seen.route !== null && this.#unknown.get(seen.route.id) === wrongResponse(seen)
  }

  /** Counts successful writes to a family in a session; while it is unchanged, the lists must not change either. */
  writes(seen: SeenExchange): number {
    return this.#written.get(familyKey(seen)) ?? 0
  }

  /** Takes note of an exchange, after every rule has seen it. */
  learn(seen: SeenExchange): void {
    const { route, isSuccess, key, status } = seen
    if (!route || status === null) return
    const isOfUnknown = route.method === 'GET' && seen.meant === 'unknown-record' && !this.wasDeleted(key)
    if (isOfUnknown && status !== 404) this.#unknown.set(route.id, wrongResponse(seen))
    if (!isSuccess) return
    if (route.method === 'GET') {
      const shown = this.wasDeleted(key) ? this.#survived : this.#read
      if (route.path.endsWith('}')) shown.set(key, true)
      return
    }
    this.#written.set(familyKey(seen), this.writes(seen) + 1)
    if (route.method === 'POST' && route.success.data === 'created') {
      const id = createdIn(valueIn(seen.json))
      if (id === null) return
      this.#created.set(`${key}/${id}`, true)
      this.#deleted.delete(`${key}/${id}`)
    }
    if (route.method !== 'DELETE') return
    for (const gone of deletedBy(seen)) {
      for (const known of [this.#created, this.#read, this.#survived]) known.delete(gone)
      this.#deleted.set(gone, seen.endMs)
    }
  }
}

/** Keys of the records that a successful DELETE removed; of several, only where the response warns of none. */
function deletedBy({ route, key, query, status }: SeenExchange): string[] {
  if (route?.risk !== 'delete-many') return [key]
  return status === 204 ? idsNamed(query).map((id) => `${key}/${id}`) : []
}

function familyKey({ exchange, route }: SeenExchange): string {
  return `${exchange.session ?? ''} ${route?.family ?? ''}`
}

/** Any success alike. */
function wrongResponse({ isSuccess, status }: SeenExchange): string {
  return isSuccess ? 'success' : String(status)
}
