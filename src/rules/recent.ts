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

/** Two generations: when the younger is full the elder is dropped whole, which costs less than to look for the oldest each time. */
export function createRecent<V>(limit: number): Recent<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  return {
    get: (key) => young.get(key) ?? old.get(key),
    has: (key) => young.has(key) || old.has(key),
    set(key, value) {
      young.set(key, value)
      if (young.size < limit) return
      old = young
      young = new Map()
    },
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
    get isEmpty() {
      return young.size === 0 && old.size === 0
    },
  }
}
