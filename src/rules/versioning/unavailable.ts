import { unavailableResource } from '../../specification/versions.js'
import { observer } from '../observer.js'

/** No request for a resource that version 3 does not have. */
export const unavailable = observer('versioning/unavailable', () => (seen, note) => {
  const { exchange, path } = seen
  if (exchange.channel !== 'service' && !/^(?:\/b)?\/api\/v2\//i.test(path)) return
  note.tested()
  const resource = seen.route ? null : unavailableResource(path)
  if (resource !== null)
    note.breach('asked', { values: { path: path.slice(0, 120), resource }, blame: 'application' })
})
