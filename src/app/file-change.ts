import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '../clock.js'

/** Milliseconds within which an editor writes all that it writes. */
const SETTLE_MS = 150

const ofTools = /(^|[\\/])(node_modules|\.git|\.homologa)([\\/]|$)/

/**
 * Resolves when the file, or something in the folder and below, has changed and has come to rest, or when the signal is aborted. What
 * package managers and version control keep there does not count.
 *
 * @throws {Error} with a code, where there is no such path
 */
export async function fileChange(path: string, signal: AbortSignal, clock: Clock): Promise<void> {
  const isFolder = statSync(path).isDirectory()
  // Editors put a new file in the place of the old one: whoever watched the old one hears no more.
  const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder })
  const counts = (name: string | null) =>
    name === null || (isFolder ? !ofTools.test(name) : name === basename(path))
  try {
    await firstChange(watcher, counts, signal)
    if (!signal.aborted) await clock.sleep(SETTLE_MS)
  } finally {
    watcher.close()
  }
}

function firstChange(
  watcher: FSWatcher,
  counts: (name: string | null) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    watcher.on('change', (_kind, name) => {
      if (counts(name === null ? null : String(name))) resolve()
    })
    watcher.on('error', reject)
  })
}
