import { onList } from '../concerns.js'
import { identifierField, isIdentifier, isRounded } from '../identifier.js'
import { observer } from '../observer.js'
import { show } from '../records/equal-enough.js'
import { listsRecords } from '../shapes/documented-fields.js'

/**
 * Every record in a list of records has its identifier. Items for which the document shows none, such as balances,
 * are not records.
 */
export const identifier = observer('lists/identifier', onList, () => (seen, note) => {
  const records = seen.listed
  if (!records || records.length === 0) return
  if (listsRecords(seen) === false) return
  note.tested()
  const shownIn = records.map(identifierField)
  const index = shownIn.findIndex((shown) => !isIdentifier(shown) && !isRounded(shown))
  const rounded = shownIn.findIndex(isRounded)
  if (rounded >= 0) note.breach('rounded', { values: { index: rounded }, severity: 'info' })
  if (index < 0) return
  const shown = shownIn[index]
  note.breach('missing', { values: { index, shown: shown === undefined ? null : show(shown) } })
})
