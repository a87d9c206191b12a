import type { SeenExchange } from '../seen.js'

const depths = new Map<string, number>()

/** The key of the record that a request concerns: `/anuncios/7` for `/anuncios/7/pausar`. */
export function recordKey({ route, key }: SeenExchange): string {
  if (!route) return key
  const depth = depths.get(route.id) ?? depthOf(route.path)
  depths.set(route.id, depth)
  return depth < 0 ? key : key.split('/', depth + 1).join('/')
}

/** How many segments come before the first identifier; -1 where there is none. */
function depthOf(path: string): number {
  return path.split('/').findIndex((segment) => segment.startsWith('{'))
}
