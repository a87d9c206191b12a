/**
 * Work that must finish once it has started: a token request, because the service may have rotated the token already,
 * and a request that creates, because we would not know the record. Both are bounded by the request's time-out.
 */
const underWay = new Set<Promise<unknown>>()

/** Runs it; a signal that would end the process waits for it. */
export function uninterrupted<T>(act: () => Promise<T>): Promise<T> {
  const acting = act()
  underWay.add(acting)
  const done = () => underWay.delete(acting)
  acting.then(done, done)
  return acting
}

/** Resolves when nothing is under way that must not be broken off. */
export async function interruptible(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
