import type { Concern } from '../observer.js'
import { observer } from '../observer.js'

const onRecord: Concern = ({ route, status }) =>
  route?.method === 'GET' && route.success.data === 'object' && status !== null

/** After DELETE the record answers 404. Where records that never were are answered alike, `errors/unknown-record` says so. */
export const deleted = observer('records/deleted', onRecord, (memory) => (seen, note) => {
  const { route, status } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !memory.wasDeleted(seen.key)) return
  if (status === null || seen.isTurnedAway) return
  if (memory.answersUnknownSo(seen)) return
  note.tested()
  if (seen.isSuccess) note.breach('still-there', { values: { status } })
  else if (status !== 404) note.breach('other-status', { values: { status } })
})
