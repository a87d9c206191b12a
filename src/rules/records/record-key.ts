import type { SeenExchange } from '../seen.js'

/** The key of the record that a request concerns: `/anuncios/7` for `/anuncios/7/pausar`. */
export function recordKey({ route, key }: SeenExchange): string {
  const first = route?.path.split('/').findIndex((segment) => segment.startsWith('{')) ?? -1
  return first < 0
    ? key
    : key
        .split('/')
        .slice(0, first + 1)
        .join('/')
}
