let isRead = false

/**
 * Waits a whole turn of the event loop, in which everything is read that lies there: the end of a kept connection, a refusal of the
 * token that is about to be sent. Who asks again before the loop has gone on need not wait.
 */
export async function whatArrived(): Promise<void> {
  if (isRead) return
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  isRead = true
  setImmediate(() => {
    isRead = false
  })
}
