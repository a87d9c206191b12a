import { identifierField, isIdentifier } from '../identifier.js'
import { observer } from '../observer.js'

/** Every record of a list of records carries its identifier. */
export const identifier = observer('lists/identifier', () => (seen, note) => {
  const records = seen.listed
  if (!records || records.length === 0) return
  note.tested()
  const index = records.findIndex((record) => !isIdentifier(identifierField(record)))
  if (index < 0) return
  const shown = identifierField(records[index])
  note.breach('missing', {
    values: { index, shown: shown === undefined ? null : JSON.stringify(shown).slice(0, 60) },
  })
})
