import { headerValues } from '../../exchange/exchange.js'
import { isV2KeyName } from '../../specification/versions.js'
import { always } from '../concerns.js'
import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { isForService } from './v2-route.js'

/** No static API key is sent to the service. What others take as a key is theirs. */
export const v2Key = observer('versioning/v2-key', always, () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const place = placeOfKey(seen)
  if (place) note.breach('sent', { values: place, blame: 'application' })
})

const isForm = /x-www-form-urlencoded/i

function placeOfKey({
  exchange,
  query,
}: SeenExchange): { readonly name: string; readonly place: string } | null {
  const { headers, body } = exchange.request
  const header = headers.find(([name]) => isV2KeyName(name))
  if (header) return { name: header[0], place: 'header' }
  const parameter = exchange.request.url.indexOf('?') >= 0 ? [...query.keys()].find(isV2KeyName) : undefined
  if (parameter !== undefined) return { name: parameter, place: 'query' }
  if (!body?.text || !headerValues(headers, 'content-type').some((type) => isForm.test(type))) return null
  const field = [...new URLSearchParams(body.text).keys()].find(isV2KeyName)
  return field === undefined ? null : { name: field, place: 'body' }
}
