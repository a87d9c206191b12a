/** What rules may remember: the newest `limit` entries, so that a night of traffic needs no more memory than an hour. */
export interface Recent<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  readonly size: number
}

interface Entry<V> {
  readonly key: string
  value: V
  older: Entry<V> | null
  newer: Entry<V> | null
}

/** A map that is asked for its oldest key again and again walks over all that it forgot: the order is kept beside it. */
export function createRecent<V>(limit: number): Recent<V> {
  const entries = new Map<string, Entry<V>>()
  let oldest: Entry<V> | null = null
  let newest: Entry<V> | null = null

  const unlink = ({ older, newer }: Entry<V>) => {
    if (older) older.newer = newer
    else oldest = newer
    if (newer) newer.older = older
    else newest = older
  }

  const append = (entry: Entry<V>) => {
    entry.older = newest
    entry.newer = null
    if (newest) newest.newer = entry
    else oldest = entry
    newest = entry
  }

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    unlink(entry)
    entries.delete(key)
  }

  return {
    get: (key) => entries.get(key)?.value,
    has: (key) => entries.has(key),
    set(key, value) {
      const known = entries.get(key)
      if (known) {
        known.value = value
        if (known === newest) return
        unlink(known)
        append(known)
        return
      }
      const entry: Entry<V> = { key, value, older: null, newer: null }
      entries.set(key, entry)
      append(entry)
      if (entries.size <= limit || !oldest) return
      entries.delete(oldest.key)
      unlink(oldest)
    },
    delete: remove,
    clear() {
      entries.clear()
      oldest = null
      newest = null
    },
    get size() {
      return entries.size
    },
  }
}
