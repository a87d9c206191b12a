import { expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { contextOf, exchangesOf, newest, type Shot, step, steps } from '../exchanges.fixture.js'

/** Its document says which parameters there are. */
const everyStep: Profile = { ...bling, hash: { ...spec.hash, carriedOn: 'every-step' } }
const shapes = await loadShapes()

const inAddress = 'homologation/hash-carried:in-address'
const unknown = 'request/query:unknown'

function told(
  query: string,
  { carries, issues = newest }: Partial<Shot> = {},
  profile = everyStep,
): string[] {
  const kept = { carries: issues }
  const shots = steps({ 1: { issues }, 2: kept, 3: kept, 4: kept, 5: kept })
  shots[1] = step(2, { ask: `POST /homologacao/produtos${query}`, carries })
  const { findings } = judge(exchangesOf(shots), contextOf({ profile, shapes }))
  return findings
    .map(({ code }) => code)
    .filter((code) => code.startsWith('homologation/hash') || code === unknown)
}

it.each([
  ['alone', `?hash=${newest}`, {}, [inAddress]],
  ['beside its header', `?hash=${newest}`, { carries: newest }, [inAddress]],
  ['twice', `?hash=${newest}&h=${newest}`, {}, [inAddress]],
  ['beside another parameter', `?hash=${newest}&x=1`, {}, [unknown, inAddress]],
  ['that is no hash', '?x=1', { carries: newest }, [unknown]],
  ['that is percent-encoded', '?hash=a%2Bb%2Fc%3D%3D', { issues: 'a+b/c==' }, [inAddress]],
])('is one mistake in the address: %s', (_, query, more, expected) =>
  expect(told(query, more)).toEqual(expected),
)

it('is one mistake where no hash was asked for', () => {
  const unasked: Profile = { ...bling, hash: { ...spec.hash, carriedOn: 'after-invalidation' } }
  expect(told(`?hash=${newest}`, {}, unasked)).toEqual([inAddress])
  expect(told('?hash=a%2Bb%2Fc%3D%3D', { issues: 'a+b/c==' }, unasked)).toEqual([inAddress])
})
