import { collectionPath } from '../../exchange/address.js'
import { headerValues } from '../../exchange/exchange.js'
import { isV2Address, isV2KeyName, unavailableResource, v2Path } from '../../specification/versions.js'
import { requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/** No request uses a version 2 path; the finding names the version 3 path. */
export const v2Route = requestObserver('versioning/v2-route', () => (seen, note) => {
  const { exchange, path, isBelowBase } = seen
  if (!isForService(seen)) return
  note.tested()
  if (seen.route) {
    if (path.startsWith(OTHER_SPELLING))
      note.breach('other-spelling', {
        values: { path: path.slice(0, 120), successor: seen.route.path },
        severity: 'info',
      })
    return
  }
  const found = unavailableResource(path) === null ? v2Path(path) : null
  if (!found || exchange.request.method === 'OPTIONS') return
  const values = { path: path.slice(0, 120), successor: found.successor, below: isBelowBase }
  const subject = found.successor ?? collectionPath(path)
  note.breach(found.successor === null ? 'no-successor' : 'successor', { values, subject })
})

/** The table of renames spells the payment methods so; the table of routes does not. */
const OTHER_SPELLING = '/forma-pagamentos'

/** Sent to the service, or elsewhere to a path that can only be version 2's; many services have a second version of their own. */
export function isForService({ exchange, path }: SeenExchange): boolean {
  if (exchange.channel === 'token') return false
  return exchange.channel === 'service' || isV2Address(path)
}

/** No static API key is sent to the service. What others take as a key is theirs. */
export const v2Key = requestObserver('versioning/v2-key', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const place = placeOfKey(seen)
  if (place) note.breach('sent', { values: place })
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
