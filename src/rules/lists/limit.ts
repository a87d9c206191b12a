import { onList } from '../concerns.js'
import { observer } from '../observer.js'
import { isCollection, wholeIn } from './list-of.js'

/** No page is longer than `limite`. */
export const limit = observer('lists/limit', onList, () => (seen, note) => {
  const limite = wholeIn(seen.query, 'limite')
  if (!limite || !seen.listed || !seen.route) return
  note.tested()
  const count = seen.listed.length
  if (count <= limite) return
  const severity = isCollection(seen.route) ? {} : ({ severity: 'info' } as const)
  note.breach('longer', { values: { limite, count }, ...severity })
})
