import { describe, expect, it } from 'vitest'
import { leastOf } from '../../test/growth.js'
import type { Exchange } from '../exchange/exchange.js'
import { contextOf, exchangesOf, refused, renewal, type Shot, step } from '../rules/exchanges.fixture.js'
import { spec } from '../specification/profile.js'
import { judge } from './judge.js'

/** What a run of many requests may consist of; each is repeated until there are enough. */
const kinds: Readonly<Record<string, (i: number) => readonly Shot[]>> = {
  'step 3 again and again, a new hash each time': (i) => [
    step(3, { issues: `hash-${i}-${'x'.repeat(20)}`, carries: 'hash-1', afterMs: 10 }),
  ],
  'step 1 again and again': () => [step(1, { afterMs: 10 })],
  'refusals and renewals': (i) => [
    refused(2, { token: `token-${i}`, issues: `hash-${i}` }),
    renewal({ response: { access_token: `token-${i + 1}`, refresh_token: `refresh-${i}` } }),
  ],
  'requests before the answers': () => [step(2, { afterMs: 1, tookMs: 50, issues: 'hash-x' })],
  'answers that all come after the last request': (i) => [
    step(2, { afterMs: 1, tookMs: 100_000, issues: `hash-${i % 7}` }),
  ],
  'strange addresses': (i) => [{ ask: `GET /produtos?hash=${i}`, status: 404 }, step(4, { status: 400 })],
}

function many(kind: (i: number) => readonly Shot[], count: number): Exchange[] {
  const shots = [step(1), step(2), ...Array.from({ length: count }, (_, i) => kind(i)).flat()]
  return exchangesOf(shots.slice(0, count))
}

/** Time of the processor, which a busy machine does not lengthen; the least of several, without what the collector took. */
function costOf(exchanges: readonly Exchange[]): number {
  const context = contextOf({ profile: { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } } })
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 2; i++) {
    const from = process.cpuUsage()
    judge(exchanges, context)
    least = Math.min(least, process.cpuUsage(from).user)
  }
  return least
}

describe('four times the requests', () => {
  it.each(Object.entries(kinds))('cost no more than some five times the time: %s', async (_what, kind) => {
    const few = many(kind, 300)
    const more = many(kind, 1_200)
    costOf(few)
    // a square would cost sixteen times as much; fewer requests fit into a cache, and would seem cheaper than they are
    expect(await leastOf(() => costOf(more) / costOf(few))).toBeLessThan(10)
  })
})
