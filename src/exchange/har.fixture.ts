import type { Exchange } from './exchange.js'
import type { Note, RunHeader } from './read-journal.js'
import { harLog, toEntry } from './write-har.js'

/** The exchanges as one HAR object, as `writeHar` writes them. */
export function toHar(exchanges: Iterable<Exchange>, run: RunHeader, notes: readonly Note[] = []) {
  return { log: { ...harLog(run, notes), entries: [...exchanges].map(toEntry) } }
}
