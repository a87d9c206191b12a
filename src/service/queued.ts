import { openSync, readSync } from 'node:fs'

const bytes = Buffer.alloc(64)
let file: number | null | undefined

/**
 * Milliseconds, so far, for which this thread could have run and was given no processor. Linux counts them for each thread, in
 * nanoseconds, as the second number of `schedstat` (proc(5)); elsewhere 0, always.
 */
export function queuedMs(): number {
  file ??= opened()
  if (file === null) return 0
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
  return Number(text.split(' ')[1]) / 1e6 || 0
}

function opened(): number | null {
  try {
    return process.platform === 'linux' ? openSync('/proc/thread-self/schedstat', 'r') : null
  } catch {
    return null
  }
}
