import { isObject, property } from '../../exchange/json.js'
import { kindOf } from '../envelope/data.js'
import { observer } from '../observer.js'

/** `categoriaPai`, if present, must be an object. null counts as absent and is reported as info. */
export const parent = observer('categories/parent', () => (seen, note) => {
  const { route, data } = seen
  if (route?.family !== 'categorias-produtos' || route.method !== 'GET' || !seen.isSuccess) return
  const records = seen.listed ?? (isObject(data) ? [data] : [])
  const parents = records.map((record) => property(record, 'categoriaPai')).filter((it) => it !== undefined)
  if (parents.length === 0) return
  note.tested()
  const wrong = parents.find((it) => it !== null && !isObject(it))
  if (wrong !== undefined) note.breach('no-object', { values: { kind: kindOf(wrong) } })
  else if (parents.includes(null)) note.breach('null', { severity: 'info' })
})
