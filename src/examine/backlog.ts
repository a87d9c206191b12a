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
  let waiting: T[] = []
  let first = 0
  let isDue = false

  const next = () => {
    const one = waiting[first++] as T
    if (first === waiting.length) {
      waiting = []
      first = 0
    }
    act(one)
  }
  const settle = () => {
    while (first < waiting.length) next()
  }
  const turn = () => {
    isDue = false
    if (first < waiting.length) next()
    arrange()
  }
  const arrange = () => {
    if (isDue || first === waiting.length) return
    isDue = true
    setImmediate(turn)
  }

  return {
    add(one) {
      waiting.push(one)
      if (waiting.length - first > MOST_WAITING) settle()
      arrange()
    },
    settle,
  }
}
