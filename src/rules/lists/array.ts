import { isObject } from '../../exchange/json.js'
import { kindOf } from '../envelope/data.js'
import { byTable, observer } from '../observer.js'

/** A list's `data` is an array of objects. GET /anuncios: object or array, and the report says which came. */
export const array = observer('lists/array', () => (seen, note) => {
  const { route, data } = seen
  const isListings = route?.id === 'anuncios/list'
  if (!route || seen.isNamedOnly || data === undefined || !seen.isBodySeen) return
  if (route.success.data !== 'array' && !isListings) return
  note.tested()
  if (isListings && isObject(data)) note.breach('listing-object', { severity: 'info' })
  else if (!Array.isArray(data)) {
    if (!isListings) note.breach('no-array', { values: { kind: kindOf(data) }, ...byTable(seen) })
  } else {
    const index = data.findIndex((item) => !isObject(item))
    if (index >= 0)
      note.breach('no-objects', { values: { index, kind: kindOf(data[index]) }, ...byTable(seen) })
  }
})
