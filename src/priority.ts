import { getPriority, setPriority } from 'node:os'

const LOW = 10

/**
 * Lets every other thread of this process go before the one that calls, for good. Linux alone knows priorities of threads; elsewhere this
 * would hold for the whole process. Who forbids it loses nothing but speed. What is spawned later inherits it.
 */
export function yieldToOtherThreads(): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < LOW) setPriority(LOW)
  } catch {}
}
