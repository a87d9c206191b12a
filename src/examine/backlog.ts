/** Work that is put off until no request waits. */
export interface Backlog<T> {
  add(one: T): void
  /** Does all waiting work at once. */
  settle(): void
}

/** Beyond this many, work is done at once, so that memory is bounded. */
const MOST_WAITING = 2_000

/**
 * Takes one a turn of the event loop, in their order: requests that arrived meanwhile are noted first, so that a thousand clients at
 * once do not make one another late.
 */
export function createBacklog<T>(act: (one: T) => void): Backlog<T> {
  const waiting: T[] = []
  let isDue = false

  const next = () => act(waiting.shift() as T)
  const settle = () => {
    while (waiting.length > 0) next()
  }
  const arrange = () => {
    if (isDue || waiting.length === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      if (waiting.length > 0) next()
      arrange()
    })
  }

  return {
    add(one) {
      waiting.push(one)
      if (waiting.length > MOST_WAITING) settle()
      arrange()
    },
    settle,
  }
}
