import { createWatch } from '../judging/watch.js'
import { spec } from '../specification/profile.js'
import type { Observer } from './observer.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'
import type { SeenContext } from './seen.js'

const tokenUrl = 'https://api.exemplo.invalid/oauth/token'

/** What one observer tells of these exchanges, each with its number: `e2 twice`. */
export function toldBy(
  observer: Observer,
  passings: readonly Passing[],
  more: Partial<SeenContext> = {},
): string[] {
  const watch = createWatch([observer], { profile: spec, baseUrl, tokenUrl, ...more })
  return passings
    .flatMap((one, i) => watch.see(passing(one, i + 1)))
    .map(({ exchange, code }) => `${exchange} ${code.slice(code.indexOf(':') + 1)}`)
}
