import { describe, expect, it } from 'vitest'
import { suitesKnown } from '../../../suites/index.js'
import { listedCollection } from '../../specification/collection.js'
import { allRoutes, routeById } from '../../specification/find-route.js'
import { profiles } from '../../specification/profile.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { referenceName, referredCollections } from '../../specification/samples/index.js'
import { contractDefaults, type Suite, type SuiteStep } from '../suite.js'
import { live } from './permissions.fixture.js'
import { allowanceOf, embeddedPermissions, prohibitionOf, readOnly } from './permissions.js'
import { minimumSeconds, type PlanOptions, planContract } from './plan.js'

function planned(knowledge: Knowledge, embedded = false) {
  const permissions = { ...(embedded ? embeddedPermissions : readOnly), knowledge }
  const plan = planContract({ suites: suitesKnown(knowledge), selected: [], permissions })
  return new Map(plan.routes.map(({ route, requests, reason }) => [route.id, { route, requests, reason }]))
}

describe('what the public document alone shows', () => {
  it('is no part of a run that knows the specification', () => {
    const routes = planned('specification')
    expect(routes.size).toBe(166)
    expect([...routes.values()].every(({ route }) => route.known === 'specification')).toBe(true)
    expect(suitesKnown('specification').some(({ id }) => id === 'caixas')).toBe(false)
  })

  it('is read by a run that knows the document', () => {
    const routes = planned('document')
    expect(routes.size).toBe(265)
    const reads = [...routes.values()].filter(
      ({ route }) => route.method === 'GET' && route.known === 'document',
    )
    expect(reads.filter(({ requests }) => requests === 0)).toEqual([])
    expect(routes.get('caixas/create')).toMatchObject({ requests: 0, reason: 'read-only' })
  })

  it('is asked of the embedded service as of any other', () => {
    const routes = planned('document', true)
    expect(routes.get('caixas/list')?.requests).toBeGreaterThan(0)
    expect(routes.get('contatos/list')?.requests).toBeGreaterThan(0)
  })
})

it.each<[Knowledge, SuiteStep['query']]>([
  ['specification', { limite: 5 }],
  ['document', { limite: 5, formato: 'PDF' }],
])('the query that only the document demands is sent in a suite of a user: %s', (knowledge, query) => {
  const list = { id: 'own/list', title: 'x', method: 'GET', path: '/contatos', query: { limite: 5 } } as const
  const own: Suite = {
    id: 'own',
    title: 'own',
    steps: [{ ...list, documentedQuery: { formato: 'PDF' } }],
    ...contractDefaults,
  }
  const { suites } = planContract({ suites: [own], selected: [], permissions: { ...readOnly, knowledge } })
  expect(suites.flatMap(({ steps }) => steps.map((step) => step.query))).toEqual([query])
})

describe('the requests of a run over every read', () => {
  it('lack the token once, unless all such requests are asked for', () => {
    const permissions = { ...readOnly, knowledge: 'specification' } as const
    const lacking = (tags: readonly string[], selected: readonly string[] = []) =>
      planContract({ suites: suitesKnown('specification'), selected, permissions, tags })
        .suites.flatMap(({ steps }) => steps)
        .filter(({ intent }) => intent === 'without-token')
    expect(lacking([])).toHaveLength(1)
    expect(lacking([], ['contatos', 'produtos']).map(({ path }) => path)).toEqual(['/contatos'])
    expect(lacking(['token']).length).toBeGreaterThan(20)
  })

  it('look up nothing for routes that only the document shows', () => {
    const permissions = { ...readOnly, knowledge: 'specification' } as const
    const { suites } = planContract({ suites: suitesKnown('specification'), selected: [], permissions })
    expect(suites.map(({ id }) => id)).not.toContain('produtos-lotes')
  })
})

describe('permissions', () => {
  const route = (id: string) => routeById(id) as Route

  it('open to those who know the document the methods that it shows', () => {
    const allow = allowanceOf(['POST /estoques'])
    const live = { ...readOnly, write: true, allow }
    expect(prohibitionOf(route('estoques/create'), 'POST', live)).toBe('method-not-shown')
    const knowing = { ...live, knowledge: 'document' } as const
    expect(prohibitionOf(route('estoques/create'), 'POST', knowing)).toBeNull()
    expect(prohibitionOf(route('estoques/replace'), 'PUT', knowing)).toBe('method-not-shown')
  })

  it('keep from everybody who did not name the route what lets people into an account', () => {
    const all = {
      ...readOnly,
      write: true,
      allow: allowanceOf(['*', 'usuarios']),
      knowledge: 'document',
    } as const
    expect(prohibitionOf(route('usuarios/recover-password'), 'POST', all)).toBe('risky')
    expect(prohibitionOf(route('produtos-lotes/save-many'), 'PUT', all)).toBe('risky')
  })

  it('let `*` create what the document alone shows how to delete', () => {
    const all = { ...readOnly, write: true, allow: allowanceOf(['*']) }
    expect(prohibitionOf(route('produtos-fornecedores/create'), 'POST', all)).toBe('undeletable')
    const knowing = { ...all, knowledge: 'document' } as const
    expect(prohibitionOf(route('produtos-fornecedores/create'), 'POST', knowing)).toBeNull()
  })
})

describe('a plan', () => {
  const suites: Suite[] = [
    {
      id: 'contatos',
      title: 'contatos',
      ...contractDefaults,
      steps: [
        {
          id: 'contatos/list',
          title: 'l',
          method: 'GET',
          path: '/contatos',
          tags: ['read'],
          captures: () => ({}),
        },
        { id: 'contatos/read', title: 'r', method: 'GET', path: '/contatos/{id}', tags: ['read'] },
        {
          id: 'contatos/before',
          title: 'b',
          method: 'GET',
          path: '/contatos/{id}',
          tags: ['check'],
          serves: ['contatos/replace'],
          captures: () => ({}),
        },
        {
          id: 'contatos/lookup',
          title: 'u',
          method: 'GET',
          path: '/contatos/tipos',
          tags: ['lookup'],
          serves: ['contatos/list', 'contatos/replace'],
        },
        { id: 'contatos/create', title: 'c', method: 'POST', path: '/contatos', tags: ['write'] },
        { id: 'contatos/foreign', title: 'f', method: 'PUT', path: '/contatos/7', tags: ['write'] },
        { id: 'contatos/replace', title: 'p', method: 'PUT', path: '/contatos/{id}', tags: ['write', 'put'] },
      ],
    },
    {
      id: 'nfe',
      title: 'nfe',
      ...contractDefaults,
      steps: [{ id: 'nfe/send', title: 's', method: 'POST', path: '/nfe/{id}/enviar', tags: ['fiscal'] }],
    },
  ]
  const live = { ...readOnly, write: true, allow: allowanceOf(['contatos']) }
  const stepsOf = (options: Partial<PlanOptions>) =>
    planContract({ suites, selected: [], permissions: live, ...options }).suites.map(({ steps }) =>
      steps.map(({ id }) => id.split('/')[1]),
    )
  const reasonOf = (id: string, options: Partial<PlanOptions> = {}) =>
    planContract({ suites, selected: [], permissions: live, ...options }).routes.find(
      ({ route: { id: one } }) => one === id,
    )

  it('sends what may be called, and what serves that', () => {
    expect(stepsOf({})).toEqual([['list', 'read', 'before', 'lookup', 'create', 'foreign', 'replace']])
    expect(stepsOf({ permissions: readOnly })).toEqual([['list', 'read', 'lookup']])
    expect(stepsOf({ permissions: embeddedPermissions })[1]).toEqual(['send'])
  })

  it('sends what carries a tag, and what finds identifiers for it', () => {
    expect(stepsOf({ tags: ['put'] })).toEqual([['list', 'lookup', 'replace']])
    expect(stepsOf({ tags: ['put', 'check'] })).toEqual([['list', 'before', 'lookup', 'replace']])
    expect(stepsOf({ tags: ['fiscal'], permissions: embeddedPermissions })).toEqual([['send']])
    expect(stepsOf({ tags: ['put'], permissions: readOnly })).toEqual([])
  })

  it('sends the suites that were selected', () => {
    expect(stepsOf({ selected: ['nfe'] })).toEqual([])
    expect(stepsOf({ selected: ['nfe'], permissions: embeddedPermissions })).toEqual([['send']])
  })

  it('counts what leaves: of a live account no write to a record that is not the run’s own', () => {
    expect(planContract({ suites, selected: [], permissions: live }).requests).toBe(6)
    expect(planContract({ suites, selected: [], permissions: embeddedPermissions }).requests).toBe(8)
    expect(reasonOf('contatos/replace')).toMatchObject({ requests: 1, reason: null })
    expect(reasonOf('contatos/read')?.requests).toBe(2)
  })

  it('says why a route gets no step', () => {
    expect(reasonOf('contatos/create', { permissions: readOnly })?.reason).toBe('read-only')
    expect(reasonOf('nfe/send')?.reason).toBe('risky')
    expect(reasonOf('produtos/list')?.reason).toBe('no-step')
    expect(reasonOf('produtos/create')?.reason).toBe('not-allowed')
    expect(reasonOf('produtos/list', { selected: ['contatos'] })?.reason).toBe('not-selected')
    expect(reasonOf('contatos/replace', { tags: ['read'] })?.reason).toBe('not-tagged')
    const lookup = { ...suites[0]?.steps[3], path: '/depositos', serves: ['contatos/create'] } as SuiteStep
    const withLookup = suites.map((suite) => ({
      ...suite,
      steps: [...suite.steps, { ...lookup, id: `${suite.id}/served` }],
    }))
    const served = { suites: withLookup, permissions: readOnly }
    expect(reasonOf('depositos/list', { ...served, selected: ['contatos'] })?.reason).toBe('not-selected')
    expect(reasonOf('contatos/create', { ...served, selected: ['contatos'] })?.reason).toBe('read-only')
    expect(reasonOf('depositos/list', served)?.reason).toBe('not-allowed')
  })

  it.each([
    [0, 3, 0],
    [10, null, 0],
    [3, 3, 0],
    [2, 3, 0],
    [9, 3, 2],
  ])('of %i requests takes at %s a second at least %s s', (requests, rate, seconds) => {
    expect(minimumSeconds(requests, rate)).toBe(seconds)
  })
})

it('patches no record that was replaced with less and not filled again, for nobody would see what is taken from it', () => {
  const before = suitesKnown('specification').flatMap(({ steps }) =>
    steps
      .filter(({ method, intent }) => method === 'PATCH' && !intent)
      .map((patch) => {
        const earlier = steps.slice(0, steps.indexOf(patch))
        return earlier.findLast((it) => it.method === 'PUT' && !it.intent && patch.path.startsWith(it.path))
      })
      .filter((put) => put !== undefined),
  )
  expect(before.length).toBeGreaterThan(3)
  expect(before.filter(({ id }) => id.endsWith('-fewer'))).toEqual([])
})

it('gives a record back what its create sent before PATCH changes it, for the same value would show nothing', () => {
  const steps = suitesKnown('specification').find(({ id }) => id === 'produtos-fornecedores')?.steps ?? []
  const id = { text: '7', value: 7 }
  const captures = { 'ref /produtos': id, 'ref /contatos': id, mark: { text: '"m"', value: 'm' } }
  const priceSent = (name: string) => {
    const body = steps
      .find((step) => step.id === `produtos-fornecedores/${name}`)
      ?.body?.(captures, profiles.spec)
    return JSON.parse(body ?? '{}').precoCusto
  }
  expect(['replace', 'replace-whole', 'patch'].map(priceSent)).toEqual([17.35, 18.2, 17.35])
})

it.each(['specification', 'document'] as const)(
  'lists what there is of a resource before it creates, so that what a service claims to have made is known to be older: %s',
  (knowledge) => {
    const listed = new Map(
      allRoutes(knowledge).flatMap((route) => {
        const collection = listedCollection(route)
        return collection === null ? [] : [[collection, route.path] as const]
      }),
    )
    const unlisted = suitesKnown(knowledge).flatMap(({ steps }) =>
      steps.filter(({ method, path }, i) => {
        const list = method === 'POST' ? listed.get(path) : undefined
        const before = steps.slice(0, i).map((step) => `${step.method} ${step.path}`)
        return list !== undefined && !before.includes(`GET ${list}`)
      }),
    )
    expect(unlisted.map(({ id }) => id)).toEqual([])
  },
)

describe('a resource whose reads show no text that could carry the mark', () => {
  const planOf = (...names: string[]) => {
    const permissions = live(...names)
    // the user names a record of each collection, contacts aside, which the run creates itself
    const named = referredCollections.filter((collection) => collection !== '/contatos')
    const captures = Object.fromEntries(named.map((one) => [referenceName(one), { text: '1', value: 1 }]))
    const plan = planContract({ suites: suitesKnown('specification'), selected: [], permissions, captures })
    const sent = plan.suites.flatMap(({ steps }) => steps.filter(({ method }) => method !== 'GET'))
    return { plan, sent: (path: string) => sent.filter((step) => step.path.startsWith(path)) }
  }

  it.each([
    ['/logisticas/objetos', 'logisticas'],
    ['/logisticas/servicos', 'logisticas'],
    ['/nfse', 'nfse'],
  ])(
    'is created where its resource is named, and the plan says that nothing else is done to it: %s',
    (path, name) => {
      const { plan, sent } = planOf(name, 'contatos')
      expect(new Set(sent(path).map((step) => `${step.method} ${step.path}`))).toEqual(
        new Set([`POST ${path}`]),
      )
      const others = plan.routes.filter(
        ({ route }) => route.path.startsWith(`${path}/{`) && route.method !== 'GET',
      )
      const tabulated = others.filter(({ route }) => !route.namedOnly && route.risk !== 'fiscal')
      expect(tabulated.length).toBeGreaterThan(0)
      expect(new Set(tabulated.map(({ reason }) => reason))).toEqual(new Set(['no-mark']))
      expect(planOf('*').sent(path)).toEqual([])
    },
  )
})
