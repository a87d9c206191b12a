import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import { Watch } from '../../judging/watch.js'
import { allRoutes, familyNames } from '../../specification/find-route.js'
import { bling } from '../../specification/profile.js'
import type { Route } from '../../specification/route.js'
import { sampleOf } from '../../specification/samples/index.js'
import { loadShapes } from '../../specification/shapes.js'
import type { ObservedBreach } from '../observer.js'
import { observers } from '../observers.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { bend, type Change, changes, fractions, takes } from './bent.fixture.js'

/** `HOMOLOGA_VARIANTS=1000 HOMOLOGA_SEED=7 npx vitest run src/rules/shapes`: how many a family, and which. A failure names its seed. */
const VARIANTS = Number(process.env.HOMOLOGA_VARIANTS ?? 25)
const SEED = Number(process.env.HOMOLOGA_SEED ?? Date.now() % 1_000_000)
const TELLS = process.env.HOMOLOGA_VARIANTS !== undefined

/** What became of the changes: found at their path, told by a rule that names it better, not covered by what is known. */
interface Tally {
  found: number
  owned: number
  uncovered: number
}

function tell(of: string, { found, owned, uncovered }: Tally): void {
  if (TELLS)
    process.stdout.write(`${of}: ${found} found, ${owned} told by another rule, ${uncovered} not covered\n`)
}
const shapes = await loadShapes()

/** An operation with what the document shows of one side of it. */
interface Subject {
  readonly route: Route
  readonly schema: z.ZodType
}

function subjectsOf(family: string, part: 'data' | 'body'): Subject[] {
  const routes = allRoutes('document').filter(
    (route) => route.family === family && route.family !== 'homologacao',
  )
  return routes.flatMap((route) => {
    const schema = shapes.of(route, 'document')?.[part]
    return schema ? [{ route, schema }] : []
  })
}

/** Every operation is bent in every way before one comes again; a day that tries fewer begins with others than the day before. */
function bendOf(i: number, operations: number): Change {
  return changes[((i % operations) + Math.floor(i / operations) + SEED) % changes.length] as Change
}

const withResponses = familyNames.filter((family) => subjectsOf(family, 'data').length > 0)
const withBodies = familyNames.filter((family) => subjectsOf(family, 'body').length > 0)

const concerned = observers.filter(({ id }) =>
  /^(?:data|envelope|lists|records|situations|categories)\/|^request\/(?:body|query)$/.test(id),
)
const watch = new Watch(concerned, { profile: bling, baseUrl, tokenUrl: null, shapes })
let sessions = 0

/** What an exchange alone breaks: each has a session of its own, and so a memory. */
function judged(it: Passing): readonly ObservedBreach[] {
  const session = `s${++sessions}`
  return watch.see(passing({ step: null, source: 'proxy', session, ...it }))
}

/** A response to the operation, its request left aside. */
function responding({ route }: Subject, response: Json): readonly ObservedBreach[] {
  const { documented, method } = route
  const status = documented?.statuses.find((one) => one === 200 || one === 201) ?? 200
  const whole = documented?.bare ? response : { data: response }
  const id = response !== null && typeof response === 'object' && 'id' in response ? response.id : 7
  const ask = `${method} ${route.path.replaceAll(/\{\w+\}/g, String(typeof id === 'number' ? id : 7))}`
  const breaches = judged({ ask, status, response: whole, gaps: ['request-bodies'] })
  return breaches.filter(({ requirement }) => !requirement.startsWith('request/'))
}

/** A request to the operation, its response left aside; its query too. */
function asking({ route }: Subject, body: Json): readonly ObservedBreach[] {
  const ask = `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '7')}`
  const status = route.documented?.statuses[0] ?? 204
  const breaches = judged({ ask, status, body, gaps: ['answer-bodies'] })
  return breaches.filter(({ requirement }) => requirement === 'request/body')
}

const pathsOf = (breaches: readonly ObservedBreach[], requirement: string) =>
  breaches.filter((one) => one.requirement === requirement).map(({ values }) => values.path)

/** Whether whoever knows the operation takes it: the specification may show more than the document. */
function isRight({ route, schema }: Subject, part: 'data' | 'body', value: Json): boolean {
  const specified = shapes.of(route, 'specification')?.[part]
  return takes(schema, value) && (!specified || takes(specified, value))
}

/** Rules that name what a schema would name, and better. */
const owners = /^(?:envelope|lists|records|situations|categories)\//

describe.each(withResponses)('the answers of %s', (family) => {
  const subjects = subjectsOf(family, 'data')

  it('are accused of nothing while they are right', () => {
    for (let i = 0; i < VARIANTS; i++) {
      const random = fractions(SEED + i)
      const subject = subjects[i % subjects.length] as Subject
      const response = sampleOf(subject.schema, random, { optional: 'some' }) as Json
      const told = responding(subject, response).filter(({ requirement }) => requirement === 'data/shape')
      expect(
        told.map(({ values }) => [subject.route.id, values]),
        `seed ${SEED}: ${JSON.stringify(response)}`,
      ).toEqual([])
    }
  })

  it('are accused at the very field that is wrong, and at no other', () => {
    const tally: Tally = { found: 0, owned: 0, uncovered: 0 }
    for (let i = 0; i < VARIANTS; i++) {
      const random = fractions(SEED + i)
      const subject = subjects[i % subjects.length] as Subject
      const how = bendOf(i, subjects.length)
      const bent = bend(
        sampleOf(subject.schema, random, { optional: 'some' }) as Json,
        how,
        random,
        subject.route.documented?.bare ? '$' : '$.data',
      )
      if (!bent) continue
      const breaches = responding(subject, bent.value)
      const paths = pathsOf(breaches, 'data/shape')
      const about = `seed ${SEED}: ${subject.route.id} ${how} ${bent.path} ${JSON.stringify(bent.value)}`
      const isOwned = paths.length === 0 && breaches.some(({ requirement }) => owners.test(requirement))
      if (isRight(subject, 'data', bent.value)) expect(paths, about).toEqual([])
      else if (!isOwned) expect(paths, about).toEqual([bent.path])
      tally[paths.length > 0 ? 'found' : isOwned ? 'owned' : 'uncovered']++
    }
    tell(`answers of ${family}`, tally)
    // what may be missing or anything is not covered; a field of another type nearly always is
    expect(tally.found + tally.owned, `seed ${SEED}`).toBeGreaterThan(VARIANTS / 10)
  })
})

describe.each(withBodies)('the bodies of %s', (family) => {
  const subjects = subjectsOf(family, 'body')

  it('are accused of nothing while they are right', () => {
    for (let i = 0; i < VARIANTS; i++) {
      const subject = subjects[i % subjects.length] as Subject
      const body = sampleOf(subject.schema, fractions(SEED + i), {
        optional: 'some',
        readOnly: false,
      }) as Json
      if (!isRight(subject, 'body', body)) continue
      const told = asking(subject, body)
      expect(
        told.map(({ code, values }) => [subject.route.id, code, values]),
        `seed ${SEED}: ${JSON.stringify(body)}`,
      ).toEqual([])
    }
  })

  it('are accused at the very field that is wrong, or unknown, and at no other', () => {
    const tally: Tally = { found: 0, owned: 0, uncovered: 0 }
    for (let i = 0; i < VARIANTS; i++) {
      const random = fractions(SEED + i)
      const subject = subjects[i % subjects.length] as Subject
      const how = bendOf(i, subjects.length)
      const right = sampleOf(subject.schema, random, { optional: 'some', readOnly: false }) as Json
      const bent = bend(right, how, random, '$')
      if (!bent || !isRight(subject, 'body', right)) continue
      const breaches = asking(subject, bent.value)
      const about = `seed ${SEED}: ${subject.route.id} ${how} ${bent.path} ${JSON.stringify(bent.value)}`
      const paths = pathsOf(breaches, 'request/body')
      const isCovered = how === 'extra' || !isRight(subject, 'body', bent.value)
      expect(paths, about).toEqual(isCovered ? [bent.path] : [])
      tally[paths.length > 0 ? 'found' : 'uncovered']++
    }
    tell(`bodies of ${family}`, tally)
    expect(tally.found, `seed ${SEED}`).toBeGreaterThan(VARIANTS / 3)
  })
})

const withQueries = allRoutes('document').flatMap((route): Subject[] => {
  const schema = shapes.of(route, 'document')?.query as z.ZodObject | undefined
  return schema && Object.keys(schema.shape).length > 0 ? [{ route, schema }] : []
})

describe('the queries of every route', () => {
  const ask = ({ route }: Subject, query: Json) => {
    const pairs = Object.entries(query as Record<string, Json>).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    )
    const address = `${route.path.replaceAll(/\{\w+\}/g, '7')}?${new URLSearchParams(pairs)}`
    const breaches = judged({
      ask: `${route.method} ${address}`,
      status: 400,
      response: {},
      gaps: ['request-bodies', 'answer-bodies'],
    })
    return pathsOf(breaches, 'request/query')
  }

  it('are accused of nothing while they are right', () => {
    for (let i = 0; i < VARIANTS; i++) {
      const subject = withQueries[i % withQueries.length] as Subject
      const query = sampleOf(subject.schema, fractions(SEED + i), { optional: 'some' }) as Json
      expect(ask(subject, query), `seed ${SEED}: ${subject.route.id} ${JSON.stringify(query)}`).toEqual([])
    }
  })

  it('are accused at the very parameter that is wrong, unknown or missing', () => {
    let found = 0
    for (let i = 0; i < VARIANTS; i++) {
      const random = fractions(SEED + i)
      const subject = withQueries[i % withQueries.length] as Subject
      const query = sampleOf(subject.schema, random, { optional: 'some' }) as Record<string, Json>
      const names = Object.keys(query).filter((name) => !Array.isArray(query[name]))
      const name = names[Math.floor(random() * names.length)]
      if (name === undefined) continue
      const { [name]: before, ...rest } = query
      const bent: Record<string, Json>[] = [
        rest,
        { ...query, [name]: 'nenhum destes' },
        { ...query, campoNovo: '1' },
      ]
      for (const [which, value] of bent.entries()) {
        const isCovered = which === 2 || !takes(subject.schema, value)
        const path = which === 2 ? '?campoNovo' : `?${name}`
        expect(
          ask(subject, value),
          `seed ${SEED}: ${subject.route.id} ${JSON.stringify(value)} ${before}`,
        ).toEqual(isCovered ? [path] : [])
        if (isCovered) found++
      }
    }
    expect(found).toBeGreaterThan(VARIANTS)
  })
})
