import { property, valueIn } from '../../exchange/json.js'
import { addsRecord, collectionOf, idsNamed, isOfOne } from '../../specification/collection.js'
import { Recent } from '../memory.js'
import { type ObservedBreach, observer } from '../observer.js'
import { likenessOfRead, markedFields } from '../own-mark.js'
import type { SeenExchange } from '../seen.js'

const MOST_RECORDS = 5_000

/**
 * Our own run changes or deletes a record only after a read by its identifier has shown the run's mark, in a field where bodies of
 * its collection carried it. The gate sees to that; this looks at what really left, clean-up included.
 */
export const ownRecords = observer('harness/own-records', () => {
  const fields = new Map<string, readonly string[]>()
  const proven = new Recent<true>(MOST_RECORDS)
  return (seen, note) => {
    const { route, context, exchange } = seen
    const { mark } = context
    if (route === null || seen.meant === null || !mark) return
    const collection = collectionOf(route)
    if (route.method === 'GET') {
      const [id] = idsOf(seen)
      if (id === undefined || !isOfOne(route) || seen.status !== 200) return
      const sent = { mark, fields: fields.get(collection) ?? [] }
      const likeness = seen.isBodySeen
        ? likenessOfRead(property(valueIn(seen.json), 'data'), id, sent)
        : 'own'
      if (likeness === 'own') proven.set(`${collection}/${id}`, true)
      else proven.delete(`${collection}/${id}`)
      return
    }
    const marked = markedFields(valueIn(seen.sent), mark)
    const made = route.path.endsWith('/baixar') ? '/borderos' : collection
    fields.set(made, [...new Set([...(fields.get(made) ?? []), ...marked])])
    if (addsRecord(route)) return
    note.tested()
    const records = idsOf(seen).map((id) => `${collection}/${id}`)
    const foreign = records.find((record) => !proven.has(record))
    if (records.length > 0 && foreign === undefined) return
    const values = { record: foreign ?? route.path, method: exchange.request.method, mark }
    note.breach('unproven', { values, blame: 'harness' })
  }
})

/** The records that a request addresses or names; an identifier that was spoilt on purpose counts as the one that it begins with. */
function idsOf({ params, query, sent }: SeenExchange): string[] {
  const [id] = Object.values(params)
  if (id !== undefined) return [id.replace(/-x$/, '')]
  const body = valueIn(sent)
  const named = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const ids = named.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
  return idsNamed([...query, ...ids])
}

/** A breach that would be an application's is the fault of the harness in our own run. The code tells which. */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (!isOwnFault(breach)) return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}

/** Registration and base address are the responsibility of the user, even if our run sends the requests. */
export function isOwnFault({ blame, requirement }: Pick<ObservedBreach, 'blame' | 'requirement'>): boolean {
  return blame === 'application' && requirement !== 'auth/scope' && requirement !== 'versioning/base-address'
}
