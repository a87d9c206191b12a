import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/** An identifier that does not exist gives 404 on operations that address a record. What was deleted is `records/deleted`. */
export const unknownRecord = observer('errors/unknown-record', (memory) => (seen, note) => {
  const { status } = seen
  if (seen.meant !== 'unknown-record' || !addressesRecord(seen) || memory.wasDeleted(seen.key)) return
  if (status === null || status >= 500 || seen.isTurnedAway) return
  note.tested()
  if (seen.isSuccess) note.breach('accepted', { values: { status } })
  else if (status !== 404 && !(status === 400 && mayComeFirst(seen)))
    note.breach('other-status', { values: { status } })
})

/** Where 404 is tabulated; of the routes given by shape alone, those whose record is not merely where a list hangs. */
function addressesRecord({ route }: SeenExchange): boolean {
  if (!route?.path.includes('{')) return false
  if (route.tabulated) return route.errors.includes(404) || route.family === 'homologacao'
  return route.method !== 'GET' || route.success.data === 'object'
}

/** Where a body or an action is examined before the record is looked for, 400 is as good. */
function mayComeFirst({ route }: SeenExchange): boolean {
  return route !== null && (route.body || (!route.tabulated && route.method === 'POST'))
}
