import { isObject, property } from '../../exchange/json.js'
import { isIdentifier } from '../identifier.js'
import { observer } from '../observer.js'
import { isMasked } from './equal-enough.js'

/**
 * A single read answers the record that was asked for. A record without `id` proves nothing; nor does a marketplace's
 * category, whose read answers attributes.
 */
export const sameIdentifier = observer('records/same-identifier', () => (seen, note) => {
  const { route, data } = seen
  if (route?.method !== 'GET' || route.success.data !== 'object' || !route.path.endsWith('}')) return
  if (!isObject(data) || route.id === 'anuncios/read-category') return
  const id = property(data, 'id')
  const asked = Object.values(seen.params)[0] ?? ''
  if (!isIdentifier(id) || isMasked(id)) return
  note.tested()
  if (!isSame(String(id), asked)) note.breach('other', { values: { asked, shown: String(id).slice(0, 60) } })
})

function isSame(shown: string, asked: string): boolean {
  return shown === asked || (/^\d+$/.test(asked) && shown === asked.replace(/^0+(?=\d)/, ''))
}
