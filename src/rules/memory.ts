import { valueIn } from '../exchange/json.js'
import { idsInQuery } from '../specification/collection.js'
import type { Route } from '../specification/route.js'
import { isCreate } from './conventions.js'
import { createdIn } from './identifier.js'
import type { SeenExchange } from './seen.js'

/**
 * A map of bounded size, for rules that observe endless traffic. It keeps at least the newest `limit` entries: once
 * that many were set, they become the old half, and the old half before them is dropped.
 */
export class RecentMap<V> {
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
 * Breaches that may be somebody else's doing: on a live account, another program may have changed a record between two
 * reads. Our own run repeats the read that a suspicious response contradicts, as a part of the same step, and marks the
 * suspicious exchange as `rechecked`. The response to the repeated read decides whether the breach is reported.
 */
export class Doubts<D> {
  readonly #byStep = new RecentMap<D>(64)

  /** Returns false if no read will be repeated. Then the breach is final, and the caller reports it. */
  add({ exchange }: SeenExchange, doubt: D): boolean {
    if (!exchange.rechecked || exchange.step === null) return false
    this.#byStep.set(exchange.step, doubt)
    return true
  }

  /** Removes and returns the doubt that this exchange, the repeated read, decides. */
  takeSettledBy({ exchange: { step } }: SeenExchange): D | undefined {
    if (step === null) return undefined
    const doubt = this.#byStep.get(step)
    this.#byStep.delete(step)
    return doubt
  }
}

/**
 * What earlier exchanges did to records, shared by all observers of a stream. A record's key is its path, after the
 * session if there are several: `/produtos/7`.
 */
export class Memory {
  readonly #created: RecentMap<true>
  readonly #deletedAtMs: RecentMap<number>
  readonly #readAfterDelete: RecentMap<true>
  readonly #read: RecentMap<true>
  /** The number of writes, by session and family of resources. */
  readonly #writes = new RecentMap<number>(1000)
  /** By route, a wrong response to a read of a record that never existed. */
  readonly #unknownResponses = new RecentMap<string>(1000)

  constructor(limit = 5000) {
    this.#created = new RecentMap(limit)
    this.#deletedAtMs = new RecentMap(limit)
    this.#readAfterDelete = new RecentMap(limit)
    this.#read = new RecentMap(limit)
  }

  /** Whether the record was created in this traffic, and not deleted since. */
  wasCreated(key: string): boolean {
    return this.#created.has(key)
  }

  wasDeleted(key: string): boolean {
    return this.#deletedAtMs.has(key)
  }

  /** The time at which the response to the DELETE ended; infinity if the record was not deleted. */
  deletedAtMs(key: string): number {
    return this.#deletedAtMs.get(key) ?? Number.POSITIVE_INFINITY
  }

  /** Whether a read showed the record although it had been deleted. Then later requests for it address an existing record. */
  wasReadAfterDelete(key: string): boolean {
    return this.#readAfterDelete.has(key)
  }

  /** Whether a single read showed the record, and it was not deleted since. */
  wasRead(key: string): boolean {
    return this.#read.has(key)
  }

  /** Whether the route responds in the same wrong way for a record that never existed. Then the response says nothing about a deletion. */
  hasSameResponseForUnknown(seen: SeenExchange): boolean {
    return seen.route !== null && this.#unknownResponses.get(seen.route.id) === responseKind(seen)
  }

  /** Counts the successful writes to a family of resources in a session. Lists may change only if this number does. */
  countWrites(seen: SeenExchange): number {
    return this.#writes.get(familyKey(seen)) ?? 0
  }

  /** Remembers an exchange. It is called after every observer has seen the exchange. */
  learn(seen: SeenExchange): void {
    const { route, status } = seen
    if (!route || status === null) return
    if (route.method === 'GET') this.#learnRead(seen, route)
    else if (seen.isSuccess) this.#learnWrite(seen, route)
  }

  #learnRead(seen: SeenExchange, route: Route): void {
    const { key, intent, status } = seen
    const isDeleted = this.wasDeleted(key)
    // our own run also reads a deleted record as an unknown one, but that record did exist
    if (intent === 'unknown-record' && !isDeleted && status !== 404)
      this.#unknownResponses.set(route.id, responseKind(seen))
    const isOfSingleRecord = route.path.endsWith('}')
    if (!seen.isSuccess || !isOfSingleRecord) return
    const reads = isDeleted ? this.#readAfterDelete : this.#read
    reads.set(key, true)
  }

  #learnWrite(seen: SeenExchange, route: Route): void {
    this.#writes.set(familyKey(seen), this.countWrites(seen) + 1)
    const createdId = isCreate(route) ? createdIn(valueIn(seen.responseJson)) : null
    if (createdId !== null) {
      const createdKey = `${seen.key}/${createdId}`
      this.#created.set(createdKey, true)
      this.#deletedAtMs.delete(createdKey)
    }
    if (route.method !== 'DELETE') return
    for (const deletedKey of keysDeletedBy(seen)) {
      for (const known of [this.#created, this.#read, this.#readAfterDelete]) known.delete(deletedKey)
      this.#deletedAtMs.set(deletedKey, seen.endMs)
    }
  }
}

/** Keys of the records that a successful DELETE removed. If it names several, a 200 warns that some remain, without naming them. */
function keysDeletedBy({ route, key, query, status }: SeenExchange): string[] {
  if (route?.risk !== 'delete-many') return [key]
  return status === 204 ? idsInQuery(query).map((id) => `${key}/${id}`) : []
}

function familyKey({ exchange, route }: SeenExchange): string {
  return `${exchange.session ?? ''} ${route?.family ?? ''}`
}

/** All successes are of one kind; other responses differ by their status. */
function responseKind({ isSuccess, status }: SeenExchange): string {
  return isSuccess ? 'success' : String(status)
}
