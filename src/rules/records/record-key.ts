import { collectionOf } from '../../specification/collection.js'
import type { Route } from '../../specification/route.js'
import type { SeenExchange } from '../seen.js'

interface Place {
  /** Whether the whole path names the record. */
  readonly isWhole: boolean
  /** Segments before the first identifier, the session's included. */
  readonly depth: number
  /** The collection as the path names it, and the collection that it refers to. */
  readonly from: string
  readonly to: string
}

const places = new Map<string, Place>()

/** The key of the record that a request concerns: `/anuncios/7` for `/anuncios/7/pausar`. */
export function recordKey({ route, key }: SeenExchange): string {
  if (!route) return key
  const { isWhole, depth, from, to } = placeOf(route)
  if (isWhole) return key
  const own = beginningOf(key, depth)
  return from === to ? own : own.replace(`${from}/`, `${to}/`)
}

function placeOf(route: Route): Place {
  const known = places.get(route.id)
  if (known) return known
  const segments = route.path.split('/')
  const depth = segments.findIndex((segment) => segment.startsWith('{'))
  const [from, to] = [segments.slice(0, depth).join('/'), collectionOf(route)]
  const isWhole = depth < 0 || (depth === segments.length - 1 && from === to)
  const place = { isWhole, depth, from, to }
  places.set(route.id, place)
  return place
}

/** A path's first segments, and the one after them. */
function beginningOf(path: string, segments: number): string {
  let end = -1
  for (let i = 0; i <= segments; i++) {
    end = path.indexOf('/', end + 1)
    if (end < 0) return path
  }
  return path.slice(0, end)
}
