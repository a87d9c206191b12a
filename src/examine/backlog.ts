/**
 * A queue of work that can wait. `examine` records and judges exchanges through it, so that this work does not delay the arrival times of
 * requests.
 */
export interface Backlog<T> {
  add(item: T): void
  /** Does all waiting work now. */
  doAll(): void
}

/** When more items wait, all are done at once, so that they do not fill the memory. */
const MAX_WAITING = 2_000

/** Creates a queue that does one item in each turn of the event loop, in order, so that requests which arrived meanwhile are noted first. */
export function createBacklog<T>(work: (item: T) => void): Backlog<T> {
  const waiting: T[] = []
  let isScheduled = false

  const doNext = () => work(waiting.shift() as T)
  const doAll = () => {
    while (waiting.length > 0) doNext()
  }
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (waiting.length > 0) doNext()
      schedule()
    })
  }

  return {
    add(item) {
      waiting.push(item)
      if (waiting.length > MAX_WAITING) doAll()
      schedule()
    },
    doAll,
  }
}
