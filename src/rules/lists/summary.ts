import { isObject } from '../../exchange/json.js'
import { identifierField, isIdentifier } from '../identifier.js'
import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import { recordsOf } from './list-of.js'

/** Records of one list whose fields are counted. */
const RECORDS_KEPT = 50

/** A list's record is a summary: the single read shows at least as many fields. */
export const summary = observer('lists/summary', () => {
  const counts = createRecent<{ readonly fields: number; readonly exchange: string }>(2000)
  return (seen, note) => {
    for (const record of recordsOf(seen)?.slice(0, RECORDS_KEPT) ?? []) {
      const id = identifierField(record)
      if (!isIdentifier(id)) continue
      counts.set(`${seen.key}/${id}`, { fields: Object.keys(record).length, exchange: seen.exchange.id })
    }
    const { route, data } = seen
    if (route?.method !== 'GET' || route.success.data !== 'object' || !isObject(data)) return
    const listed = counts.get(seen.key)
    if (!listed) return
    note.tested()
    const fields = Object.keys(data).length
    if (fields < listed.fields)
      note.breach('fewer', { values: { fields, listed: listed.fields, list: listed.exchange } })
  }
})
