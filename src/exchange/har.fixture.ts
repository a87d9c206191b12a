import type { Exchange } from './exchange.js'
import type { Har } from './har/har-type.js'
import { toEntry } from './har/to-entry.js'
import { logOf } from './read-har.js'
import type { Note, RunHeader } from './read-journal.js'

/** The exchanges as one HAR object, as `writeHar` writes them. */
export function toHar(exchanges: Iterable<Exchange>, run: RunHeader, notes: readonly Note[] = []): Har {
  return { log: { ...logOf(run, notes), entries: [...exchanges].map(toEntry) } }
}
