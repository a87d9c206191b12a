/**
 * Keeps the state of each application and creates it at the first request. Beyond `most` applications, the one that
 * was silent longest is forgotten.
 */
export function createApplications<T>(most: number, begin: () => T): (session: string) => T {
  const known = new Map<string, T>()
  return (session) => {
    const own = known.get(session) ?? begin()
    if (known.size < most / 2 && known.has(session)) return own
    known.delete(session)
    known.set(session, own)
    if (known.size > most) known.delete(known.keys().next().value ?? '')
    return own
  }
}

/** Limits memory if a client keeps inventing new names. */
const MOST_TOLD = 10_000

/** Returns a function that reports each key only once. */
export function createOnce(): (key: string, tell: () => void) => void {
  const told = new Set<string>()
  return (key, tell) => {
    if (told.has(key) || told.size > MOST_TOLD) return
    told.add(key)
    tell()
  }
}
