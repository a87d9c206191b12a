import { isObject } from '../../exchange/json.js'
import { kindOf } from '../envelope/data.js'
import { byTable, observer } from '../observer.js'

/**
 * A list's `data` is an array of objects. GET /anuncios: an array, or an object whose one array of objects holds the records; the
 * report says where an object came.
 */
export const array = observer('lists/array', () => (seen, note) => {
  const { route, data } = seen
  const isListings = route?.id === 'anuncios/list'
  if (!route || seen.isNamedOnly || data === undefined || !seen.isBodySeen) return
  if (route.success.data !== 'array' && !isListings) return
  note.tested()
  if (isListings && isObject(data))
    note.breach(seen.listed ? 'listing-object' : 'listing-without-array', {
      values: { fields: Object.keys(data).slice(0, 8).join(', ') },
      severity: 'info',
    })
  else if (!Array.isArray(data)) {
    if (!isListings) note.breach('no-array', { values: { kind: kindOf(data) }, ...byTable(seen) })
  } else {
    const index = data.findIndex((item) => !isObject(item))
    if (index >= 0)
      note.breach('no-objects', { values: { index, kind: kindOf(data[index]) }, ...byTable(seen) })
  }
})
