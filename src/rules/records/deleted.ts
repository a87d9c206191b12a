import { observer } from '../observer.js'

/** After DELETE the record answers 404. */
export const deleted = observer('records/deleted', (memory) => (seen, note) => {
  const { route, status } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !memory.wasDeleted(seen.key)) return
  if (status === null || seen.isTurnedAway) return
  note.tested()
  if (seen.isSuccess) note.breach('still-there', { values: { status } })
  else if (status !== 404) note.breach('other-status', { values: { status } })
})
