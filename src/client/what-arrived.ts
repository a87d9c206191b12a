let isRead = false

/**
 * Waits a whole turn of the event loop, in which everything is read that has arrived: the end of a kept connection, or a refusal of the
 * token that is about to be sent. A second call within the same turn does not wait.
 */
export async function whatArrived(): Promise<void> {
  if (isRead) return
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  isRead = true
  setImmediate(() => {
    isRead = false
  })
}
