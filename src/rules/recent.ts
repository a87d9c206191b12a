/**
 * A bounded memory for rules: the newest `limit` entries and at most as many before them, so that a night of traffic
 * needs no more memory than an hour.
 */
export interface Recent<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  /** Whether it holds nothing. */
  readonly isEmpty: boolean
}

export function createRecent<V>(limit: number): Recent<V> {
  return new Generations(limit)
}

/** Two generations: when the younger is full the elder is dropped whole, which costs less than to look for the oldest each time. */
class Generations<V> implements Recent<V> {
  readonly #limit: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  /**
   * The last entry that was set, while it is among the young ones. It avoids a map access because most traffic
   * repeats the previous key.
   */
  #key: string | undefined
  #value: V | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    if (key === this.#key) return this.#value
    return this.#young.get(key) ?? (this.#old.size > 0 ? this.#old.get(key) : undefined)
  }

  has(key: string): boolean {
    return this.#young.has(key) || (this.#old.size > 0 && this.#old.has(key))
  }

  set(key: string, value: V): void {
    if (key === this.#key && value === this.#value) return
    this.#young.set(key, value)
    this.#key = key
    this.#value = value
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
    this.#key = undefined
  }

  delete(key: string): void {
    if (key === this.#key) this.#key = undefined
    this.#young.delete(key)
    this.#old.delete(key)
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0
  }
}

/** The same under two keys each, the names of a group and of one in it: to join them into one text costs more than to look twice. */
export interface RecentPairs<V> {
  get(group: string, key: string): V | undefined
  set(group: string, key: string, value: V): void
  readonly isEmpty: boolean
}

export function createRecentPairs<V>(limit: number): RecentPairs<V> {
  let young = new Map<string, Map<string, V>>()
  let old: typeof young = new Map()
  let count = 0
  /** The last entry that was set, while it is among the young ones. */
  let [lastGroup, lastKey]: [string?, string?] = []
  let lastValue: V | undefined

  return {
    get: (group, key) => young.get(group)?.get(key) ?? old.get(group)?.get(key),
    set(group, key, value) {
      if (key === lastKey && group === lastGroup && value === lastValue) return
      lastGroup = group
      lastKey = key
      lastValue = value
      const those = young.get(group) ?? new Map<string, V>()
      if (those.size === 0) young.set(group, those)
      const before = those.size
      those.set(key, value)
      count += those.size - before
      if (count < limit) return
      old = young
      young = new Map()
      count = 0
      lastKey = undefined
    },
    get isEmpty() {
      return young.size === 0 && old.size === 0
    },
  }
}
