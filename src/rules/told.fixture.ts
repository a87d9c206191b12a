import { Watch } from '../judging/watch.js'
import { spec } from '../specification/profile.js'
import type { SeenContext } from './context.js'
import type { ObservedBreach, Observer } from './observer.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'

const tokenUrl = 'https://api.exemplo.invalid/oauth/token'

function watched(
  observer: Observer,
  passings: readonly Passing[],
  more: Partial<SeenContext>,
): Pick<Watch, 'tested'> & { readonly breaches: readonly ObservedBreach[] } {
  const watch = new Watch([observer], { profile: spec, baseUrl, tokenUrl, ...more })
  return { tested: watch.tested, breaches: passings.flatMap((one, i) => watch.see(passing(one, i + 1))) }
}

/** The breaches that one observer reports for these exchanges. */
export function breachesBy(
  observer: Observer,
  passings: readonly Passing[],
  more: Partial<SeenContext> = {},
): readonly ObservedBreach[] {
  return watched(observer, passings, more).breaches
}

/** The same in short, as the id of the exchange and the suffix of the code: `e2 twice`. */
export function toldBy(
  observer: Observer,
  passings: readonly Passing[],
  more: Partial<SeenContext> = {},
): string[] {
  return breachesBy(observer, passings, more).map(
    ({ exchange, code }) => `${exchange} ${code.slice(code.indexOf(':') + 1)}`,
  )
}

/** Whether one observer had something to test. */
export function isTestedBy(
  observer: Observer,
  passings: readonly Passing[],
  more: Partial<SeenContext> = {},
): boolean {
  return watched(observer, passings, more).tested.size > 0
}
