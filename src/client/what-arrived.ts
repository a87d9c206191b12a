let isRead = false

/** Answers that arrived and are being decoded. */
const decoding = new Set<Promise<unknown>>()

/** Registers a response that is being decoded. It may refuse the token, but cannot be read before it is decoded. */
export async function decodes<T>(work: Promise<T>): Promise<T> {
  decoding.add(work)
  return work.finally(() => decoding.delete(work))
}

/**
 * Waits a whole turn of the event loop, in which everything is read that lies there: the end of a kept connection, a refusal of the
 * token that is about to be sent, compressed or not. Who asks again before the loop has gone on need not wait.
 */
export async function whatArrived(): Promise<void> {
  if (isRead && decoding.size === 0) return
  await turnOfLoop()
  if (decoding.size > 0) await Promise.allSettled(decoding).then(turnOfLoop)
  isRead = true
  setImmediate(() => {
    isRead = false
  })
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
