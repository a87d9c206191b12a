import type { QueryParameter, Route } from '../../specification/route.js'
import { onlyValue } from '../lists/list-of.js'
import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * An invalid request gives 400: one that our own run made invalid on purpose, or whose query breaks the table for all to
 * see. A must where 400 is tabulated; 5xx is an error everywhere. The custom field's situation is `situations/custom-field`.
 */
export const invalidRequest = observer('errors/invalid-request', () => (seen, note) => {
  const { route, status, meant } = seen
  if (!route || route.id === 'campos-customizados/set-situation' || route.family === 'homologacao') return
  if (status === null || seen.isTurnedAway || !isConcerned(route)) return
  const wrong = wrongParameter(seen)
  if (meant !== 'invalid' && wrong === null) return
  if (meant !== 'invalid' && status >= 500) return
  note.tested()
  const values = { status, parameter: wrong }
  const severity = route.errors.includes(400) || status >= 500 ? {} : ({ severity: 'warning' } as const)
  if (seen.isSuccess) note.breach(wrong === null ? 'accepted' : 'accepted-query', { values, ...severity })
  else if (saysInvalid(seen, status) && status !== 400 && !isMalformed(seen, status))
    note.breach('other-status', { values, ...severity })
})

/** Whether the refusal certainly concerns invalid content. Requests of others may be refused for other reasons. */
export function saysInvalid({ meant }: SeenExchange, status: number): boolean {
  return meant === 'invalid' || status === 422
}

/** An identifier that no record can have belongs to no record, so 404 is right for it too. */
function isMalformed({ route, params, exchange }: SeenExchange, status: number): boolean {
  const [id = ''] = Object.values(params)
  return (
    status === 404 &&
    route?.path.includes('{') === true &&
    exchange.request.body === null &&
    !/^\d+$/.test(id)
  )
}

/** The table lists a 400 for creates, updates, deletes, actions, and lists that have filters. */
function isConcerned({ errors, method, query }: Route): boolean {
  return errors.includes(400) || method !== 'GET' || filtersOf(query).length > 0
}

function filtersOf(query: Route['query']): [string, QueryParameter][] {
  return Object.entries(query).filter(([name]) => name !== 'pagina' && name !== 'limite')
}

/** The first parameter whose value the table excludes. Those of paging are not defined closely enough. */
function wrongParameter({ route, query }: SeenExchange): string | null {
  for (const [name, parameter] of filtersOf(route?.query ?? {})) {
    const value = onlyValue(query, name)
    if (value !== null && value !== undefined && value !== '' && !isAllowed(parameter, value)) return name
  }
  return null
}

function isAllowed({ type, values }: QueryParameter, value: string): boolean {
  if (type === 'string') return true
  return /^-?\d+$/.test(value) && (!values || values.includes(Number(value)))
}
