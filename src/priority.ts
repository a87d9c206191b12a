import { getPriority, setPriority } from 'node:os'

/** For a thread whose end somebody awaits: where others run it still gets a tenth of a processor. */
const LOW = 10
/** For one that may lag behind. */
export const LOWEST = 19

/**
 * Lets every other thread of this process go before the one that calls, for good. Linux alone knows priorities of threads; elsewhere this
 * would hold for the whole process. Who forbids it loses nothing but speed. What is spawned later inherits it.
 */
export function yieldToOtherThreads(priority = LOW): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < priority) setPriority(priority)
  } catch {}
}
