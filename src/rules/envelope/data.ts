import { isObject, type Json, property } from '../../exchange/json.js'
import { byTable, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * The body of a successful read is one object with one property `data`, of the operation's kind. That the `data` of a list
 * is an array is `lists/array`; what a create answers, `envelope/created`; what step 1 must hold, `homologation/product-data`.
 */
export const data = observer('envelope/data', () => (seen, note) => {
  if (!expectsEnvelope(seen)) return
  note.tested()
  const value = seen.json?.ok ? seen.json.value : undefined
  if (seen.route?.family === 'homologacao') {
    if (isObject(value) && Object.hasOwn(value, 'data')) examineExtras(seen, value, note)
  } else if (!isObject(value)) note.breach('no-object', { values: { kind: kindOf(value) }, ...byTable(seen) })
  else if (!Object.hasOwn(value, 'data')) {
    note.breach('missing', {
      values: { fields: Object.keys(value).slice(0, 8).join(', ') },
      ...byTable(seen),
    })
  } else {
    examineExtras(seen, value, note)
    examineKind(seen, property(value, 'data'), note)
  }
})

type DataNote = ObserverNote<'envelope/data'>

/** A success with a body of which something is known. A body that is no JSON is `envelope/json`. */
function expectsEnvelope({ exchange, route, isSuccess, status, isBodySeen, json }: SeenExchange): boolean {
  if (!route || !isSuccess || !isBodySeen || status === 204 || exchange.answer?.body?.flaw) return false
  const { success } = route
  if (
    success.data === 'none' ||
    success.data === 'created' ||
    (success.data === 'either' && success.status === null)
  )
    return false
  return json === null || json.ok || json.flaw === 'empty'
}

/** "One property `data`": of a create's body the rest is not shown, of a read's it is nothing. */
function examineExtras(seen: SeenExchange, value: { readonly [key: string]: Json }, note: DataNote): void {
  const extra = Object.keys(value).filter((name) => name !== 'data')
  if (extra.length === 0) return
  note.breach('extra', { values: { fields: extra.slice(0, 8).join(', ') }, ...byTable(seen) })
}

function examineKind(seen: SeenExchange, value: Json | undefined, note: DataNote): void {
  const expected = seen.route?.success.data
  const isWrong =
    expected === 'object'
      ? !isObject(value)
      : expected === 'either' && !isObject(value) && !Array.isArray(value)
  if (isWrong) note.breach('kind', { values: { kind: kindOf(value) }, ...byTable(seen) })
}

export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
