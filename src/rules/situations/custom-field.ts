import { isObject, property, valueIn } from '../../exchange/json.js'
import { isCustomFieldSituation } from '../../specification/states.js'
import { saysInvalid } from '../errors/invalid-request.js'
import type { Concern } from '../observer.js'
import { type ObserverNote, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import { recordKey } from '../records/record-key.js'
import type { SeenExchange } from '../seen.js'

type SituationNote = ObserverNote<'situations/custom-field'>

const onCustomFields: Concern = ({ route }) => route?.family === 'campos-customizados'

/** Only 0 and 1 are accepted, and the record shows the one that was set. */
export const customField = observer('situations/custom-field', onCustomFields, (memory) => {
  const expected = createRecent<{ readonly situacao: 0 | 1; readonly answeredAtMs: number }>(200)
  return (seen, note) => {
    const { route, exchange } = seen
    if (route?.family !== 'campos-customizados') return
    const key = recordKey(seen)
    if (route.id === 'campos-customizados/set-situation') {
      const situacao = examinePatch(seen, memory.wasCreated(key), note)
      if (situacao === null) return
      expected.set(key, { situacao, answeredAtMs: exchange.answeredAtMs ?? exchange.sentAtMs })
    } else if (route.method !== 'GET') expected.delete(key)
    else if (route.id === 'campos-customizados/read' && isObject(seen.data)) {
      const set = expected.get(key)
      const isLater = set !== undefined && exchange.sentAtMs >= set.answeredAtMs
      examineRead(seen, isLater ? set.situacao : null, note)
    }
  }
})

/** The situation that was set, or null. `isThere`: whether the record surely exists. */
function examinePatch(seen: SeenExchange, isThere: boolean, note: SituationNote): 0 | 1 | null {
  const { sent, status, isSuccess, meant } = seen
  if (status === null || seen.isTurnedAway) return null
  if (status >= 500 && meant !== 'invalid') return null
  if (status === 404 && (meant !== 'invalid' || !isThere)) return null
  const situacao = property(valueIn(sent), 'situacao')
  const values = { sent: JSON.stringify(situacao) ?? '—', status }
  if (isCustomFieldSituation(situacao)) {
    note.tested()
    if (isSuccess) return situacao
    if (status === 400 && meant === 'success') note.breach('refused', { values })
    return null
  }
  if (sent === null && seen.exchange.gaps.includes('request-bodies')) return null
  note.tested()
  if (isSuccess) note.breach('accepted', { values })
  else if (status !== 400 && saysInvalid(seen, status)) note.breach('other-status', { values })
  return null
}

function examineRead({ data }: SeenExchange, set: 0 | 1 | null, note: SituationNote): void {
  const shown = property(data, 'situacao')
  if (shown === undefined) return
  note.tested()
  if (!isCustomFieldSituation(shown))
    note.breach('value', { values: { shown: JSON.stringify(shown).slice(0, 60) } })
  else if (set !== null && shown !== set) note.breach('not-set', { values: { sent: set, shown } })
}
