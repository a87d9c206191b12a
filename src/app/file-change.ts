import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '../node/clock.js'

/** Milliseconds within which an editor writes all that it writes. */
const SETTLE_MS = 150

const ofTools = /(^|[\\/])(node_modules|\.git|\.homologa)([\\/]|$)/

/**
 * Resolves when the file, or anything in the folder, has changed and no further change follows, or when the signal is
 * aborted. Folders of package managers and version control are ignored.
 *
 * @throws {Error} with a code if there is no such path
 */
export async function fileChange(path: string, signal: AbortSignal, clock: Clock): Promise<void> {
  const isFolder = statSync(path).isDirectory()
  // Editors replace a file by a new one, so the folder is watched instead of the file.
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
