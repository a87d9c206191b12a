import { isObject, type Json, property } from '../../exchange/json.js'
import { isListingSituation, listingActions } from '../../specification/states.js'
import { identifierIn } from '../identifier.js'
import type { Concern } from '../observer.js'
import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import { recordKey } from '../records/record-key.js'
import type { SeenExchange } from '../seen.js'

const onListings: Concern = ({ route }) => route?.family === 'anuncios'

/** A listing's situation is 1 to 4; publish gives 1, pause gives 4. */
export const listing = observer('situations/listing', onListings, () => {
  const expected = createRecent<{ readonly action: 'publicar' | 'pausar'; readonly answeredAtMs: number }>(
    200,
  )
  return (seen, note) => {
    const { route, exchange } = seen
    if (route?.family !== 'anuncios') return
    const key = recordKey(seen)
    if (route.method !== 'GET') {
      if (!seen.isSuccess) return
      const action = actionOf(route.id)
      if (action) expected.set(key, { action, answeredAtMs: exchange.answeredAtMs ?? exchange.sentAtMs })
      else expected.delete(key)
      return
    }
    const shown = situationsIn(seen)
    if (shown.length === 0) return
    note.tested()
    const wrong = shown.find((situacao) => !isListingSituation(situacao))
    if (wrong !== undefined)
      return note.breach('value', { values: { shown: JSON.stringify(wrong).slice(0, 60) } })
    for (const { key, situacao } of situationsByKey(seen)) {
      const asked = expected.get(key)
      if (!asked || seen.exchange.sentAtMs < asked.answeredAtMs) continue
      expected.delete(key)
      const wanted = listingActions[asked.action]
      if (situacao === wanted) continue
      note.breach('action', { values: { action: asked.action, expected: wanted, shown: Number(situacao) } })
    }
  }
})

/** The situations of the listings in a single read and in a list. The document's single read shows no situation. */
function situationsByKey(seen: SeenExchange): { key: string; situacao: Json | undefined }[] {
  const { route, data, key, listed } = seen
  if (route?.id === 'anuncios/read') return [{ key, situacao: property(data, 'situacao') }]
  return (listed ?? []).map((record) => ({
    key: `${key}/${identifierIn(record)}`,
    situacao: property(record, 'situacao'),
  }))
}

function actionOf(routeId: string): 'publicar' | 'pausar' | null {
  if (routeId === 'anuncios/publish') return 'publicar'
  return routeId === 'anuncios/pause' ? 'pausar' : null
}

function situationsIn(seen: SeenExchange): Json[] {
  const { route, data } = seen
  const single = route?.id === 'anuncios/read' && isObject(data) ? [data] : null
  const records = single ?? (route?.id === 'anuncios/list' ? seen.listed : null) ?? []
  return records.map((record) => property(record, 'situacao')).filter((it): it is Json => it !== undefined)
}
