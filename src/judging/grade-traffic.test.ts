import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { bearer } from '../rules/auth/bearer.js'
import {
  baseUrl,
  contextOf,
  exchangesOf,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../rules/exchanges.fixture.js'
import { rate } from '../rules/limits/rate.js'
import { observer } from '../rules/observer.js'
import { baseAddress, unavailable, v2Route } from '../rules/versioning/versioning.js'
import { bling } from '../specification/profile.js'
import { requirementIds } from '../specification/requirements.js'
import { MAX_RUNS, TrafficGrader, type TrafficOptions } from './grade-traffic.js'
import { combineJudgements } from './graded-traffic.js'

const context = contextOf({})
const origin = new URL(baseUrl).origin

function grader(options: Partial<TrafficOptions> = {}) {
  return new TrafficGrader({ context, idleMs: 60_000, ...options })
}

function shifted(exchanges: readonly Exchange[], byMs: number): Exchange[] {
  return exchanges.map((one) => ({
    ...one,
    sentAtMs: one.sentAtMs + byMs,
    respondedAtMs: one.respondedAtMs === null ? null : one.respondedAtMs + byMs,
  }))
}

const good = exchangesOf(renewedRun())
const halfway = exchangesOf(steps().slice(0, 3))

function graded(exchanges: readonly Exchange[], options: Partial<TrafficOptions> = {}) {
  const one = grader(options)
  for (const exchange of exchanges) one.see(exchange)
  one.end()
  return one
}

describe('a refresh token that earlier runs had replaced', () => {
  const later = (run: number, refresh: string) => {
    const response = { access_token: 'token-2', refresh_token: `refresh-${run}-2`, token_type: 'Bearer' }
    const body = `grant_type=refresh_token&refresh_token=${refresh}`
    const shots = renewedRun().map((shot) => (shot.channel === 'token' ? renewal({ body, response }) : shot))
    return shifted(exchangesOf(shots), run * 60_000)
  }
  const toldOf = (refresh: string) =>
    graded([...good, ...later(1, refresh), ...later(2, refresh)]).runs.map(({ judgement }) => [
      judgement.verdict,
      ...judgement.findings.map(({ code, severity }) => `${severity} ${code}`),
    ])

  it('is a warning where it is used again, and a fault where it is used for ever', () => {
    expect(toldOf('refresh-1')).toEqual([
      ['pass'],
      ['pass', 'warning auth/renewal:old-refresh-token'],
      ['fail', 'error auth/renewal:old-refresh-token'],
    ])
  })
  it('is none that is the newest', () => {
    expect(toldOf('refresh-2').slice(0, 2)).toEqual([['pass'], ['pass']])
  })
})

describe('a traffic grader', () => {
  it('knows the first request to the API, or else to the token address', () => {
    const [token, ...others] = exchangesOf([renewal(), { ask: 'GET /contatos' }, step(1)]) as [Exchange]
    const lost = { ...token, response: null }
    const firstOf = (exchanges: Exchange[]) => graded(exchanges).first?.replace(new URL(baseUrl).pathname, '')
    expect(firstOf([])).toBeUndefined()
    expect(firstOf([lost, token])).toMatch(/^POST .* → –$/)
    expect(firstOf([token, ...others, token])).toBe('GET /contatos → 200')
  })

  it('judges a run when it is over, once', () => {
    const one = grader()
    expect(good.flatMap((exchange) => one.see(exchange))).toEqual([])
    const [run] = one.splitter.open
    expect(run && one.judgeSoFar(run).verdict).toBe('incomplete')
    const [ended, ...others] = one.endExpired(100_000)
    expect([ended?.number, ended?.session, ended?.judgement.verdict, ended?.exchanges.length]).toEqual([
      ...[1, 's1', 'pass', good.length],
    ])
    expect([others, one.end(), one.runs.length, one.seen]).toEqual([[], [], 1, good.length])
    expect(one.counts).toEqual({ pass: 1, fail: 0, incomplete: 0 })
  })

  it('is sated when as many were judged as were wanted, and judges no more', () => {
    const all = [...good, ...shifted(halfway, 30_000), ...shifted(good, 60_000)]
    expect(graded(all, { runs: 2, newRunAfterMs: 0 }).counts).toEqual({ pass: 1, fail: 1, incomplete: 0 })
    expect([graded(all, { runs: 2 }).hasAllWantedRuns, graded(all).hasAllWantedRuns]).toEqual([true, false])
    expect(graded(good, { runs: 2 }).hasAllWantedRuns).toBe(false)
    const lost = exchangesOf([step(1, { failure: 'refused' })])
    const sated = graded(lost, { runs: 1 })
    expect([sated.counts, sated.hasAllWantedRuns]).toEqual([{ pass: 0, fail: 0, incomplete: 1 }, true])
    for (const exchange of shifted(good, 100_000)) expect(sated.see(exchange)).toEqual([])
    expect([sated.end(), sated.endExpired(900_000), sated.runs.length]).toEqual([[], [], 1])
  })

  it('keeps a bounded number of runs, and beyond it those that show something new', () => {
    const one = grader()
    const run = exchangesOf([step(1)])
    for (let i = 0; i <= MAX_RUNS; i++) {
      for (const exchange of shifted(run, i * 100_000)) one.see(exchange)
      one.end()
    }
    const other = exchangesOf([step(1, { issues: undefined })])
    for (const exchange of shifted(other, (MAX_RUNS + 1) * 100_000)) one.see(exchange)
    one.end()
    expect([one.counts.fail, one.runs.length, one.runs.at(-1)?.number]).toEqual([
      ...[MAX_RUNS + 2, MAX_RUNS + 1, MAX_RUNS + 2],
    ])
  })
})

/** Breaks something at every exchange. */
const always = observer('service/answers', () => (_seen, note) => note.breach('reset'))

describe('traffic beside the runs', () => {
  const shot = (ask: string, more: Partial<Shot> = {}): Exchange[] => exchangesOf([{ ask, ...more }])
  const anonymous = (exchanges: Exchange[]): Exchange[] => exchanges.map((one) => ({ ...one, session: null }))
  const codes = (exchanges: Exchange[]) =>
    graded(exchanges, { observers: [] }).outside.findings.map(({ code }) => code)

  it.each<[string, Exchange[], string[]]>([
    ['a lost prefix', shot(`GET ${origin}/homologacao/produtos`, { source: 'proxy' }), []],
    ['a path beside the base address', shot(`GET ${origin}/other`), ['homologation/right-routes:unknown-path']],
    ['an unknown path below the procedure', shot('GET /homologacao/x'), ['homologation/right-routes:unknown-path']],
    ['an unknown path below the base address', shot('GET /unknown'), []],
    ['a known client at the catalogue', shot('GET /produtos'), []],
    ['a stranger at the catalogue', anonymous(shot('GET /produtos')), ['auth/bearer:no-session']],
    ['a browser that asks for the page', shot(`GET ${origin}/`), []],
    ['a browser that asks for its icon', shot(`GET ${origin}/favicon.ico`), []],
    ['a form sent to the page', shot(`POST ${origin}/`), ['homologation/right-routes:unknown-path']],
    ['a stray that nobody of ours answered', shot(`GET ${origin}/other`, { source: 'proxy' }), []],
    ['a preflight', shot('OPTIONS /produtos'), []],
    ['another address', shot('GET https://b.invalid/x', { channel: 'elsewhere' }), []],
  ])('names %s', (_, exchanges, expected) => {
    expect(codes(exchanges)).toEqual(expected)
  }) // biome-ignore format: a table

  it('warns of the strays to each resource once, with the exchange that shows it, and fails nothing', () => {
    const asks = ['/a', '/a/7', '/b/7/c/9', '/a', '/b/8/c']
    const one = graded(exchangesOf(asks.map((path) => ({ ask: `GET ${origin}${path}` }))), { observers: [] })
    expect([one.findingCount, one.outside.verdict, one.outside.cause]).toEqual([2, 'incomplete', null])
    expect(one.outside.findings).toMatchObject([
      { severity: 'warning', exchange: 'e1', values: { path: '/a' } },
      { severity: 'warning', exchange: 'e3', values: { path: '/b/7/c/9' } },
    ])
    expect(combineJudgements(one.graded()).cause?.code).toBe('homologation/right-routes:unknown-path')
  })

  it('warns of strays of each kind, under the requirement that it breaks', () => {
    const lost = shot(`GET ${origin}/other`)
    const stranger = anonymous(shot('GET /produtos', { afterMs: 10 }))
    const told = graded([...lost, ...stranger], { observers: [] }).outside.findings
    expect(told.map(({ requirement, code }) => [requirement, code])).toEqual([
      ['homologation/right-routes', 'homologation/right-routes:unknown-path'],
      ['auth/bearer', 'auth/bearer:no-session'],
    ])
  })

  it('names a client without a token once, not as a stray as well', () => {
    const bare = anonymous(shot('GET /produtos', { token: null }))
    expect(graded(bare, { observers: [bearer] }).outside.findings.map(({ code }) => code)).toEqual([
      'auth/bearer:missing',
    ])
  })

  it('fails a base address without the version prefix, and names it not as a stray as well', () => {
    const lost = shot(`GET ${origin}/v3/contatos`, { status: 404, response: {} })
    const { outside } = graded(lost, { observers: [baseAddress] })
    expect([outside.verdict, ...outside.findings.map(({ code }) => code)]).toEqual([
      'fail',
      'versioning/base-address:lost',
    ])
  })

  it.each([
    ['a run', good],
    ['traffic beside runs', exchangesOf([{ ask: 'GET /contatos', response: { data: [] } }])],
    ['nothing', []],
  ])('names every requirement once, tested or not and why: of %s', (_, exchanges) => {
    const { tested, untested } = combineJudgements(graded(exchanges).graded()).coverage.requirements
    expect([...tested, ...untested.map(({ id }) => id)].sort()).toEqual([...requirementIds].sort())
    expect(untested.filter(({ reason }) => reason === '')).toEqual([])
  })

  it('names a stray that broke something else as well', () => {
    const typed = shot('GET /homologacao/x', {
      headers: [
        ['Authorization', 'Bearer token-1'],
        ['Cookie', 'a=b'],
      ],
    })
    const named = graded(typed, { observers: [always] }).outside.findings.map(({ code }) => code)
    expect(named).toEqual(['service/answers:reset', 'homologation/right-routes:unknown-path'])
  })

  it('tells a finding once, with the first exchange that shows it, and apart what has another subject, route or step', () => {
    const subjects = observer('service/answers', () => ({ exchange, query }, note) => {
      if (exchange.channel === 'service') note.breach('reset', { subject: query.get('subject') ?? undefined })
    })
    const asks = ['/contatos?subject=a', '/contatos?subject=a', '/contatos?subject=b', '/produtos?subject=b', '/produtos', '/produtos', '/produtos?subject=b'] // biome-ignore format: a list
    const all = exchangesOf(asks.map((path) => ({ ask: `GET ${path}` })))
    const stepped = all.map((one, i) => (i === 5 ? { ...one, step: 'of-its-own' } : one))
    const told = graded(stepped, { observers: [subjects] }).outside.findings
    expect(told.map(({ exchange }) => exchange)).toEqual(['e1', 'e3', 'e4', 'e5', 'e6'])
  })

  it('names every path that version 3 does not have, and each but once', () => {
    const asks = ['/contas/contabeis', '/contas/contabeis/7', '/natureza-operacoes', '/camposcustomizados', '/bordero/7', '/camposcustomizados/7', '/cte', '/propostas-comerciais', '/contas/contabeis'] // biome-ignore format: a list
    const all = exchangesOf(asks.map((path) => ({ ask: `GET ${path}`, status: 404 })))
    const told = graded(all, { observers: [unavailable, v2Route] }).outside.findings
    expect(told.map(({ code, values }) => [code.split(':')[1], values.path])).toEqual([
      ['unknown-path', '/contas/contabeis'],
      ['unknown-path', '/natureza-operacoes'],
      ['successor', '/camposcustomizados'],
      ['successor', '/bordero/7'],
      ['successor', '/camposcustomizados/7'],
      ['asked', '/cte'],
      ['asked', '/propostas-comerciais'],
    ])
  })

  it('tells of a rate that was too high once, whatever was sent', () => {
    const asks = ['/contatos', '/produtos', '/depositos', '/vendedores', '/nfe', '/nada']
    const all = exchangesOf(asks.map((path) => ({ ask: `GET ${path}`, afterMs: 10 })))
    const { outside } = graded(all, { context: contextOf({ profile: bling }), observers: [rate] })
    expect(outside.findings.map(({ code, route, exchange }) => [code, route, exchange])).toEqual([
      ['limits/rate:second', null, 'e4'],
    ])
  })

  it('passes what was exercised and kept, fails what was broken, and leaves open what nobody answered', () => {
    const verdict = (exchanges: Exchange[]) => graded(exchanges, { observers: [bearer] }).outside.verdict
    expect(verdict(shot('GET /produtos', { response: { data: [] } }))).toBe('pass')
    expect(verdict(shot('GET /produtos', { token: null }))).toBe('fail')
    expect(verdict(shot('GET /produtos', { failure: 'reset' }))).toBe('incomplete')
    expect(verdict(shot('GET /unknown'))).toBe('incomplete')
    expect(verdict([])).toBe('incomplete')
  })

  it('leaves to the run what is told of it', () => {
    const broken = { ask: 'GET /contatos', token: null, status: 500, response: { error: {} } }
    const traffic = graded(exchangesOf([...steps().slice(0, 2), broken])).graded()
    expect(traffic.outside.findings).toEqual([])
    const told = combineJudgements(traffic).findings.filter(({ code }) => code === 'auth/bearer:missing')
    expect(told.map(({ exchange }) => exchange)).toEqual(['e3'])
  })

  it('lists what was sent, within a run as well', () => {
    const inRun = exchangesOf([...steps().slice(0, 2), { ask: 'GET /contatos', response: { data: [] } }])
    const { coverage, verdict } = combineJudgements(graded(inRun, { observers: [bearer] }).graded())
    expect(coverage.routes.exercised).toEqual([
      'GET /homologacao/produtos',
      'POST /homologacao/produtos',
      'GET /contatos',
    ])
    expect(coverage.requirements.tested).toContain('auth/bearer')
    expect(verdict).toBe('fail')
  })
})

describe('the judgement of traffic', () => {
  /** Of what should be mended, and kept nobody from a run. */
  const bare: Shot = {
    ask: 'POST /contatos',
    body: { nome: 'a' },
    status: 201,
    response: { data: { id: 7 } },
    headers: [['Authorization', 'Bearer token-1']],
  }
  const of = (exchanges: readonly Exchange[], runs: number | null = null) =>
    combineJudgements(graded(exchanges, { runs, newRunAfterMs: 0 }).graded())

  it.each([
    ['one run that passed', good, 1, 'pass'],
    ['one run where two were wanted', good, 2, 'incomplete'],
    ['as many as came', good, null, 'pass'],
    ['no run where one was wanted', [], 1, 'incomplete'],
    ['nothing at all', [], null, 'incomplete'],
    ['a run that failed after one that passed', [...good, ...shifted(halfway, 30_000)], 2, 'fail'],
  ] as const)('of %s', (_, exchanges, runs, verdict) => {
    expect(of(exchanges, runs).verdict).toBe(verdict)
  })

  it('shows the run that is incomplete, where another has passed and nothing failed', () => {
    const unanswered = exchangesOf([step(1, { failure: 'refused' })])
    const beside = shifted(exchangesOf([{ ask: 'GET /contatos', response: { data: [] } }]), 90_000)
    const judged = of([...good, ...beside, ...shifted(unanswered, 100_000)])
    expect([judged.verdict, judged.steps[0]?.verdict, judged.steps[1]?.verdict]).toEqual([
      ...['incomplete', 'fail', 'not-reached'],
    ])
  })

  it('shows the run that decides', () => {
    const { cause, steps: shown } = of([...good, ...shifted(halfway, 30_000)], 2)
    expect(cause?.code).toBe('homologation/complete:stopped')
    expect(shown.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'pass',
      'pass',
      'not-reached',
      'not-reached',
    ])
  })

  it('shows five steps that nobody reached where there was no run', () => {
    expect(of([]).steps.map(({ verdict }) => verdict)).toEqual(Array(5).fill('not-reached'))
  })

  it('is that of the traffic beside where no run was wanted and none came', () => {
    const list = exchangesOf([{ ask: 'GET /contatos', response: { data: [] } }])
    expect(of(list).verdict).toBe('pass')
    expect(of(list, 1).verdict).toBe('incomplete')
  })

  it('is caused, where no run came, by the first request that lost its way, and by no other warning', () => {
    const [first, strays] = [
      exchangesOf([bare]),
      exchangesOf([bare, { ask: `GET ${origin}/a` }, { ask: `GET ${origin}/b` }]),
    ]
    const judgedFor = (exchanges: readonly Exchange[], wanted: number | null) =>
      combineJudgements(graded(exchanges, { runs: wanted }).graded())
    const told = judgedFor(strays, 1)
    expect([told.verdict, told.findings.length]).toEqual(['incomplete', 3])
    expect(told.cause).toMatchObject({
      code: 'homologation/right-routes:unknown-path',
      values: { path: '/a' },
    })
    expect(judgedFor(first, 1)).toMatchObject({ verdict: 'incomplete', cause: null, findings: [{}] })
    const stranger = exchangesOf([{ ask: 'GET /contatos', response: { data: [] } }]).map((one) => ({
      ...one,
      session: null,
    }))
    expect(judgedFor(stranger, 1).cause?.code).toBe('auth/bearer:no-session')
    const unknown = exchangesOf([bare, { ask: 'GET /revistas', status: 404, response: { error: {} } }])
    expect(judgedFor(unknown, 1).cause?.code).toBe('versioning/unavailable:unknown-path')
    const open = exchangesOf([{ ask: 'GET /revistas', response: { data: [] } }])
    expect(judgedFor(open, 1)).toMatchObject({ cause: null, findings: [{ severity: 'info' }] })
  })

  it('has no cause where it passes, or where a run came', () => {
    const strays = exchangesOf([bare, { ask: `GET ${origin}/a` }])
    const passed = combineJudgements(graded(strays).graded())
    expect([passed.verdict, passed.findings.length, passed.cause]).toEqual(['pass', 2, null])
    const late = shifted(strays, 60_000)
    const { verdict, cause } = combineJudgements(graded([...good, ...late], { runs: 2 }).graded())
    expect([verdict, cause]).toEqual(['incomplete', null])
  })

  it('names the token of a run that goes elsewhere after its end', () => {
    const leak = (token: string): Exchange[] =>
      shifted(
        exchangesOf([
          {
            ask: 'POST https://b.invalid/track',
            channel: 'elsewhere',
            headers: [['Authorization', `Bearer ${token}`]],
          },
        ]),
        90_000,
      )
    const told = (exchanges: readonly Exchange[]) => {
      const { outside, runs } = graded(exchanges)
      return [outside, ...runs.map(({ judgement }) => judgement)].flatMap(({ findings }) =>
        findings.map(({ code, exchange }) => [code, exchange]),
      )
    }
    const token = '[access_token#1]'
    const whole = exchangesOf(([1, 2, 3, 4, 5] as const).map((number) => step(number, { token })))
    expect(told([...whole, ...leak(token)])).toEqual([['auth/same-origin:foreign', leak(token)[0]?.id]])
    expect(told([...whole, ...leak('[access_token#99]')])).toEqual([])
  })

  it('is caused by what ended a run on purpose, unless the traffic beside it failed', () => {
    const ended = exchangesOf([step(1), refused(2, { staged: 'inactivate' })])
    const before = { ask: 'GET /contatos', token: '' }
    const listed = exchangesOf([before, step(1), refused(2, { staged: 'inactivate' })])
    const caused = (exchanges: readonly Exchange[]) =>
      combineJudgements(graded(exchanges, { observers: [bearer] }).graded()).cause?.code
    expect(caused(ended)).toBe('homologation/complete:staged')
    expect(caused(listed)).toMatch(/^auth\/bearer:/)
  })

  it('leaves untested what neither a run nor the traffic beside it tested', () => {
    const list = exchangesOf([...steps().slice(0, 2), { ask: 'GET /contatos', response: { data: [] } }])
    const { tested, untested } = combineJudgements(graded(list, { observers: [bearer] }).graded()).coverage
      .requirements
    const ids = untested.map(({ id }) => id)
    expect(ids).toContain('homologation/limit-hit')
    expect(ids.filter((id) => tested.includes(id))).toEqual([])
    const nothing = combineJudgements(graded([]).graded()).coverage.requirements
    expect([nothing.tested, nothing.untested.length > 20]).toEqual([[], true])
    const beside = combineJudgements(
      graded(exchangesOf([{ ask: 'GET /contatos', response: { data: [] } }]), {
        observers: [bearer],
      }).graded(),
    )
    expect(beside.coverage.requirements.tested).toEqual(['auth/bearer'])
    expect(beside.coverage.requirements.untested.map(({ id }) => id)).not.toContain('auth/bearer')
    expect(beside.coverage.requirements.untested.length).toBe(nothing.untested.length - 1)
  })

  it('waits for the runs that were promised elsewhere', () => {
    const one = graded(good)
    expect(combineJudgements(one.graded({ wanted: 2 })).verdict).toBe('incomplete')
    expect(combineJudgements(one.graded({ wanted: null })).verdict).toBe('pass')
  })

  it('is caused by the run that failed, whatever broke beside it', () => {
    const bare = shifted(exchangesOf([{ ask: 'GET /contatos', token: null, response: { data: [] } }]), 90_000)
    const lost = bare.map((one) => ({ ...one, session: 's2' }))
    const { verdict, cause, findings } = combineJudgements(
      graded([...halfway, ...lost], { observers: [bearer] }).graded(),
    )
    expect(findings.map(({ code }) => code)).toEqual(['homologation/complete:stopped', 'auth/bearer:missing'])
    expect([verdict, cause?.code]).toEqual(['fail', 'homologation/complete:stopped'])
  })

  it('tells of a renewal that failed before step 1 once, as a part of the run', () => {
    const failed = graded(exchangesOf([renewal({ status: 500, response: '' }), ...steps()])).graded()
    const renewals = combineJudgements(failed).findings.filter(
      ({ requirement }) => requirement === 'auth/renewal',
    )
    expect([renewals.length, failed.outside.findings]).toEqual([1, []])
    expect(failed.outside.coverage).toEqual({
      requirements: { tested: ['auth/same-origin'], untested: [] },
      routes: { exercised: [], notExercised: [] },
    })
  })

  it('fails for what broke beside a run that passed', () => {
    const bare = shifted(exchangesOf([{ ask: 'GET /contatos', token: null, response: { data: [] } }]), 40_000)
    const lost = bare.map((one) => ({ ...one, session: 's2' }))
    const { verdict, cause, findings } = combineJudgements(
      graded([...good, ...lost], { observers: [bearer] }).graded(),
    )
    expect([verdict, cause?.code, findings.length]).toEqual(['fail', 'auth/bearer:missing', 1])
  })
})
