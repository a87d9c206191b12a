import type { Route } from '../../specification/route.js'
import type { Answer } from '../answer.js'
import type { Moment, Where } from './fault.js'
import { isRead, routeAt } from './on-route.js'

/** Paths that are remembered at a time. */
const MOST_PATHS = 1000

/**
 * Reads of a record after a certain write to it succeeded, until another write. Only these faults keep a memory,
 * because a spoilt write shows in a later read.
 */
export function afterWrite(isWrite: (route: Route) => boolean): Where {
  const written = new Set<string>()
  return (moment: Moment, answer: Answer) => {
    const route = routeAt(moment)
    if (!route) return false
    const keys = recordsOf(route, moment, answer)
    if (isRead(route)) return keys.some((key) => written.has(key))
    if (route.method === 'GET' || answer.status > 299) return false
    for (const key of keys) {
      written.delete(key)
      if (isWrite(route)) written.add(key)
    }
    if (written.size > MOST_PATHS) written.delete(written.values().next().value ?? '')
    return false
  }
}

/** `/anuncios/7` for POST /anuncios/7/pausar, and for the POST /anuncios that answers 7. */
function recordsOf({ path, success }: Route, { place, seed, session }: Moment, answer: Answer): string[] {
  const [, address = ''] = place.split(' ')
  const at = path.split('/').findIndex((segment) => segment.startsWith('{'))
  const owner = `${seed}/${session} `
  if (at >= 0)
    return [
      owner +
        address
          .split('/')
          .slice(0, at + 1)
          .join('/'),
    ]
  const id =
    success.data === 'created' && answer.status < 300
      ? /"id":"?([^",}]+)/.exec(String(answer.body))?.[1]
      : undefined
  return id === undefined ? [] : [`${owner}${address}/${id}`]
}
