let isRead = false

/**
 * Waits for a whole turn of the event loop, so that Node reads what has arrived on its sockets: for instance that the service has closed an
 * idle connection. A second call within the same turn does not wait.
 */
export async function nextEventLoopTurn(): Promise<void> {
  if (isRead) return
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  isRead = true
  setImmediate(() => {
    isRead = false
  })
}
