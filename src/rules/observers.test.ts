import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { Watch } from '../judging/watch.js'
import { type Profile, profiles } from '../specification/profile.js'
import type { RequirementId } from '../specification/requirements.js'
import { loadShapes, loadShapesOf } from '../specification/shapes.js'
import en from '../words/en.json' with { type: 'json' }
import { namesIn } from '../words/fill.js'
import ptBR from '../words/pt-BR.json' with { type: 'json' }
import { authSamples, dead } from './auth/samples.fixture.js'
import { categoriesSamples, dataSamples } from './data/samples.fixture.js'
import { envelopeSamples } from './envelope/samples.fixture.js'
import { errorsSamples } from './errors/samples.fixture.js'
import { at, limitsSamples } from './limits/samples.fixture.js'
import { listsSamples } from './lists/samples.fixture.js'
import { observers } from './observers.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'
import { recordsSamples } from './records/samples.fixture.js'
import { requestSamples } from './request/samples.fixture.js'
import { known, type Sample } from './sample.fixture.js'
import { serviceSamples } from './service/samples.fixture.js'
import { situationsSamples } from './situations/samples.fixture.js'
import { versioningSamples } from './versioning/samples.fixture.js'

const samples: readonly Sample[] = [
  ...authSamples,
  ...categoriesSamples,
  ...dataSamples,
  ...envelopeSamples,
  ...errorsSamples,
  ...limitsSamples,
  ...listsSamples,
  ...recordsSamples,
  ...requestSamples,
  ...serviceSamples,
  ...situationsSamples,
  ...versioningSamples,
]

const shapes = await loadShapes()
const ownShapes = await loadShapesOf(known.ownShapes as Profile)

function judge(passings: readonly Passing[], profile: keyof typeof known = 'spec') {
  const watch = new Watch(observers, {
    profile: known[profile] as Profile,
    baseUrl,
    tokenUrl: 'https://api.exemplo.invalid/oauth/token',
    shapes: profile === 'ownShapes' ? ownShapes : shapes,
  })
  const breaches = passings.flatMap((it, i) => watch.see(passing(it, i + 1)))
  return { breaches, tested: watch.tested }
}

it('a record that a read shows after its deletion is one fault, though it can still be changed', () => {
  const { breaches } = judge([
    { ask: 'DELETE /contatos/7', status: 204 },
    { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' }, intent: 'unknown-record' },
    { ask: 'PUT /contatos/7', body: { nome: 'b' }, status: 204, intent: 'unknown-record' },
  ])
  expect(breaches.map(({ code }) => code)).toEqual(['records/deleted:still-there'])
})

it('no rate is judged where the specification is silent about one', () => {
  const { breaches, tested } = judge([at(0), at(10), at(20), at(30), at(40)], 'spec')
  expect({ breaches, isTested: tested.has('limits/rate') }).toEqual({ breaches: [], isTested: false })
})

describe('a broken sample', () => {
  it.each(samples.map((sample) => [sample.code, sample] as const))(
    'trips %s and nothing else',
    (code, sample) => {
      const { breaches, tested } = judge(sample.broken, sample.profile)
      expect(breaches.map((breach) => breach.code)).toEqual([code])
      expect(breaches[0]?.severity).toBe(sample.severity)
      expect(breaches[0]?.exchange).toBe(sample.shownBy ?? `e${sample.broken.length}`)
      expect(tested.has(breaches[0]?.requirement as RequirementId)).toBe(true)
    },
  )

  it.each(samples.map((sample) => [sample.code, sample.broken.at(-1)?.ask, sample] as const))(
    'of %s tells at %s who erred, and what was seen',
    (_code, _ask, sample) => {
      const told = judge(sample.broken, sample.profile).breaches.map(
        ({ blame, route, step, subject, values }) =>
          `${blame} | ${route} | ${step} | ${subject} | ${JSON.stringify(values)}`,
      )
      expect(told.join('\n')).toMatchSnapshot()
    },
  )

  it('exists for every code, and every observer', () => {
    const shown = new Set<string>(samples.map(({ code }) => code))
    /** Their samples are those of the five steps, of registrations, of baselines, of OpenAPI documents and of our own runs. */
    const isElsewhere =
      /^(homologation|application|drift|openapi|harness)\/|^auth\/(renewal|token-request|bearer:no-session)/
    const codes = Object.keys(en.findings).filter((code) => !isElsewhere.test(code))
    expect(codes.filter((code) => !shown.has(code))).toEqual([])
    const ids = new Set(samples.map(({ code }) => code.split(':')[0]))
    // its codes are the homologation's: auth/token-response.test.ts
    ids.add('auth/renewal')
    expect(observers.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('a harmless variant', () => {
  const variants = samples.flatMap(({ code, harmless = [], profile }) =>
    harmless.map((it, i) => [`${code} ${i + 1}`, it, profile] as const),
  )
  it.each(variants)('of %s trips nothing', (_, passings, profile) => {
    expect(judge(passings, profile).breaches.map(({ code, values }) => [code, values])).toEqual([])
  })
})

describe('the sentences of a breach', () => {
  it.each(samples.map((sample) => [sample.code, sample] as const))(
    '%s find all their values',
    (code, { broken, profile }) => {
      const values = judge(broken, profile).breaches[0]?.values ?? {}
      for (const sentences of [en.findings[code], ptBR.findings[code]]) {
        const names = Object.values(sentences).flatMap(namesIn)
        expect(names.filter((name) => !Object.hasOwn(values, name))).toEqual([])
      }
    },
  )
})

describe('a dead token at the edge', () => {
  /** When each request of a dead token was sent; each is refused 5 ms later. */
  const findings = (source: Exchange['source'], ...sentAtMs: number[]) => {
    const watch = new Watch(observers, { profile: profiles.spec, baseUrl, tokenUrl: null })
    return sentAtMs.flatMap((atMs, i) =>
      watch
        .see(passing({ ...dead(), source, atMs }, i + 1))
        .filter(({ requirement: id }) => id === 'auth/bearer'),
    )
  }

  it.each([
    ['run', [1000, 1006, 1011], 0], // the third left in the moment in which the second refusal came
    ['run', [1000, 1006, 1012], 1],
    ['run', [1000, 1005, 1010, 1015], 0],
    ['proxy', [1000, 1056, 1111], 0],
    ['proxy', [1000, 1056, 1112], 1],
    ['run', [1000, 1006, 1012, 1018, 1024], 1],
  ] as const)('%s: sent at %j', (source, sentAtMs, count) => {
    expect(findings(source, ...sentAtMs)).toHaveLength(count)
  })
})
