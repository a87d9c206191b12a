/**
 * What each application finds, made when it first asks. Beyond `most` of them, the one that was silent longest begins anew.
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

/** Keys beyond so many are told of no more: whoever asks for ever new names shall not fill the memory. */
const MOST_TOLD = 10_000

/** Lets each thing be told once, by its key. */
export function createOnce(): (key: string, tell: () => void) => void {
  const told = new Set<string>()
  return (key, tell) => {
    if (told.has(key) || told.size > MOST_TOLD) return
    told.add(key)
    tell()
  }
}
