import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * The tabulated success status; for routes given by shape alone any 2xx. Whether a request deserved its error is another
 * rule's affair; here counts what no request deserves, and that our own well-meant ones succeed.
 */
export const status = observer('envelope/status', (memory) => (seen, note) => {
  const { route, status, meant } = seen
  if (!route || route.family === 'homologacao' || status === null) return
  if (seen.isSuccess) {
    note.tested()
    const expected = route.success.status
    if (expected !== null && status !== expected)
      note.breach('other-success', { values: { status, expected } })
    return
  }
  const values = { status, expected: route.success.status ?? '2xx' }
  if (status >= 500) note.breach('server-error', { values })
  else if (meant !== 'success') return
  else if (status === 403) note.breach('forbidden', { values, blame: 'environment' })
  else if (seen.isTurnedAway) return
  else if (status === 404) {
    if (!memory.wasDeleted(seen.key) && !memory.wasCreated(seen.key)) note.breach('not-found', { values })
  } else if (!isOthersAffair(seen)) {
    if (route.method === 'GET') note.breach('refused', { values })
    else note.breach('sample-refused', { values, blame: 'harness', severity: 'warning' })
  }
})

/** A refused filter is `lists/filter`, a refused custom field situation `situations/custom-field`. */
function isOthersAffair({ route, query, status }: SeenExchange): boolean {
  if (status !== 400 || !route) return false
  if (route.id === 'campos-customizados/set-situation') return true
  return Object.keys(route.query).some((name) => name !== 'pagina' && name !== 'limite' && query.has(name))
}
