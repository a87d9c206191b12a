import { isObject, type Json } from '../../exchange/json.js'
import { identifierField, identifierIn } from '../identifier.js'
import { byTable, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { kindOf } from './data.js'

/**
 * A create, and an update that answers a body, answers `data` with the identifier. In the homologation the identifier is
 * `homologation/product-id`; here remains that it came without its envelope.
 */
export const created = observer('envelope/created', () => (seen, note) => {
  const body = createdBody(seen)
  if (body === undefined) return
  note.tested()
  if (!isObject(body) || !Object.hasOwn(body, 'data')) examineBare(seen, body, note)
  else if (seen.route?.family !== 'homologacao') examineIdentifier(seen, note)
})

/** The whole body of a create's answer; null where there is none; undefined where that is another rule's affair. */
function createdBody({
  route,
  exchange,
  status,
  isSuccess,
  isBodySeen,
  json,
}: SeenExchange): Json | undefined {
  if (route?.success.data !== 'created' || !isSuccess || status === 204 || !isBodySeen) return undefined
  if (exchange.answer?.body?.flaw) return undefined
  if (json === null || (!json.ok && json.flaw === 'empty')) return null
  return json.ok ? json.value : undefined
}

function examineBare(seen: SeenExchange, body: Json, note: ObserverNote<'envelope/created'>): void {
  if (seen.route?.family === 'homologacao' && identifierIn(body) === null) return
  const shown = isObject(body) ? Object.keys(body).slice(0, 8).join(', ') : kindOf(body)
  note.breach('no-data', { values: { shown }, ...byTable(seen) })
}

function examineIdentifier(seen: SeenExchange, note: ObserverNote<'envelope/created'>): void {
  if (identifierIn(seen.data) !== null) return
  const shown = identifierField(seen.data)
  if (shown === undefined)
    note.breach('no-identifier', { values: { kind: kindOf(seen.data) }, ...byTable(seen) })
  else
    note.breach('not-an-identifier', {
      values: { shown: JSON.stringify(shown).slice(0, 60) },
      ...byTable(seen),
    })
}
