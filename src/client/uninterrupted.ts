/** Work that Ctrl+C must not break off, because a new refresh token or record would be lost: token requests, and requests that create a record. */
const underWay = new Set<Promise<unknown>>()

/** Does such work. The process ends only when it is done, see {@link interruptible}. */
export function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  const working = work()
  underWay.add(working)
  const done = () => underWay.delete(working)
  working.then(done, done)
  return working
}

/** Resolves when no such work is under way, so that the process may end. */
export async function interruptible(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
