/**
 * A map that forgets what was long unused, in constant time: two generations of half the size, the younger one filled by what is
 * set or asked for.
 */
export interface Generations<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

/** Remembers at least `size / 2` entries and at most `size`. */
export function createGenerations<V>(size: number): Generations<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()

  const set = (key: string, value: V) => {
    if (young.size >= size / 2 && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  return {
    set,
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
  }
}
