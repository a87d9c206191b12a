import type { QueryParameter } from '../../specification/route.js'
import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * An invalid request gives 400 where 400 is tabulated: one that our own run made invalid on purpose, or whose query breaks
 * the table for all to see. The custom field's situation is `situations/custom-field`.
 */
export const invalidRequest = observer('errors/invalid-request', () => (seen, note) => {
  const { route, status, meant } = seen
  if (!route?.tabulated || !route.errors.includes(400) || route.id === 'campos-customizados/set-situation')
    return
  if (status === null || status >= 500 || seen.isTurnedAway) return
  const wrong = wrongParameter(seen)
  if (meant !== 'invalid' && wrong === null) return
  note.tested()
  const values = { status, parameter: wrong }
  if (seen.isSuccess) note.breach(wrong === null ? 'accepted' : 'accepted-query', { values })
  else if (meant === 'invalid' && status !== 400) note.breach('other-status', { values })
})

/** The first parameter whose value the table excludes. Those of paging are not defined closely enough. */
function wrongParameter({ route, query }: SeenExchange): string | null {
  for (const [name, parameter] of Object.entries(route?.query ?? {})) {
    const value = name === 'pagina' || name === 'limite' ? null : query.get(name)
    if (value !== null && value !== '' && !isAllowed(parameter, value)) return name
  }
  return null
}

function isAllowed({ type, values }: QueryParameter, value: string): boolean {
  if (type === 'string') return true
  return /^-?\d+$/.test(value) && (!values || values.includes(Number(value)))
}
