import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { contextOf, course, refused, renewal, type Shot, step } from '../rules/course.fixture.js'
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
    renewal({ answer: { access_token: `token-${i + 1}`, refresh_token: `refresh-${i}` } }),
  ],
  'requests before the answers': () => [step(2, { afterMs: 1, tookMs: 50, issues: 'hash-x' })],
  'strange addresses': (i) => [{ ask: `GET /produtos?hash=${i}`, status: 404 }, step(4, { status: 400 })],
}

function many(kind: (i: number) => readonly Shot[], count: number): Exchange[] {
  const shots = [step(1), step(2), ...Array.from({ length: count }, (_, i) => kind(i)).flat()]
  return course(shots.slice(0, count))
}

function costMs(exchanges: readonly Exchange[]): number {
  const context = contextOf({ profile: { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } } })
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5; i++) {
    const from = performance.now()
    judge(exchanges, context)
    least = Math.min(least, performance.now() - from)
  }
  return least
}

describe('four times the requests', () => {
  it.each(Object.entries(kinds))('cost no more than some four times the time: %s', (_what, kind) => {
    const few = many(kind, 1_000)
    const more = many(kind, 4_000)
    costMs(few)
    // a square would cost sixteen times as much
    expect(costMs(more) / costMs(few)).toBeLessThan(9)
  })
})
