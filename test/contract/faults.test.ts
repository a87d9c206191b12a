import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.js'
import { Watch } from '../../src/judging/watch.js'
import { observers } from '../../src/rules/observers.js'
import { errorShapes } from '../../src/service/error-body.js'
import { type Fault, routeFaults } from '../../src/service/faults/index.js'
import { allRoutes } from '../../src/specification/find-route.js'
import { type Profile, spec } from '../../src/specification/profile.js'
import { type RequirementId, requirement, severityOf } from '../../src/specification/requirements.js'
import { loadShapes } from '../../src/specification/shapes.js'
import { baseUrl, passContract, tellingFamilies } from './course.js'

const shapes = await loadShapes()

function judge(exchanges: readonly Exchange[], profile: Profile = spec) {
  const watch = new Watch(observers, { profile, baseUrl, tokenUrl: null, shapes })
  return { breaches: exchanges.flatMap((exchange) => watch.see(exchange)), watch }
}

const VARIANTS = Number(process.env.HOMOLOGA_VARIANTS ?? 6)
const families = process.env.HOMOLOGA_VARIANTS === undefined ? { families: tellingFamilies } : {}

describe('a sound service', () => {
  it('breaks nothing, in every route', () => {
    const { breaches, watch } = judge(passContract())
    expect(breaches.map(({ code, route, values }) => [code, route, values])).toEqual([])
    const judged = allRoutes('specification').filter(
      (route) => !route.namedOnly && route.family !== 'homologacao' && route.tabulated,
    )
    const missing = judged.filter(({ id }) => !watch.exercised.has(id)).map(({ id }) => id)
    expect(missing).toEqual([])
  })

  it('lets every observer test something, but those of foreign traffic', () => {
    // a rate that the specification does not name is judged where a profile does
    const { watch } = judge(passContract(), {
      ...spec,
      rate: { ...spec.rate, perSecond: 3, perDay: 120_000 },
    })
    // this course renews no token, and its profile knows no host
    const sought = observers.filter(({ id }) => id !== 'auth/renewal' && id !== 'versioning/host')
    const untested = sought.filter(({ id }) => !watch.tested.has(id)).map(({ id }) => id)
    expect(untested).toEqual([])
  })

  it.each(errorShapes)('breaks nothing with errors of the shape "%s"', (errorShape) => {
    expect(
      judge(passContract([], { errorShape, ...families })).breaches.map(({ code, values }) => [code, values]),
    ).toEqual([])
  })

  it(
    'breaks nothing, whatever its records',
    () => {
      // of seed, number of records and shape of errors; a thousand of them by night
      for (let i = 0; i < VARIANTS; i++) {
        const errorShape = errorShapes[i % errorShapes.length] ?? 'bling'
        // of few variants as of many, numbers from all below sixty
        const count = i % 2 === 0 ? (7 * (i / 2)) % 60 : 3
        const { breaches } = judge(passContract([], { seed: `semente ${i}`, count, errorShape }))
        expect(breaches.map(({ code, route, values }) => [i, code, route, values])).toEqual([])
      }
    },
    60_000 + VARIANTS * 1800,
  )
})

describe('a service with a fault', () => {
  it.each(Object.values<Fault>(routeFaults))('$name breaks $breaks and nothing else', (fault) => {
    const { breaches } = judge(passContract([fault], families))
    expect([...new Set(breaches.map((breach) => breach.requirement))]).toEqual([fault.breaks])
    const [first] = breaches
    const level = severityOf(requirement(fault.breaks as RequirementId).level)
    expect(first?.severity ?? level).toBe(fault.severity)
  })
})
