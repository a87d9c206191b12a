import { unavailableResource, v2Path } from '../../specification/versions.js'
import { observer } from '../observer.js'

/** No request uses a version 2 path; the finding names the version 3 path. */
export const v2Route = observer('versioning/v2-route', () => (seen, note) => {
  const { exchange, path, isBelowBase } = seen
  if (seen.route || exchange.channel === 'token') return
  const isOurs = exchange.channel === 'service' || /^(?:\/b)?\/api\/v2\//i.test(path)
  if (!isOurs) return
  note.tested()
  const found = unavailableResource(path) === null ? v2Path(path) : null
  if (!found) return
  const values = { path: path.slice(0, 120), successor: found.successor, below: isBelowBase }
  note.breach(found.successor === null ? 'no-successor' : 'successor', { values, blame: 'application' })
})
