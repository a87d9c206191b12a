/** Whether the sockets were read in this turn, so that a second call within it need not wait. */
let isRead = false

/** Waits for a whole turn of the event loop, so that Node reads what arrived on its sockets: that the service has closed an idle connection. */
export async function nextEventLoopTurn(): Promise<void> {
  if (isRead) return
  // the first immediate may run before the sockets are read, the second runs after it
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  isRead = true
  setImmediate(() => {
    isRead = false
  })
}
