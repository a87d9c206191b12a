import { onList } from '../concerns.js'
import { observer } from '../observer.js'
import { isCollection } from './list-of.js'

/** No page is longer than `limite`. */
export const limit = observer('lists/limit', onList, () => (seen, note) => {
  const limite = seen.query.get('limite') ?? ''
  const records = /^[1-9]\d{0,8}$/.test(limite) ? seen.listed : null
  if (!records || !seen.route) return
  note.tested()
  if (records.length <= Number(limite)) return
  const severity = isCollection(seen.route) ? {} : ({ severity: 'info' } as const)
  note.breach('longer', { values: { limite: Number(limite), count: records.length }, ...severity })
})
