import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import type { Observer } from '../rules/observer.js'
import { observers } from '../rules/observers.js'
import { baseUrl, passing } from '../rules/passing.fixture.js'
import { mayList, type SeenContext } from '../rules/seen.js'
import { allRoutes, familyNames } from '../specification/find-route.js'
import { bling, spec } from '../specification/profile.js'
import { loadShapes, type Shapes } from '../specification/shapes.js'
import { createWatch } from './watch.js'

/**
 * The same rules, none of which says whom it concerns: each sees everything, but of the homologation what it wants, for that has rules
 * of its own.
 */
const unindexed: readonly Observer[] = observers.map((one) => ({
  ...one,
  concerns: (occasion) => occasion.route?.family !== 'homologacao' || one.concerns(occasion),
}))

let shapes: Shapes

beforeAll(async () => {
  shapes = await loadShapes()
})

const record = fc.record(
  {
    id: fc.constantFrom(1, 1, 2, '2', 0, null),
    nome: fc.constantFrom('a', 'b'),
    numero: fc.constantFrom(1, 2),
    situacao: fc.constantFrom(0, 1, 2, 9),
    categoriaPai: fc.constantFrom(null, 7, { id: 1 }),
    loja: fc.constantFrom({ id: 1 }, { id: 2 }),
  },
  { requiredKeys: ['id'] },
)

const answer = fc.oneof(
  { weight: 4, arbitrary: fc.record({ data: record }) },
  { weight: 4, arbitrary: fc.record({ data: fc.array(record, { maxLength: 3 }) }) },
  fc.record({ data: fc.constantFrom(null, 7, 'x', [7]), extra: fc.constant(1) }),
  fc.record({ access_token: fc.constantFrom('', 'a'), refresh_token: fc.constantFrom('b', 7) }),
  fc.constantFrom('', '{', 'x', null),
)

const query = fc.constantFrom(
  ...['', '', '', '?pagina=2', '?limite=1', '?pagina=1&limite=2', '?situacao=1', '?situacao=2', '?apikey=x'],
  ...['?idLoja=1', '?idLoja=2', '?x=1', '?access_token=[access_token#1]', '?situacao=x'],
)

/** Nothing out of the way, so often. */
function usual(times: number): undefined[] {
  return Array<undefined>(times).fill(undefined)
}

/** What a client, a service or a proxy may see, much of it wrong in some way. */
const passed = fc.record({
  /** Of the family's routes. */
  route: fc.nat(30),
  isRead: fc.constantFrom(true, true, true, false),
  other: fc.constantFrom(
    ...Array<null>(12).fill(null),
    'GET /produto/json/',
    'PUT /nada',
    'OPTIONS /produtos',
  ),
  id: fc.constantFrom('1', '1', '1', '2', 'undefined', '02'),
  /** One of the route's own parameters, else any. */
  own: fc.nat(12),
  value: fc.constantFrom(1, 1, 2, 'x'),
  query,
  status: fc.constantFrom(
    ...[200, 200, 200, 200, 200, 200, 201, 204, 204, 206, 304, 400, 401, 403, 404, 422, 429, 500, 503],
  ),
  answer,
  body: fc.option(record),
  type: fc.constantFrom('application/json', 'application/json', 'text/html', null),
  session: fc.constantFrom('a', 'a', 'a', 'b'),
  intent: fc.constantFrom(
    ...usual(9),
    'invalid' as const,
    'unknown-record' as const,
    'without-token' as const,
  ),
  source: fc.constantFrom(...(['run', 'run', 'proxy', 'examine', 'recording'] as const)),
  channel: fc.constantFrom(...Array<'service'>(8).fill('service'), 'token' as const, 'elsewhere' as const),
  headers: fc.constantFrom(...usual(8), [], [['Authorization', 'Basic x']] as const),
  fails: fc.constantFrom(...usual(9), true),
  sentAgain: fc.constantFrom(...usual(9), true as const),
})

type Passed = typeof passed extends fc.Arbitrary<infer T> ? T : never

/** Of one family, so that rules which compare find something to compare; often of one whose situations have rules. */
const traffic = fc.record({
  family: fc.oneof(
    fc.constantFrom(...familyNames),
    fc.constantFrom(
      'anuncios',
      'campos-customizados',
      'categorias-produtos',
      'vendedores',
      'grupos-produtos',
    ),
  ),
  all: fc.array(passed, { minLength: 60, maxLength: 120 }),
})

function exchangeOf(it: Passed, family: string, number: number): Exchange {
  const routes = allRoutes('document').filter(
    (route) => route.family === family && (!it.isRead || route.method === 'GET'),
  )
  const route = routes[it.route % routes.length]
  const path = route?.path.replaceAll(/\{\w+\}/g, it.id)
  const own = Object.keys(route?.query ?? {})[it.own]
  return passing(
    {
      ask: it.other ?? `${route?.method} ${baseUrl}${path}${own ? `?${own}=${it.value}` : it.query}`,
      ...{ status: it.status, answer: it.answer, answerType: it.type, session: it.session },
      ...{ source: it.source, channel: it.channel, step: it.source === 'run' ? 'contract/x' : null },
      ...(it.body && { body: it.body }),
      ...(it.intent && { intent: it.intent }),
      ...(it.headers && { headers: it.headers }),
      ...(it.fails && { failure: { kind: 'reset', message: 'x' } as const }),
      ...(it.sentAgain && { sentAgain: it.sentAgain }),
    },
    number,
  )
}

it('asks every list for its limit', () => {
  const lists = allRoutes('document').filter((route) => mayList({ route, isSuccess: true }))
  expect(lists.length).toBeGreaterThan(30)
  const longer = (path: string, limite: string, count: number) => {
    const data = Array.from({ length: count }, (_, i) => ({ id: i + 1 }))
    const watch = createWatch(observers, { profile: bling, baseUrl, tokenUrl: null, shapes })
    return watch
      .see(passing({ ask: `GET ${path.replaceAll(/\{\w+\}/g, '7')}?limite=${limite}`, data }))
      .some(({ code }) => code === 'lists/limit:longer')
  }
  for (const { path } of lists) {
    expect([path, longer(path, '2', 2), longer(path, '2', 3)]).toEqual([path, false, true])
    expect([path, longer(path, '10', 10), longer(path, '10', 11)]).toEqual([path, false, true])
  }
  // what is no number is `request/query`'s
  for (const limite of ['0', '2x', 'x2', '', '2.5']) expect(longer('/contatos', limite, 30)).toBe(false)
})

it.each([
  ['spec', spec],
  ['bling', bling],
])(
  'a rule that is called for what concerns it alone says what it says of all, by profile %s',
  (_, profile) => {
    const context: SeenContext = { profile, baseUrl, tokenUrl: null, shapes }
    const said = new Set<string>()
    fc.assert(
      fc.property(traffic, ({ family, all }) => {
        const watches = [createWatch(observers, context), createWatch(unindexed, context)] as const
        const exchanges = all.map((it, i) => exchangeOf(it, family, i + 1))
        const [indexed, seen] = watches.map((watch) => exchanges.map((exchange) => watch.see(exchange)))
        expect(indexed).toEqual(seen)
        expect([...watches[0].tested].sort()).toEqual([...watches[1].tested].sort())
        for (const { code } of seen?.flat() ?? []) said.add(code)
        for (const id of watches[0].tested) said.add(id)
      }),
      { numRuns: 60, seed: 7 },
    )
    // every rule had its say, so that one that was kept from it would have shown
    const silent = observers.map(({ id }) => id).filter((id) => !said.has(id))
    // the traffic goes to a host of nobody's
    expect(silent).toEqual(['versioning/host', ...(profile.rate.perSecond === null ? ['limits/rate'] : [])])
    expect(said.size).toBeGreaterThan(100)
  },
)
