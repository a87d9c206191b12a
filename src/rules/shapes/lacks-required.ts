import { readQuery } from '../../specification/shapes.js'
import type { SeenExchange } from '../seen.js'
import { differencesOf } from './differences.js'
import { shapesOf } from './knowledge.js'

/**
 * Whether a 400 is the answer that was asked for: the request lacks a query parameter that the profile knows to be required.
 * That it does is `request/query`; of what the service would have answered it says nothing.
 */
export function lacksRequired(seen: SeenExchange): boolean {
  if (seen.status !== 400) return false
  return shapesOf(seen).some(
    ({ query }) =>
      query !== undefined &&
      differencesOf(query, readQuery(seen.query), '?', 'request').some(
        ({ deviation }) => deviation === 'missing',
      ),
  )
}
