import { isObject, valueIn } from '../../exchange/json.js'
import { onResource } from '../concerns.js'
import { createdIn } from '../identifier.js'
import { type Concern, type ObserverNote, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'
import { answersOther } from './answers-other.js'
import { differing, type Fields, fieldsSent, isNothing, show } from './equal-enough.js'
import { recordKey } from './record-key.js'

interface Created {
  readonly body: Fields
  readonly answeredAtMs: number
  readonly exchange: string
}

type CreatedNote = ObserverNote<'records/created-readable'>

const onRecord: Concern = (occasion) =>
  onResource(occasion) && (occasion.route?.method !== 'GET' || occasion.route.success.data === 'object')

/** What was created can be read, with the values that were sent. */
export const createdReadable = observer('records/created-readable', onRecord, (memory) => {
  const unread = createRecent<Created>(200)
  return (seen, note) => {
    const { route, status } = seen
    if (!route) return
    if (route.method !== 'GET') return remember(seen, unread)
    if (route.success.data !== 'object' || !memory.wasCreated(seen.key)) return
    if (status === null || status >= 500 || seen.isTurnedAway) return
    note.tested()
    if (status === 404) note.breach('unknown', { values: { id: Object.values(seen.params)[0] ?? null } })
    const created = unread.get(seen.key)
    if (!created || !isObject(seen.data) || seen.exchange.sentAtMs < created.answeredAtMs) return
    if (answersOther(seen)) return
    unread.delete(seen.key)
    compare(created, seen.data, note)
  }
})

/** Any later write to the record may change what it shows. */
function remember(seen: SeenExchange, unread: ReturnType<typeof createRecent<Created>>): void {
  const { route, key, exchange } = seen
  if (seen.isSuccess) unread.delete(recordKey(seen))
  if (route?.method !== 'POST') return
  const id = seen.isSuccess ? createdIn(valueIn(seen.json)) : null
  const body = fieldsSent(seen)
  if (id === null || body === null) return
  const answeredAtMs = exchange.answeredAtMs ?? exchange.sentAtMs
  unread.set(`${key}/${id}`, { body, answeredAtMs, exchange: exchange.id })
}

/** A situation is the service's to give: its moves are not shown. */
function compare({ body, exchange }: Created, shown: Fields, note: CreatedNote): void {
  const other = differing(body, shown, (name) => name === 'situacao')
  if (other) {
    const values = { field: other.field, sent: show(other.sent), shown: show(other.shown), create: exchange }
    return note.breach('field', { values })
  }
  const lost = Object.keys(body).filter(
    (name) => !Object.hasOwn(shown, name) && !isNothing(body[name] ?? null),
  )
  if (lost.length === 0) return
  note.breach('not-shown', {
    values: { fields: lost.slice(0, 8).join(', '), create: exchange },
    severity: 'info',
  })
}
