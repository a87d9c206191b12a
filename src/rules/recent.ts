/** What rules may remember: the newest `limit` entries, so that a night of traffic needs no more memory than an hour. */
export interface Recent<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  readonly size: number
}

export function createRecent<V>(limit: number): Recent<V> {
  const entries = new Map<string, V>()
  return {
    get: (key) => entries.get(key),
    has: (key) => entries.has(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > limit) entries.delete(entries.keys().next().value ?? '')
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}
