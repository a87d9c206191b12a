import { observer } from '../observer.js'

/** What was created can be read. */
export const createdReadable = observer('records/created-readable', (memory) => (seen, note) => {
  const { route, status } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !memory.wasCreated(seen.key)) return
  if (status === null || status >= 500 || seen.isTurnedAway) return
  note.tested()
  if (status === 404) note.breach('unknown', { values: { id: Object.values(seen.params)[0] ?? null } })
})
