import { describe, expect, it } from 'vitest'
import { figure, tries } from '../end-to-end/figures.js'
import { type Lie, lies } from './lies.js'
import { allowances, type Crash, type Tried, tryLie, writable } from './try-lie.js'

/**
 * In the gate each lie is told to every fourth resource, and one run of each is killed; where the table of `docs/contributing/safety-tries.md` is made,
 * and by night, each is told to all, under either allow-list, and a run is killed as often as `SAFETY_TRIES` says, at most at each of its
 * requests, before and after the service carried it out.
 */
const isWhole = process.env.SAFETY_TRIES !== undefined || process.env.HOMOLOGA_VARIANTS !== undefined

const told: readonly (readonly [name: string, lie: Lie | null])[] = [
  ['the truth', null],
  ...lies.map((lie) => [lie.name, lie] as const),
]

/** As many moments of the run as are to be tried, spread over all of it. */
function crashesOf(requests: number, seed: number): Crash[] {
  const all = Array.from({ length: requests * 2 }, (_, i) => ({ at: i >> 1, isCarriedOut: i % 2 === 1 }))
  const count = isWhole ? tries(all.length, all.length) : 1
  return all.filter((_, i) => (i + seed * 7) % Math.ceil(all.length / count) === 0).slice(0, count)
}

async function tryOften(lie: Lie | null, seed: number) {
  const failed: unknown[] = []
  const sums = { tries: 0, failures: 0, made: 0, named: 0 }
  const note = (tried: Tried, which: object) => {
    const { touched, left, unnamed } = tried
    const isFailed = touched.length + left.length + unnamed.length > 0
    if (isFailed) failed.push({ ...which, touched, left, unnamed })
    sums.tries++
    sums.failures += isFailed ? 1 : 0
    sums.made += tried.made
    sums.named += tried.named
  }
  for (const [i, family] of writable.entries()) {
    if (!isWhole && (i + seed) % 4 !== 0) continue
    const allowed = Object.values(allowances).filter((_, nth) => isWhole || (nth + seed + i) % 2 === 0)
    for (const allow of allowed) {
      const plain = await tryLie({ family, lie, allow })
      note(plain, { family, allow })
      for (const crash of crashesOf(plain.requests, seed + i))
        note(await tryLie({ family, lie, allow, crash }), { family, allow, crash })
    }
  }
  figure('lying service', sums)
  return failed
}

describe('a writing run, and cleanup after it was killed, change, delete and refer to no record but their own, leave none of those that show their mark, and name the others', () => {
  it('against 29 kinds of lies, over every resource that can be written', () => {
    expect(lies).toHaveLength(29)
    expect(writable).toEqual(
      expect.arrayContaining(['anuncios', 'borderos', 'contatos', 'logisticas', 'nfse']),
    )
  })

  it.each(told.map(([name, lie], i) => [name, lie, i] as const))(
    'where the service tells %s',
    { timeout: 3_600_000 },
    async (_name, lie, i) => {
      expect(await tryOften(lie, i)).toEqual([])
    },
  )

  it.each(['contas-pagar', 'contas-receber'])(
    'and name each of two records of %s by its own identifier where reads are mixed up, killed at any request',
    async (family) => {
      const lie = lies.find(({ name }) => name === 'reads mixed up with those before') ?? null
      const allow = allowances['every resource and payment by name']
      const { requests } = await tryLie({ family, lie, allow })
      for (const at of Array(requests).keys()) {
        const { unnamed } = await tryLie({ family, lie, allow, crash: { at, isCarriedOut: true } })
        expect({ at, unnamed }).toEqual({ at, unnamed: [] })
      }
    },
  )
})
