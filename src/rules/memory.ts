import { valueIn } from '../exchange/json.js'
import { idsNamed } from '../specification/collection.js'
import { createdIn } from './identifier.js'
import { createRecent } from './recent.js'
import type { SeenExchange } from './seen.js'

export type Memory = ReturnType<typeof createMemory>

/** The effects of earlier exchanges on records, shared by the rules that compare them. The size is bounded. */
export function createMemory(limit = 5000) {
  const created = createRecent<true>(limit)
  const deleted = createRecent<number>(limit)
  const survived = createRecent<true>(limit)
  const read = createRecent<true>(limit)
  const written = createRecent<number>(1000)
  const unknown = createRecent<string>(1000)

  return {
    /** Whether the record that the path addresses was created in this traffic, and not deleted since. */
    wasCreated: (key: string) => created.has(key),
    wasDeleted: (key: string) => deleted.has(key),
    /** When the response to the deletion came, by the exchanges' own time; without one, never. */
    deletedAtMs: (key: string) => deleted.get(key) ?? Number.POSITIVE_INFINITY,
    /** Whether a read showed the record after it was deleted: later responses for it do not come from a deleted record. */
    hasSurvived: (key: string) => survived.has(key),
    /** Whether the route's read responded so, and not with 404, for a record that never was: it tells nothing of those that are gone. */
    respondsToUnknownSo: (seen: SeenExchange) =>
      seen.route !== null && unknown.get(seen.route.id) === wrongResponse(seen),
    /** Whether a single read showed the record, and nothing deleted it since. */
    wasRead: (key: string) => read.has(key),
    /** Counts successful writes to a family in a session; while it is unchanged, the lists must not change either. */
    writes: (seen: SeenExchange) => written.get(familyKey(seen)) ?? 0,
    /** Takes note of an exchange, after every rule has seen it. */
    learn(seen: SeenExchange): void {
      const { route, isSuccess, key, status } = seen
      if (!route || status === null) return
      const isOfUnknown = route.method === 'GET' && seen.meant === 'unknown-record' && !deleted.has(key)
      if (isOfUnknown && status !== 404) unknown.set(route.id, wrongResponse(seen))
      if (!isSuccess) return
      if (route.method === 'GET') {
        if (route.path.endsWith('}')) (deleted.has(key) ? survived : read).set(key, true)
        return
      }
      written.set(familyKey(seen), (written.get(familyKey(seen)) ?? 0) + 1)
      if (route.method === 'POST' && route.success.data === 'created') {
        const id = createdIn(valueIn(seen.json))
        if (id === null) return
        created.set(`${key}/${id}`, true)
        deleted.delete(`${key}/${id}`)
      }
      if (route.method === 'DELETE') for (const gone of deletedBy(seen)) forget(gone, respondedAtMs(seen))
    },
  }

  function forget(key: string, atMs: number): void {
    created.delete(key)
    read.delete(key)
    survived.delete(key)
    deleted.set(key, atMs)
  }
}

/** Keys of the records that a successful DELETE removed; of several, only where the response warns of none. */
function deletedBy({ route, key, query, status }: SeenExchange): string[] {
  if (route?.risk !== 'delete-many') return [key]
  if (status !== 204) return []
  return idsNamed(query).map((id) => `${key}/${id}`)
}

function respondedAtMs({ exchange }: SeenExchange): number {
  return exchange.respondedAtMs ?? exchange.sentAtMs
}

function familyKey({ exchange, route }: SeenExchange): string {
  return `${exchange.session ?? ''} ${route?.family ?? ''}`
}

/** Any success alike. */
function wrongResponse({ isSuccess, status }: SeenExchange): string {
  return isSuccess ? 'success' : String(status)
}
