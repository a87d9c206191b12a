import { describe, expect, it } from 'vitest'
import { fingerprint } from '../rules/fingerprint.js'
import { observer } from '../rules/observer.js'
import { observers } from '../rules/observers.js'
import { baseUrl, type Passing, passing } from '../rules/passing.fixture.js'
import { bling, spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { ContractJudge } from './contract-judge.js'

const context = { profile: spec, baseUrl, tokenUrl: null }
const end = { ended: true, further: [], furtherTested: [] }
const error = { error: { type: 'x', message: 'm' } }

function judgeOf(steps: readonly [id: string, route: string][]) {
  return new ContractJudge({
    context,
    observers,
    steps: steps.map(([id, route]) => ({ id, route })),
    notPlanned: [{ route: 'DELETE /nfe', reason: 'contract.reason.risky' }],
  })
}

const lists = ['/produtos', '/contatos', '/nfe', '/depositos'] as const
const planned = lists.map((path) => [`${path.slice(1)}/list`, `GET ${path}`] as [string, string])

function seeLists(change: (path: string) => Partial<Passing>) {
  const judge = judgeOf(planned)
  for (const [i, path] of lists.entries())
    judge.see(
      passing({ ask: `GET ${path}`, step: `${path.slice(1)}/list`, data: [], ...change(path) }, i + 1),
    )
  return judge
}

describe('the judgement of a contract run', () => {
  it('passes where every step got the response that it should', () => {
    const { verdict, cause, steps, coverage, readings } = seeLists(() => ({})).judgement(end)
    expect([verdict, cause, readings]).toEqual(['pass', null, []])
    expect(steps.map((step) => step.verdict)).toEqual(['pass', 'pass', 'pass', 'pass'])
    expect(coverage.routes.exercised).toEqual(lists.map((path) => `GET ${path}`))
    expect(coverage.routes.notExercised).toEqual([{ route: 'DELETE /nfe', reason: 'contract.reason.risky' }])
  })

  it('says of a route that was not exercised the first reason, and nothing of one that was', () => {
    const judge = judgeOf([
      ['a', 'GET /produtos'],
      ['b', 'GET /produtos'],
      ['c', 'GET /contatos'],
      ['d', 'GET /contatos'],
      ['e', 'DELETE /nfe'],
      ['f', 'GET /nfe'],
    ])
    judge.see(passing({ ask: 'GET /produtos', step: 'b', data: [] }))
    for (const step of ['a', 'c', 'd', 'e']) judge.markNotReached(step, `because of ${step}`)
    expect(judge.judgement(end).coverage.routes).toEqual({
      exercised: ['GET /produtos'],
      notExercised: [
        { route: 'DELETE /nfe', reason: 'contract.reason.risky' },
        { route: 'GET /contatos', reason: 'because of c' },
        { route: 'GET /nfe', reason: 'contract.reason.no-answer' },
      ],
      empty: ['GET /produtos'],
    })
  })

  it('names the lists of which no answer held a record', () => {
    const judge = judgeOf([])
    for (const ask of ['GET /produtos', 'GET /contatos', 'GET /vendedores', 'GET /anuncios'])
      judge.see(passing({ ask, data: [] }))
    judge.see(passing({ ask: 'GET /contatos?pagina=1', data: [{ id: 1 }] }))
    judge.see(passing({ ask: 'GET /contatos?pagina=9', data: [] }))
    judge.see(passing({ ask: 'GET /nfe', status: 400, data: [] }))
    judge.see(passing({ ask: 'GET /depositos/1', data: { id: 1 } }))
    expect(judge.judgement(end).coverage.routes.empty).toEqual([
      'GET /anuncios',
      'GET /produtos',
      'GET /vendedores',
    ])
  })

  it('makes one finding with places of one cause on many routes, and fails each of their steps', () => {
    const { findings, steps, verdict, cause } = seeLists(() => ({ status: 403, response: error })).judgement(
      end,
    )
    expect(cause).toBe(findings[0])
    expect(verdict).toBe('fail')
    expect(findings).toHaveLength(1)
    expect([findings[0]?.code, findings[0]?.route]).toEqual(['envelope/status:forbidden', 'GET /produtos'])
    expect(findings[0]?.places?.map(({ route }) => route)).toEqual([
      'GET /contatos',
      'GET /nfe',
      'GET /depositos',
    ])
    expect(steps.map((step) => step.verdict)).toEqual(['fail', 'fail', 'fail', 'fail'])
  })

  it('fails every step that was broken, however often another was broken first', () => {
    const judge = judgeOf(planned)
    const refused = { data: [], status: 403, response: error }
    for (let i = 1; i <= 600; i++)
      judge.see(passing({ ...refused, ask: 'GET /produtos', step: 'produtos/list' }, i))
    judge.see(passing({ ...refused, ask: 'GET /nfe', step: 'nfe/list' }, 601))
    const { findings, steps } = judge.judgement(end)
    expect([findings.length, findings[0]?.places?.length, steps[0]?.exchanges.length]).toEqual([1, 500, 500])
    expect(steps.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      'produtos/list',
      'nfe/list',
    ])
  })

  it('names the route that was asked, else that of the step that asked; places only where there are some', () => {
    const judge = judgeOf([
      ['a', 'GET /contatos'],
      ['b', 'GET /lojas'],
    ])
    judge.see(passing({ ask: 'GET /produtos', step: 'a', status: 500, response: error }))
    judge.see(passing({ ask: 'GET /lojas', step: 'b', failure: { kind: 'reset', message: 'x' } }, 2))
    const { findings } = judge.judgement(end)
    expect(findings.map(({ code, route, places }) => [code, route, places])).toEqual([
      ['envelope/status:server-error', 'GET /produtos', undefined],
      ['service/answers:reset', 'GET /lojas', undefined],
      ['versioning/unavailable:unknown-path', 'GET /lojas', undefined],
    ])
  })

  it('takes nothing for exercised that neither an answer nor a failure came to', () => {
    const judge = judgeOf(planned)
    judge.see({ ...passing({ ask: 'GET /produtos', step: 'produtos/list' }), response: null })
    const { verdict, coverage } = judge.judgement(end)
    expect([verdict, coverage.routes.exercised]).toEqual(['incomplete', []])
  })

  it('names what of a body is broken for good, each part by itself', () => {
    const parts = observer('data/shape', () => (_seen, note) => {
      for (const subject of ['$.a', '$.b']) note.breach('type', { subject })
    })
    const judge = new ContractJudge({ context, observers: [parts], steps: [], notPlanned: [] })
    for (const number of [1, 2]) judge.see(passing({ ask: 'GET /nfe', data: [] }, number))
    const told = judge.judgement(end).findings.map((one) => [one.fingerprint, one.places?.length])
    const of = (subject: string) => fingerprint(['data/shape:type', 'GET /nfe', subject])
    expect(told).toEqual([
      [of('$.a'), 1],
      [of('$.b'), 1],
    ])
  })

  it('judges our own requests like anybody’s, and blames the harness', () => {
    const { findings, coverage, verdict } = seeLists((path) =>
      path === '/nfe' ? { ask: `GET ${path}`, headers: [['Authorization', 'abc']] } : {},
    ).judgement(end)
    expect(findings.map(({ requirement, code, blame }) => [requirement, code, blame])).toEqual([
      ['harness/self', 'auth/bearer:raw', 'harness'],
    ])
    expect(verdict).toBe('fail')
    expect(coverage.requirements.tested).toContain('harness/self')
  })

  it('leaves what the service broke to the service, and a warning of our own a warning', () => {
    const own = { body: { a: 1 }, headers: [['Authorization', 'Bearer [access_token#1]']] } as const
    const { findings } = seeLists((path) => (path === '/nfe' ? own : { status: 500 })).judgement(end)
    const found = findings.map(({ requirement, severity, blame }) => `${requirement} ${severity} ${blame}`)
    expect(found.sort()).toEqual(['envelope/status error service', 'harness/self warning harness'])
  })

  it('gives the same finding the same fingerprint, whatever was seen when', () => {
    const fingerprints = (only: string) =>
      seeLists((path) => (path === only ? { status: 403, response: error } : {}))
        .judgement(end)
        .findings.map(({ fingerprint }) => fingerprint)
    expect(fingerprints('/nfe')).toEqual(fingerprints('/nfe'))
    expect(fingerprints('/nfe')).not.toEqual(fingerprints('/contatos'))
  })

  it('settles findings before it joins them, so that an acceptance of one route leaves the others', () => {
    const judge = seeLists(() => ({ status: 403, response: error }))
    const settle = (findings: readonly { route: string | null }[]) =>
      findings.filter(({ route }) => route !== 'GET /produtos')
    const { findings, steps } = judge.judgement({ ...end, settle: settle as never })
    expect([findings[0]?.route, findings[0]?.places?.length]).toEqual(['GET /contatos', 2])
    expect(steps[0]?.verdict).toBe('pass')
  })

  it('tells why a step was not reached, and takes nothing that was not exercised for passed', () => {
    const judge = judgeOf([...planned, ['nfe/read', 'GET /nfe/{idNotaFiscal}']])
    judge.see(passing({ ask: 'GET /produtos', step: 'produtos/list', data: [] }))
    judge.markNotReached('nfe/read', 'contract.reason.no-identifier')
    judge.markNotReached('nfe/list', 'contract.reason.no-answer')
    const { steps, coverage, verdict } = judge.judgement({ ...end, ended: false })
    expect(verdict).toBe('incomplete')
    expect(steps.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
      ['produtos/list', 'pass', undefined],
      ['contatos/list', 'not-reached', 'contract.reason.stopped'],
      ['nfe/list', 'not-reached', 'contract.reason.no-answer'],
      ['depositos/list', 'not-reached', 'contract.reason.stopped'],
      ['nfe/read', 'not-applicable', 'contract.reason.no-identifier'],
    ])
    expect(coverage.routes.notExercised).toContainEqual({
      route: 'GET /nfe/{idNotaFiscal}',
      reason: 'contract.reason.no-identifier',
    })
  })

  it.each([
    ['foreign-reference', 'not-applicable'],
    ['known-key', 'not-applicable'],
    ['method-not-shown', 'not-applicable'],
    ['needs-record', 'not-applicable'],
    ['budget', 'not-reached'],
    ['refused-route', 'not-reached'],
  ])('a step that was not sent because of %s is %s', (reason, verdict) => {
    const judge = judgeOf([['nfe/read', 'GET /nfe/{idNotaFiscal}']])
    judge.markNotReached('nfe/read', `contract.reason.${reason}`)
    expect(judge.judgement(end).steps[0]?.verdict).toBe(verdict)
  })

  it('counts the errors so far, and lists what was found', () => {
    const judge = seeLists((path) =>
      path === '/nfe' ? { status: 403, response: error } : { ask: `GET ${path}`, responseType: 'text/html' },
    )
    const all = judge.findings
    expect(judge.errorCount).toBe(all.filter(({ severity }) => severity === 'error').length)
    expect(judge.errorCount).toBeGreaterThan(0)
    const warned = judgeOf(planned)
    const headers = [['Authorization', 'Bearer [access_token#1]']] as const
    warned.see(passing({ ask: 'GET /nfe', step: 'nfe/list', data: [], body: { a: 1 }, headers }))
    expect([warned.errorCount, warned.findings.map(({ severity }) => severity)]).toEqual([0, ['warning']])
  })

  it('fails for an error, although the service was out of reach elsewhere and the run did not end', () => {
    const failure = { kind: 'refused', message: 'ECONNREFUSED' } as const
    const judge = seeLists((path) => (path === '/nfe' ? { failure } : { status: 500, response: error }))
    expect(judge.judgement({ ...end, ended: false }).verdict).toBe('fail')
    const unreached = seeLists((path) => (path === '/nfe' ? { failure } : {}))
    expect(unreached.judgement({ ...end, ended: false }).verdict).toBe('incomplete')
    expect(unreached.judgement(end).verdict).toBe('fail')
  })

  it('takes no token request for an exercise of the step that needed it', () => {
    const judge = judgeOf(planned)
    judge.see(passing({ ask: 'POST /oauth/token', step: 'nfe/list', channel: 'token', response: {} }))
    const { steps, coverage } = judge.judgement(end)
    expect(steps.find(({ id }) => id === 'nfe/list')).toMatchObject({ verdict: 'not-reached', exchanges: [] })
    expect(coverage.routes.exercised).toEqual([])
  })

  it('passes with warnings, and so do their steps', () => {
    const headers = [['Authorization', 'Bearer [access_token#1]']] as const
    const { verdict, cause, findings, steps } = seeLists((path) =>
      path === '/nfe' ? { ask: `GET ${path}`, body: { a: 1 }, headers } : {},
    ).judgement(end)
    expect(findings.map(({ severity }) => severity)).toEqual(['warning'])
    expect([verdict, cause, steps.map((step) => step.verdict)]).toEqual([
      ...['pass', null, ['pass', 'pass', 'pass', 'pass']],
    ])
  })

  it('gives two causes seen on many routes a fingerprint each', () => {
    const judge = seeLists((path) =>
      path < '/d' ? { status: 403, response: error } : { status: 500, response: error },
    )
    judge.see(passing({ ask: 'GET /contatos', status: 403, response: error, step: 'contatos/list' }, 9))
    judge.see(passing({ ask: 'GET /produtos', status: 403, response: error, step: 'produtos/list' }, 10))
    const { findings } = judge.judgement(end)
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'envelope/status:forbidden',
      'envelope/status:server-error',
    ])
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it('times a step from its first request to its last answer, and none that got no answer', () => {
    const judge = judgeOf(planned)
    judge.see(passing({ ask: 'GET /nfe', step: 'nfe/list', data: [], atMs: 1_000 }))
    judge.see(passing({ ask: 'GET /nfe', step: 'nfe/list', data: [], atMs: 2_000 }))
    judge.see(
      passing({ ask: 'GET /contatos', step: 'contatos/list', failure: { kind: 'timeout', message: 'x' } }),
    )
    const times = judge.judgement(end).steps.map(({ id, durationMs }) => [id, durationMs])
    expect(times).toEqual([
      ['produtos/list', null],
      ['contatos/list', null],
      ['nfe/list', 1_005],
      ['depositos/list', null],
    ])
  })

  it('is incomplete where nobody answered', () => {
    const failure = { kind: 'refused', message: 'ECONNREFUSED' } as const
    expect(seeLists(() => ({ failure })).judgement(end).verdict).toBe('incomplete')
  })

  it('does not count a refusal without a token as an exercise of the route', () => {
    const judge = judgeOf([['nfe/list-without-token', 'GET /nfe']])
    judge.see(
      passing({
        ask: 'GET /nfe',
        step: 'nfe/list-without-token',
        intent: 'without-token',
        status: 401,
        response: error,
      }),
    )
    expect(judge.judgement(end).coverage.routes.exercised).toEqual([])
  })

  it('keeps drift on two routes apart', () => {
    const drift = (route: string) => ({
      requirement: 'drift/removed',
      code: 'drift/removed:field',
      values: {},
      severity: 'error',
      blame: 'service',
      step: null,
      exchange: null,
      consequenceOf: null,
      fingerprint: `f ${route}`,
      route,
    })
    const further = [drift('GET /a'), drift('GET /b')] as never
    const { findings } = seeLists(() => ({})).judgement({ ...end, further, furtherTested: ['drift/removed'] })
    expect(findings.map(({ route }) => route)).toEqual(['GET /a', 'GET /b'])
  })
})

it('lays a field that is of another type in every answer at one root, which is the cause', async () => {
  const judge = new ContractJudge({
    context: { ...context, profile: { ...bling, strictShapes: true }, shapes: await loadShapes() },
    observers,
    steps: [{ id: 's', route: 'GET /contatos/{idContato}' }],
    notPlanned: [],
  })
  const body = { nome: 'a', situacao: 'A', tipo: 'F' }
  judge.see(passing({ ask: 'POST /contatos', body, status: 201, data: { id: 7 }, step: 's' }, 1))
  judge.see(passing({ ask: 'GET /contatos/7', data: { ...body, id: 7, nome: 12 }, step: 's' }, 2))
  const { cause, findings } = judge.judgement(end)
  expect(cause?.code).toBe('data/shape:type')
  const hung = findings.filter(({ consequenceOf }) => consequenceOf === cause?.fingerprint)
  expect(hung.map(({ code }) => code)).toEqual(['records/created-readable:field'])
})
