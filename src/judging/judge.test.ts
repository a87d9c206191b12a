import { describe, expect, it } from 'vitest'
import {
  baseUrl,
  contextOf,
  course,
  product,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../rules/course.fixture.js'
import type { Finding } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { JudgeContext } from '../rules/trace.js'
import { bling, spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { judge } from './judge.js'

const judged = (shots: readonly Shot[], context: Partial<JudgeContext> = {}) =>
  judge(course(shots), contextOf(context))

const codes = (findings: readonly Finding[]) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)

/** `consequence <- root`, or the root alone, in the order of the findings. */
function tree(findings: readonly Finding[]): string[] {
  const codeOf = new Map(findings.map((finding) => [finding.fingerprint, finding.code]))
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, consequenceOf }) => (consequenceOf ? `${code} <- ${codeOf.get(consequenceOf)}` : code))
}

const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value)
  return { text, sizeBytes: text.length, flaw: null }
}

const error500 = { status: 500, answer: { error: { type: 'server' } } }
const error400 = { status: 400, answer: { error: { type: 'VALIDATION_ERROR' } } }

it('names a finding as it always did, so that what was accepted of an older version stays so', () => {
  const [first, second] = judged(steps({ 2: { body: { nome: 'x' } } })).findings
  const names = ['homologation/post-data:invented', 2, 'POST /homologacao/produtos']
  expect(first?.fingerprint).toBe(fingerprint(names))
  expect(second).toBe(undefined)
})

describe('the verdict', () => {
  it.each<[string, readonly Shot[], Partial<JudgeContext>, string]>([
    ['five successes', steps(), {}, 'pass'],
    ['a renewal in between', renewedRun(), {}, 'pass'],
    ['a run still going on', steps().slice(0, 3), { ended: false }, 'incomplete'],
    ['a run that stopped midway', steps().slice(0, 3), {}, 'fail'],
    ['a warning alone', steps({ 2: { status: 200 } }), {}, 'pass'],
    ['an error', steps({ 5: error500 }), {}, 'fail'],
    ['nothing at all', [], {}, 'incomplete'],
    ['a token request alone', [renewal()], {}, 'incomplete'],
    ['another origin alone', [{ ask: 'GET https://outro.invalid/', channel: 'elsewhere' }], {}, 'incomplete'],
    ['nobody at the address', [step(1, { failure: 'refused' })], {}, 'incomplete'],
    ['an unknown name', [step(1, { failure: 'unresolved' })], {}, 'incomplete'],
    ['no handshake', [step(1, { failure: 'tls' })], {}, 'incomplete'],
    ['no connection', [step(1, { failure: 'unconnected' })], {}, 'incomplete'],
    ['an answer that never came', [step(1, { failure: 'timeout' })], {}, 'fail'],
    ['nobody at the address any more', [step(1), step(2, { failure: 'refused' })], {}, 'fail'],
  ])('of %s', (_what, shots, context, verdict) => {
    expect(judged(shots, context).verdict).toBe(verdict)
  })
})

describe('the verdict of a step', () => {
  const verdicts = (shots: readonly Shot[], context = {}) =>
    judged(shots, context).steps.map(({ verdict }) => verdict)

  it.each<[string, readonly Shot[], readonly string[]]>([
    ['passes with its success', steps(), ['pass', 'pass', 'pass', 'pass', 'pass']],
    ['passes after a renewal', renewedRun(), ['pass', 'pass', 'pass', 'pass', 'pass']],
    [
      'fails in spite of its success where it shows an error',
      steps({ 4: { afterMs: 100 } }),
      ['pass', 'pass', 'pass', 'fail', 'pass'],
    ],
    ['passes with a warning', steps({ 2: { status: 200 } }), ['pass', 'pass', 'pass', 'pass', 'pass']],
    ['fails with its error', steps({ 5: error500 }), ['pass', 'pass', 'pass', 'pass', 'fail']],
    [
      'fails where it was refused and no more came',
      [step(1), refused(2)],
      ['pass', 'fail', 'not-reached', 'not-reached', 'not-reached'],
    ],
    [
      'fails in another form, whatever was answered',
      steps({ 4: { ask: 'PATCH /homologacao/produtos/987' } }),
      ['pass', 'pass', 'pass', 'fail', 'pass'],
    ],
    ['is not reached where nothing was sent', [], Array(5).fill('not-reached')],
  ])('%s', (_what, shots, expected) => {
    expect(verdicts(shots)).toEqual(expected)
  })

  it('fails where it is named although nothing of it came', () => {
    const { steps: all, findings } = judged(steps().slice(0, 3))
    expect(findings.at(-1)).toMatchObject({ code: 'homologation/complete:stopped', step: 'homologation/3' })
    expect(all[2]?.verdict).toBe('fail')
    expect(all[3]).toMatchObject({ verdict: 'not-reached', exchanges: [], gapMs: null, durationMs: null })
  })

  it('is no pass while the run goes on and what it sent was refused, or hit the limit', () => {
    const limit = { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } } }
    for (const last of [refused(2), step(2, limit), step(2, { status: 204, answer: undefined })]) {
      const { steps: all } = judged([step(1), last], { ended: false })
      expect(all.slice(0, 3).map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'not-reached'])
    }
  })

  it('tells its exchanges, its smallest gap and its time', () => {
    const { steps: all } = judged(
      [
        step(1, { tookMs: 7 }),
        step(2),
        refused(3, { afterMs: 2_100 }),
        renewal(),
        step(3, { token: 'token-2', carries: 'hash-1', afterMs: 1_990, tookMs: 40 }),
      ],
      { ended: false },
    )
    expect(all[0]).toMatchObject({ exchanges: ['e1'], gapMs: null, durationMs: 7 })
    expect(all[2]).toMatchObject({ exchanges: ['e3', 'e5'], gapMs: 2_000, durationMs: 2_040 })
    expect(all.map(({ number, id, route }) => [number, id, route])[2]).toEqual([
      3,
      'homologation/3',
      'PUT /homologacao/produtos/{idProduto}',
    ])
  })

  it('has no time where no answer came', () => {
    expect(judged([step(1, { failure: 'timeout' })]).steps[0]).toMatchObject({ durationMs: null })
  })
})

describe('the cause', () => {
  const both: Shot[] = [
    step(1, { answer: { data: {} } }),
    step(2, { headers: [['Content-Type', 'application/json']] }),
    step(3),
    step(4),
    step(5),
  ]

  it.each([
    ['service', 'homologation/product-data:empty', 'service'],
    ['application', 'auth/bearer:missing', 'application'],
  ] as const)('is the first on the side of the %s where both erred', (underTest, code, blame) => {
    expect(judged(both, { underTest }).cause).toMatchObject({ code, blame })
  })

  it.each(['service', 'application'] as const)(
    'is the other side where the %s kept the rules',
    (underTest) => {
      const { cause } = judged(steps({ 5: error500 }), { underTest })
      expect(cause).toMatchObject({ code: 'homologation/answer-status:error', blame: 'service' })
    },
  )

  it('is no warning', () => {
    const { cause, findings } = judged(steps({ 2: { status: 200 } }))
    expect(findings.map(({ code }) => code)).toEqual(['homologation/answer-status:other-success'])
    expect(cause).toBeNull()
  })

  it('is the earlier of two', () => {
    const { cause, findings } = judged(steps({ 2: { afterMs: 10 }, 5: { afterMs: 20 } }))
    expect(codes(findings)).toEqual(['homologation/spacing:too-close', 'homologation/spacing:too-close'])
    expect(cause).toEqual(findings[0])
  })

  it('is the step that was passed over, before what the request in its place lacks', () => {
    const { cause } = judged([
      ...[step(1), step(2), refused(3), renewal()],
      ...[step(4, { token: 'token-2' }), step(5, { token: 'token-2' })],
    ])
    expect(cause).toMatchObject({ code: 'homologation/complete:passed-over', step: 'homologation/3' })
  })

  it.each([
    ['too close, first noted late', {}, { lateMs: 30 }, 1_980, 'homologation/spacing:machine-late'],
    ['too close, second noted late', {}, {}, 1_980, 'homologation/spacing:too-close'],
    ['too close by more than it was late', {}, { lateMs: 10 }, 1_980, 'homologation/spacing:too-close'],
    ['close enough, noted late', {}, { lateMs: 30 }, 2_000, undefined],
  ])('blames nobody for what the machine was too late to see: %s', (_name, second, first, afterMs, code) => {
    const { verdict, findings, readings } = judged(
      steps({ 1: first, 2: { ...second, afterMs, ...(code?.endsWith('close') && { lateMs: 30 }) } }),
    )
    expect(findings[0]?.code).toBe(code)
    const isFine = code !== 'homologation/spacing:too-close'
    expect([verdict, readings.find(({ id }) => id === 'spacing/at-least')?.verdict]).toEqual(
      isFine ? ['pass', 'pass'] : ['fail', 'fail'],
    )
    if (code?.endsWith('late'))
      expect([findings[0]?.severity, findings[0]?.blame]).toEqual(['info', 'harness'])
  })

  const lateRenewal = renewedRun().with(3, renewal({ lateMs: 30 }))

  it.each([
    ['over, a later request noted late', steps({ 3: { lateMs: 30 } }), 7_980, 'machine-late'],
    ['over, two noted late', steps({ 2: { lateMs: 15 }, 5: { lateMs: 15 } }), 7_980, 'machine-late'],
    ['over, the renewal noted late', lateRenewal, 9_990, 'machine-late'],
    ['over by just what it was late', steps({ 5: { lateMs: 25 } }), 7_980, 'machine-late'],
    ['over by more than it was late', steps({ 5: { lateMs: 24 } }), 7_980, 'over'],
    ['over, the first noted late', steps({ 1: { lateMs: 30 } }), 7_980, 'over'],
    ['in time, noted late', steps({ 5: { lateMs: 30 } }), 8_005, undefined],
  ])('blames nobody for a total that the machine may have drawn out: %s', (_name, shots, maxMs, code) => {
    const { verdict, findings, readings } = judged(shots, { profile: { ...spec, total: { maxMs } } })
    expect(findings.map((finding) => finding.code)).toEqual(code ? [`homologation/total-time:${code}`] : [])
    const expected = code === 'over' ? 'fail' : 'pass'
    const { verdict: read } = readings.find(({ id }) => id === 'total/limited') ?? {}
    expect([verdict, read]).toEqual([expected, expected])
    if (code === 'machine-late') expect(findings[0]).toMatchObject({ severity: 'info', blame: 'harness' })
  })

  it.each([
    ['our own run, whose answers took it', 'run', 9_000, 'slow-answers', 'service'],
    ['our own run, which waited', 'run', 0, 'over', 'harness'],
    ['an application that awaits an answer for so long', 'proxy', 9_000, 'over', 'application'],
  ] as const)('lays the total at the door of who took it: %s', (_name, source, tookMs, code, blame) => {
    const shots = steps({ 2: { tookMs }, 3: { afterMs: tookMs + 2_000 } }).map((shot) => ({
      ...shot,
      source,
    }))
    const { verdict, findings } = judged(shots, { profile: { ...spec, total: { maxMs: 7_900 } } })
    expect(verdict).toBe('fail')
    expect(findings).toMatchObject([{ code: `homologation/total-time:${code}`, blame }])
  })

  it.each([5, 0])(
    'accuses nobody by times that cannot be: all at one moment, answered after %i ms',
    (tookMs) => {
      const shots = steps().map((shot) => ({ ...shot, source: 'proxy' as const, afterMs: 0, tookMs }))
      const { verdict, findings, readings } = judged(shots)
      expect([verdict, findings]).toEqual(['pass', []])
      expect(readings.find(({ id }) => id === 'spacing/at-least')?.verdict).toBe('incomplete')
      const { findings: apart } = judged(shots.with(4, { ...step(5), source: 'proxy', afterMs: 1, tookMs }))
      expect(apart.map(({ severity }) => severity)).toContain('error')
    },
  )

  it('is never what follows from another', () => {
    const { cause } = judged([step(1), step(2, { body: null, ...error400 })])
    expect(cause?.code).toBe('homologation/post-data:no-body')
  })
})

describe('findings', () => {
  it('stand in the order of the traffic, the request before its answer, the outcome last', () => {
    const { findings } = judged([step(1), step(2), step(3, { body: null, ...error400 })])
    expect(findings.map(({ code }) => code)).toEqual([
      'homologation/put-change:no-body',
      'homologation/answer-status:error',
      'homologation/complete:failed',
    ])
  })

  it('of what observers see of the request stand before its answer, too', () => {
    const bare = { headers: [['Authorization', 'Bearer token-1'] as const] }
    const { findings } = judged([step(1), step(2, { ...bare, ...error500 })], { ended: false })
    expect(findings.map(({ code }) => code)).toEqual([
      'request/content-type:missing',
      'homologation/answer-status:error',
    ])
  })

  it('of who calls stand before what else the same request broke', () => {
    const { findings } = judged(steps({ 3: { token: null, afterMs: 10, body: null } }))
    expect(codes(findings)).toEqual([
      'auth/bearer:missing',
      'homologation/put-change:no-body',
      'homologation/spacing:too-close',
    ])
    expect(findings.every(({ places }) => places === undefined)).toBe(true)
  })

  it('have a fingerprint each, the same tomorrow, whatever the times', () => {
    const once = judged(steps({ 2: { afterMs: 10 }, 3: { afterMs: 20 } })).findings
    const again = judged(steps({ 2: { afterMs: 30 }, 3: { afterMs: 40, tookMs: 1 } })).findings
    expect(new Set(once.map(({ fingerprint }) => fingerprint)).size).toBe(2)
    expect(again.map(({ fingerprint }) => fingerprint)).toEqual(once.map(({ fingerprint }) => fingerprint))
  })

  it('have one each where the same happens twice at one step', () => {
    const twice = [step(1), step(2, { afterMs: 10 }), step(2, { afterMs: 10 })]
    const { findings } = judged(twice, { ended: false })
    const close = findings.filter(({ code }) => code === 'homologation/spacing:too-close')
    expect(close.map(({ exchange }) => exchange)).toEqual(['e2', 'e3'])
    expect(new Set(close.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it('blame the harness for what our own run did wrong', () => {
    const own = steps({ 4: { body: null } }).map((shot) => ({ ...shot, source: 'run' as const }))
    expect(judged(own, { underTest: 'service' }).findings[0]).toMatchObject({
      code: 'homologation/situation:no-body',
      blame: 'harness',
    })
  })

  it('of a step in another form name the route that was meant', () => {
    const bent = steps({ 4: { ask: 'PATCH /homologacao/produtos/987', token: null } })
    const told = judged(bent).findings.find(({ code }) => code === 'auth/bearer:missing')
    expect([told?.step, told?.route]).toEqual([
      'homologation/4',
      'PATCH /homologacao/produtos/{idProduto}/situacoes',
    ])
  })

  it('of one step stay as many as there were requests, of observers as well', () => {
    const bare = { headers: [['Authorization', 'Bearer token-1'] as const] }
    const { findings } = judged([step(1), step(2, bare), step(2, bare)], { ended: false })
    const told = findings.filter(({ code }) => code === 'request/content-type:missing')
    expect(told.map(({ exchange, places }) => [exchange, places])).toEqual([
      ['e2', undefined],
      ['e3', undefined],
    ])
  })

  it('blame the harness for what observers see of it, too', () => {
    const own = steps({ 4: { token: null } }).map((shot) => ({ ...shot, source: 'run' as const }))
    expect(judged(own, { underTest: 'service' }).findings[0]).toMatchObject({
      code: 'auth/bearer:missing',
      blame: 'harness',
    })
  })

  it('blame the service for what it answers to our own run', () => {
    const own = steps({ 4: { answer: { data: {} } } }).map((shot) => ({ ...shot, source: 'run' as const }))
    const { findings } = judged(own, { underTest: 'service' })
    expect(findings.map(({ code, blame }) => [code, blame])).toEqual([
      ['envelope/no-content:body', 'service'],
    ])
  })

  it('blame no harness for a token that the user gave no way to renew', () => {
    const own = [step(1), refused(2)].map((shot) => ({ ...shot, source: 'run' as const }))
    expect(judged(own, { underTest: 'service' }).cause).toMatchObject({
      code: 'homologation/token-renewed:gave-up',
      blame: 'application',
    })
  })

  it('name a step that lost its way once, by the rules of the run', () => {
    const lost = { ask: 'DELETE https://erp.exemplo.invalid/homologacao/produtos/987', status: 404 }
    const { findings } = judged(steps({ 5: { ...lost, body: 'x' } }))
    expect(tree(findings)[0]).toBe('homologation/right-routes:lost-prefix')
    expect(findings.map(({ requirement }) => requirement)).not.toContain('request/content-type')
  })

  it('say of a step that lost its way nothing but that', () => {
    const lost = { ask: 'DELETE /x/homologacao/produtos/987', status: 404, token: null }
    const { findings } = judged(steps({ 5: lost }))
    expect(tree(findings)).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/complete:failed <- homologation/right-routes:unknown-path',
    ])
    const elsewhere = { ask: 'GET /nada', token: null, status: 404 }
    expect(codes(judged([...steps().slice(0, 4), elsewhere, step(5)]).findings)).toContain(
      'auth/bearer:missing',
    )
  })

  it('name a step without the body that it owes once, though 204 is another status', () => {
    const roots = (shots: readonly Shot[]) =>
      judged(shots, { ended: false, underTest: 'service' }).findings.flatMap(({ code, consequenceOf }) =>
        consequenceOf === null ? [code] : [],
      )
    expect(roots([step(1, { status: 204, answer: undefined })])).toEqual([
      'homologation/product-data:no-body',
    ])
    expect(roots([step(1), step(2, { status: 204, answer: undefined })])).toEqual([
      'homologation/product-id:no-body',
    ])
    expect(roots([step(1, { status: 206 })])).toEqual(['homologation/answer-status:other-success'])
  })

  it.each([
    ['GET /produto/7', 'versioning/v2-route:successor'],
    ['GET /ctes', 'versioning/unavailable:asked'],
  ])('name %s, amid a run, by what versions have', (ask, cause) => {
    const { findings } = judged([...steps().slice(0, 4), { ask, status: 404 }, step(5)])
    expect(tree(findings)).toEqual([cause, `homologation/right-routes:unknown-path <- ${cause}`])
  })

  it('name a DELETE with a body once', () => {
    const { findings } = judged(
      steps({ 5: { body: 'texto', headers: [['Authorization', 'Bearer token-1']] } }),
    )
    expect(findings.map(({ code }) => code)).toEqual(['homologation/delete:body'])
  })

  it('do not ask the shape of errors of a refused token or a limit', () => {
    const { findings } = judged([step(1), refused(2, { answer: undefined })], { ended: false })
    expect(findings).toEqual([])
  })

  describe('of requests that went astray', () => {
    const answer = { error: { type: 'x' } }
    const list = { ask: 'GET /contatos', answer: { data: [] } }
    const amid = (...shots: Shot[]) => judged([...steps().slice(0, 4), ...shots, step(5)])
    const places = ({ findings }: ReturnType<typeof amid>) =>
      findings.map(({ code, exchange, places = [] }) =>
        [code, exchange, ...places.map((place) => place.exchange)].join(' '),
      )

    it('are one of each real route, with its places, however often it was called', () => {
      const { verdict, cause, findings } = amid(...Array.from({ length: 700 }, () => list))
      expect([verdict, findings.length, cause?.exchange]).toEqual(['fail', 1, 'e5'])
      expect(findings[0]?.places?.length).toBe(500)
      expect(findings[0]?.places?.[0]).toEqual({ route: 'GET /contatos', step: null, exchange: 'e6' })
      const real = 'homologation/right-routes:real-route'
      const products = { ask: 'GET /produtos', answer: { data: [] } }
      expect(places(amid(list, products, list))).toEqual([`${real} e5 e7`, `${real} e6`])
      expect(amid(list).findings[0]?.places).toBe(undefined)
      expect(amid(list).findings[0]?.fingerprint).toBe(findings[0]?.fingerprint)
    })

    it('are one of each record of a route and of each path that is none', () => {
      const asked = (ask: string) => ({ ask, status: 404, answer })
      const read = ['GET /contatos/1', 'GET /contatos/2'].map(asked)
      const told = amid(...read, asked('GET /a'), asked('GET /b'), asked('GET /a'))
      expect(places(told).filter((one) => one.startsWith('homologation/right-routes'))).toEqual([
        'homologation/right-routes:real-route e5 e6',
        'homologation/right-routes:unknown-path e7 e9',
        'homologation/right-routes:unknown-path e8',
      ])
    })

    it('are one of what else is wrong with them, and what follows follows from that', () => {
      const ctes = { ask: 'GET /ctes', status: 404, answer }
      const told = amid(ctes, ctes)
      expect(tree(told.findings)).toEqual([
        'versioning/unavailable:asked',
        'homologation/right-routes:unknown-path <- versioning/unavailable:asked',
      ])
      expect(places(told)).toEqual([
        'versioning/unavailable:asked e5 e6',
        'homologation/right-routes:unknown-path e5 e6',
      ])
    })

    it('are another for each step that they were meant for, and for each verb', () => {
      const asked = (ask: string) => ({ ask, status: 404, answer })
      const lost = (method: string) => asked(`${method} ${new URL(baseUrl).origin}/homologacao/produtos/987`)
      const [put, remove] = [lost('PUT'), lost('DELETE')]
      const told = judged([
        step(1),
        step(2),
        put,
        put,
        step(3),
        asked('GET /a'),
        asked('PUT /a'),
        step(4),
        remove,
      ])
      expect(places(told).filter((one) => one.startsWith('homologation/right-routes'))).toEqual([
        'homologation/right-routes:lost-prefix e3 e4',
        'homologation/right-routes:unknown-path e6',
        'homologation/right-routes:unknown-path e7',
        'homologation/right-routes:lost-prefix e9',
      ])
    })

    it('stay two where a renewal failed twice', () => {
      const failed = renewal({ status: 500, answer: '' })
      const { findings } = judged([step(1), refused(2), failed, refused(2, { carries: 'hash-1' }), failed])
      const told = findings.filter(({ code }) => code === 'auth/renewal:refused')
      expect(told.map(({ exchange }) => exchange)).toEqual(['e3', 'e5'])
    })
  })

  it('carry the step and the route of what observers see', () => {
    const { findings } = judged(
      steps({
        1: {
          headers: [
            ['Authorization', 'Bearer token-1'],
            ['Content-Type', 'application/json'],
          ],
        },
      }),
    )
    expect(findings).toMatchObject([
      {
        code: 'request/content-type:without-body',
        step: 'homologation/1',
        route: 'GET /homologacao/produtos',
        exchange: 'e1',
      },
    ])
  })
})

describe('what follows from what', () => {
  const wrong = { body: { ...product, preco: 32 } }
  const late = { afterMs: 10 }
  const anew = { token: 'token-2', carries: 'hash-1' }
  const tooMany = { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } } }

  it.each<[string, readonly Shot[], readonly string[]]>([
    [
      'a token that was not renewed stands beside a spacing that was not kept',
      [step(1), refused(2, late)],
      [
        'homologation/spacing:too-close',
        'homologation/token-renewed:gave-up',
        'homologation/complete:failed <- homologation/token-renewed:gave-up',
      ],
    ],
    [
      'a renewal that was not used stands beside a body',
      [step(1), step(2, wrong), refused(3), renewal()],
      [
        'homologation/post-data:changed',
        'homologation/token-renewed:renewed-unused',
        'homologation/complete:failed <- homologation/token-renewed:renewed-unused',
      ],
    ],
    [
      'a refused step that was passed over stands beside a hash',
      [step(1), step(2), refused(3), renewal(), step(4, { token: 'token-2' }), step(5, { token: 'token-2' })],
      ['homologation/hash-carried:missing', 'homologation/complete:passed-over'],
    ],
    [
      'a renewal that was refused explains what came of it',
      [step(1), refused(2), renewal({ status: 500, answer: '' })],
      [
        'auth/renewal:refused',
        'homologation/token-renewed:not-renewed <- auth/renewal:refused',
        'homologation/complete:failed <- auth/renewal:refused',
      ],
    ],
    [
      'the old token after a failed renewal follows from the renewal',
      [step(1), refused(2), renewal({ status: 500, answer: '' }), refused(2, { carries: 'hash-1' })],
      [
        'auth/renewal:refused',
        'homologation/token-renewed:same-token <- auth/renewal:refused',
        'homologation/token-renewed:gave-up <- auth/renewal:refused',
        'homologation/complete:failed <- auth/renewal:refused',
      ],
    ],
    [
      'the old token after a renewal that succeeded is a fault of its own',
      [step(1), refused(2), renewal(), refused(2, { carries: 'hash-1' })],
      [
        'homologation/token-renewed:same-token',
        'homologation/token-renewed:gave-up <- homologation/token-renewed:same-token',
        'homologation/complete:failed <- homologation/token-renewed:same-token',
      ],
    ],
    [
      'a token that no renewal brought is the root, however often another follows it',
      [
        step(1),
        refused(2),
        renewal(),
        refused(2, { carries: 'hash-1', token: 'made-up-1' }),
        renewal({
          body: 'grant_type=refresh_token&refresh_token=refresh-2',
          answer: { access_token: 'token-3', token_type: 'Bearer' },
        }),
        refused(2, { carries: 'hash-1', token: 'made-up-2' }),
      ],
      [
        'homologation/token-renewed:other-token',
        'homologation/token-renewed:other-token <- homologation/token-renewed:other-token',
        'homologation/renewal-bounded:endless',
        'homologation/complete:failed <- homologation/token-renewed:other-token',
      ],
    ],
    [
      'a token that our service never gave, in place of one that worked',
      [step(1), refused(2, { token: 'made-up' })],
      [
        'homologation/token-renewed:other-token',
        'homologation/token-renewed:gave-up <- homologation/token-renewed:other-token',
        'homologation/complete:failed <- homologation/token-renewed:other-token',
      ],
    ],
    [
      'the same where we only look on: another process may have renewed it',
      [step(1), refused(2, { token: 'unseen' })].map((shot) => ({ ...shot, source: 'proxy' as const })),
      [
        'homologation/token-renewed:gave-up',
        'homologation/complete:failed <- homologation/token-renewed:gave-up',
      ],
    ],
    [
      'a token that only another process can have renewed, and that works',
      [step(1), refused(2), renewal(), step(2, { carries: 'hash-1', token: 'of-another' })],
      ['homologation/complete:stopped'],
    ],
    ...['Bearer a b', 'Bearer undefined', 'Bearer'].map((credentials): [string, Shot[], string[]] => [
      `what a renewal without a usable token leaves to send: ${credentials}`,
      [
        step(1),
        refused(2),
        renewal({ answer: { access_token: 'a b', token_type: 'Bearer' } }),
        refused(2, {
          headers: [
            ['Authorization', credentials],
            ['Content-Type', 'application/json'],
            [spec.hash.header, 'hash-1'],
          ],
        }),
      ],
      [
        'auth/renewal:unusable-token',
        `auth/bearer:${credentials === 'Bearer a b' ? 'not-bearer' : 'placeholder'} <- auth/renewal:unusable-token`,
        'homologation/complete:failed <- auth/renewal:unusable-token',
      ],
    ]),
    [
      'a refusal without a word Bearer is earned',
      [
        step(1),
        refused(2, {
          headers: [
            ['Authorization', 'Token x'],
            ['Content-Type', 'application/json'],
          ],
        }),
      ],
      [
        'auth/bearer:not-bearer',
        'homologation/token-renewed:gave-up <- auth/bearer:not-bearer',
        'homologation/complete:failed <- auth/bearer:not-bearer',
      ],
    ],
    [
      'two faults that have nothing to do with each other are two',
      steps({ 3: late, 5: error500 }),
      [
        'homologation/spacing:too-close',
        'homologation/answer-status:error',
        'homologation/complete:failed <- homologation/answer-status:error',
      ],
    ],
    [
      'an error is what its own request earned',
      renewedRun({ 3: { carries: undefined, ...error400 } }).slice(0, 5),
      [
        'homologation/hash-carried:missing',
        'homologation/answer-status:error <- homologation/hash-carried:missing',
        'homologation/complete:failed <- homologation/hash-carried:missing',
      ],
    ],
    [
      'a refused request follows from a product that was never right',
      [step(1), step(2, wrong), step(3, error400)],
      [
        'homologation/post-data:changed',
        'homologation/answer-status:error <- homologation/post-data:changed',
        'homologation/complete:failed <- homologation/post-data:changed',
      ],
    ],
    [
      'a failure of the service does not',
      [step(1), step(2, wrong), step(3, error500)],
      [
        'homologation/post-data:changed',
        'homologation/answer-status:error',
        'homologation/complete:failed <- homologation/answer-status:error',
      ],
    ],
    [
      'nor does a refused request follow from an interval before it',
      [step(1), step(2, late), step(3, error400)],
      [
        'homologation/spacing:too-close',
        'homologation/answer-status:error',
        'homologation/complete:failed <- homologation/answer-status:error',
      ],
    ],
    ...([1, 2] as const).map((number): [string, Shot[], string[]] => [
      `who could not read the answer to step ${number} stops later`,
      steps({ [number]: { answerHeaders: [['Content-Type', 'text/html']] } })
        .slice(0, 3)
        .map((shot, i) =>
          i === number - 1 ? { ...shot, answerBody: bodyOf(shot.answer), answer: undefined } : shot,
        ),
      ['envelope/json:not-declared', 'homologation/complete:stopped <- envelope/json:not-declared'],
    ]),
    [
      'what nobody reads of the answer to another request stops nobody',
      [
        step(1),
        {
          ask: 'GET /contatos',
          answerBody: bodyOf({ data: [] }),
          answerHeaders: [['Content-Type', 'text/html']],
        },
        step(2),
      ],
      ['homologation/right-routes:real-route', 'envelope/json:not-declared', 'homologation/complete:stopped'],
    ],
    [
      'what nobody reads of a later answer stops nobody',
      [step(1), step(2), step(3, { answer: 'texto' }), step(4)],
      ['envelope/no-content:body', 'homologation/complete:stopped'],
    ],
    [
      'who was given no identifier stops',
      [step(1), step(2, { answer: { data: {} } })],
      ['homologation/product-id:missing', 'homologation/complete:stopped <- homologation/product-id:missing'],
    ],
    [
      'who was given all and stops does so for a reason of its own',
      steps({ 2: late }).slice(0, 4),
      ['homologation/spacing:too-close', 'homologation/complete:stopped'],
    ],
    [
      'a limit is hit by who does not wait',
      [step(1), step(2, { ...late, ...tooMany })],
      [
        'homologation/spacing:too-close',
        'homologation/limit-hit:gave-up <- homologation/spacing:too-close',
        'homologation/complete:failed <- homologation/spacing:too-close',
      ],
    ],
    [
      'not by who sends another body',
      [step(1), step(2, { ...wrong, ...tooMany })],
      [
        'homologation/post-data:changed',
        'homologation/limit-hit:gave-up',
        'homologation/complete:failed <- homologation/limit-hit:gave-up',
      ],
    ],
    [
      'by the newest fault of the pace',
      [step(1), step(2, late), step(3, { tookMs: 5_000 }), step(4, tooMany)],
      [
        'homologation/spacing:too-close',
        'homologation/sequential:overlap',
        'homologation/limit-hit:gave-up <- homologation/sequential:overlap',
        'homologation/complete:failed <- homologation/sequential:overlap',
      ],
    ],
    [
      'a failure of a step in another form follows from that form',
      [step(1), step(2), step(3), step(4, { ask: 'PATCH /homologacao/produtos/987', ...error500 })],
      ['homologation/situation:path', 'homologation/complete:failed <- homologation/situation:path'],
    ],
    [
      'to go on after the limit is a fault beside the one that hit it',
      [step(1), step(2, { ...late, ...tooMany }), step(3)],
      [
        'homologation/spacing:too-close',
        'homologation/limit-hit:went-on',
        'homologation/complete:passed-over <- homologation/limit-hit:went-on',
      ],
    ],
    [
      'a step in another form was never met',
      steps({ 4: { ask: 'PATCH /homologacao/produtos/987' } }),
      ['homologation/situation:path', 'homologation/complete:unmet <- homologation/situation:path'],
    ],
    [
      'a step at an address where nobody could tell is not left out beside',
      [step(1), step(2), step(3, { ask: 'PUT /homologcao/produtos/987', status: 404 }), step(4), step(5)],
      [
        'homologation/right-routes:unknown-path',
        'homologation/order:left-out <- homologation/right-routes:unknown-path',
        'homologation/complete:unmet <- homologation/right-routes:unknown-path',
      ],
    ],
    [
      'a step that was left out was never met',
      [step(1), step(2), step(4), step(5)],
      ['homologation/order:left-out', 'homologation/complete:unmet <- homologation/order:left-out'],
    ],
    [
      'an answer that never came ends the run',
      [step(1), step(2, { ...late, failure: 'timeout', source: 'proxy' })],
      [
        'homologation/spacing:too-close',
        'service/answers:timeout',
        'homologation/complete:failed <- service/answers:timeout',
      ],
    ],
    [
      'a renewal without credentials is refused, which explains the rest',
      [step(1), refused(2), renewal({ status: 400, headers: [], answer: { error: 'invalid_client' } })],
      [
        'auth/renewal:refused',
        'homologation/token-renewed:not-renewed <- auth/renewal:refused',
        'homologation/complete:failed <- auth/renewal:refused',
      ],
    ],
    [
      'a step sent with the new token after its refusal follows from nothing',
      [step(1), step(2), refused(3), renewal(), step(3, { ...anew, ...error500 })],
      [
        'homologation/answer-status:error',
        'homologation/complete:failed <- homologation/answer-status:error',
      ],
    ],
  ])('%s', (_what, shots, expected) => {
    const { findings } = judged(shots)
    expect(tree(findings)).toEqual(expected)
    const told = findings.map(
      (one) => `${one.code} | ${one.severity} | ${one.blame} | ${one.step} | ${JSON.stringify(one.values)}`,
    )
    expect(told.join('\n')).toMatchSnapshot()
  })
})

describe('coverage', () => {
  const reasons = (shots: readonly Shot[], context: Partial<JudgeContext> = {}) =>
    Object.fromEntries(
      judged(shots, context).coverage.requirements.untested.map(({ id, reason }) => [id, reason]),
    )

  it('says why something was not tested', () => {
    expect(reasons(steps())).toMatchObject({
      'homologation/limit-hit': 'no-limit-hit',
      'homologation/total-time': 'no-total',
      'homologation/token-renewed': 'no-refusal',
      'homologation/renewal-bounded': 'no-refusal',
      'homologation/hash-carried': 'no-carrier',
    })
  })

  it('does so for free spacing', () => {
    const free = { ...spec, spacing: { ...spec.spacing, reading: 'free' as const } }
    expect(reasons(steps(), { profile: free })).toMatchObject({ 'homologation/spacing': 'no-spacing' })
    expect(reasons([step(1)])).toMatchObject({ 'homologation/spacing': 'not-exercised' })
  })

  it('blames the recording for what it does not hold', () => {
    const cut = steps({ 2: { gaps: ['request-bodies'] } })
    expect(reasons(cut)).toMatchObject({
      'homologation/token-renewed': 'not-in-recording',
      'homologation/hash-carried': 'not-in-recording',
      'homologation/limit-hit': 'no-limit-hit',
    })
    expect(reasons(steps({ 2: { gaps: ['whole-milliseconds'] } }))).toMatchObject({
      'homologation/token-renewed': 'no-refusal',
    })
  })

  it('lists what was tested, in the order of the requirements, and never twice', () => {
    const { tested, untested } = judged(renewedRun()).coverage.requirements
    expect(tested).toContain('homologation/token-renewed')
    expect(tested).toContain('homologation/hash-carried')
    expect(tested).not.toContain('homologation/limit-hit')
    expect(new Set([...tested, ...untested.map(({ id }) => id)]).size).toBe(tested.length + untested.length)
  })

  it('lists the routes that were answered', () => {
    const { routes } = judged([step(1), step(2), step(3, { failure: 'timeout' })]).coverage
    expect(routes.exercised).toEqual(['GET /homologacao/produtos', 'POST /homologacao/produtos'])
    expect(routes.notExercised.map(({ reason }) => reason)).toEqual(Array(3).fill('step-not-reached'))
  })
})

describe('recordings that hold less', () => {
  const gapped = (gap: Partial<Shot>, number: 1 | 2 | 3 | 4 | 5) => steps({ [number]: gap })
  const unread = { text: null, sizeBytes: 40, flaw: 'not-recorded' } as const
  const cut = { text: '{"nome":', sizeBytes: 90, flaw: 'truncated' } as const

  it.each<[string, readonly Shot[]]>([
    ['the body of step 1', gapped({ answerBody: unread, gaps: ['answer-bodies'] }, 1)],
    ['the body of step 2', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 2)],
    [
      'a body of step 2 that was left out altogether',
      gapped({ requestBody: null, gaps: ['request-bodies'] }, 2),
    ],
    ['the end of the body of step 2', gapped({ requestBody: cut }, 2)],
    ['the end of the body of step 3', gapped({ requestBody: cut }, 3)],
    ['the body of step 3', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 3)],
    ['the body of step 4', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 4)],
    ['the answer to step 2', gapped({ answerBody: unread, gaps: ['answer-bodies'] }, 2)],
  ])('accuse nobody: without %s', (_what, shots) => {
    expect(codes(judged(shots).findings)).toEqual([])
  })

  it('accuse nobody: without times', () => {
    const timeless = steps().map((shot) => ({ ...shot, afterMs: 1, gaps: ['times' as const] }))
    expect(codes(judged(timeless).findings)).toEqual([])
  })

  it('accuse nobody: without a body of unknown size', () => {
    const unknown = { text: null, sizeBytes: 0, flaw: 'not-recorded' } as const
    for (const number of [1, 2] as const)
      expect(
        codes(judged(gapped({ answerBody: unknown, gaps: ['answer-bodies'] }, number)).findings),
      ).toEqual([])
  })

  it.each([1, 2, 3] as const)('accuse nobody: without the headers of step %d', (number) => {
    const bare = gapped({ headers: [], issues: undefined, gaps: ['headers', 'authorization'] }, number)
    const { findings, readings } = judged(bare)
    expect(codes(findings)).toEqual([])
    expect(readings.find(({ id }) => id === 'hash/every-step')?.verdict).toBe('incomplete')
  })

  it('accuse nobody: without authorization', () => {
    const bare = steps().map((shot) => ({ ...shot, token: null, gaps: ['authorization' as const] }))
    expect(codes(judged(bare).findings)).toEqual([])
  })

  it.each([
    [1_999, []],
    [1_998.9, ['homologation/spacing:too-close']],
  ])('allow for whole milliseconds: a gap of %d ms', (afterMs, expected) => {
    const whole = steps({ 3: { afterMs } }).map((shot) => ({
      ...shot,
      gaps: ['whole-milliseconds' as const],
    }))
    expect(codes(judged(whole).findings)).toEqual(expected)
  })
})

describe('an attempt', () => {
  const limit: Shot = step(2, { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } } })

  it('begins anew after the limit was hit, and is judged for itself', () => {
    const again = steps({ 1: { issues: 'hash-2' } })
    const { findings, verdict } = judged([step(1), limit, ...again])
    expect(codes(findings)).toEqual([])
    expect(verdict).toBe('pass')
  })

  it('knows no hash of the attempt before it', () => {
    const everyStep = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
    const old = { carries: 'hash-1' }
    const again = steps({ 1: { issues: 'hash-2' }, 2: old, 3: old, 4: old, 5: old })
    const { findings } = judged([step(1), { ...limit, carries: 'hash-1' }, ...again], { profile: everyStep })
    expect(new Set(codes(findings))).toEqual(new Set(['homologation/hash-carried:unknown']))
  })

  it('asks for no hash that only the attempt before it was given', () => {
    const everyStep = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
    const again = steps({ 1: { issues: '' } })
    const { findings } = judged([step(1), { ...limit, carries: 'hash-1' }, ...again], { profile: everyStep })
    expect(codes(findings)).toEqual(['homologation/hash-issued:empty'])
  })

  it('compares with no product where it was given none', () => {
    const { findings } = judged([step(1), limit, step(1, error500), step(2, { body: { nome: 'x' } })])
    expect(codes(findings)).not.toContain('homologation/post-data:invented')
    expect(codes(findings)).not.toContain('homologation/post-data:missing')
  })

  it('takes no product of the attempt before it', () => {
    const other = { ...product, nome: 'Outra' }
    const again = steps({ 1: { answer: { data: other } } })
    const { findings } = judged([step(1), limit, ...again])
    expect(codes(findings)[0]).toBe('homologation/post-data:changed')
  })
})

it('judges under the profile in force', () => {
  const slow = steps({ 3: { afterMs: 2_100 } }).map((shot) => ({ ...shot }))
  expect(codes(judged(slow).findings)).toEqual([])
  const profile = { ...bling, hash: { ...spec.hash }, change: spec.change }
  expect(codes(judged(slow, { profile }).findings)).toContain('homologation/spacing:too-far')
})

it('tells no request of another origin from a step', () => {
  const other: Shot = {
    ask: `GET https://outro.invalid${new URL(baseUrl).pathname}/homologacao/produtos`,
    channel: 'elsewhere',
    token: null,
  }
  expect(judged([...steps(), other]).verdict).toBe('pass')
})

describe('bodies that the run itself compares', async () => {
  const shapes = await loadShapes()
  const told = (shots: readonly Shot[]) =>
    judged(shots, { shapes, profile: bling }).findings.flatMap(({ requirement, code }) =>
      requirement === 'request/body' || requirement === 'homologation/put-change' ? code : [],
    )
  const more = { ...product, descricao: 'De louça' }
  const asAsked = {
    1: { answer: { data: more } },
    2: { body: more, answer: { data: { ...more, id: 987 } } },
    3: { body: { ...more, nome: 'Copo' } },
  }
  const paced = (shots: readonly Shot[]) => shots.map((shot) => ({ ...shot, afterMs: 600 }))

  it('are not held against a schema where they hold what step 1 handed out', () => {
    expect(told(paced(steps(asAsked)))).toEqual([])
  })

  it('are told once, where the request was refused and came again', () => {
    const body = { data: { ...product, nome: 'Copo' } }
    const run = renewedRun({ 3: { body } }).map((shot, i) => (i === 2 ? { ...shot, body } : shot))
    expect(told(paced(run))).toEqual(['homologation/put-change:wrapped'])
  })

  const surplus = { situacao: 'I', nome: 'Caneca', codigo: 'C' }

  it('are held against it at step 4, of which step 1 says nothing', () => {
    const run = steps({ 4: { body: { situacao: 'I', nome: 'Caneca' } } })
    expect(told(paced(run))).toEqual(['request/body:unknown'])
  })

  it('are told there once, where the request was refused and came again', () => {
    const body = { situacao: 'I', nome: 'Caneca' }
    const anew = { token: 'token-2', carries: 'hash-1' }
    const three = steps().slice(0, 3)
    const run = [
      ...three,
      refused(4, { body }),
      renewal(),
      step(4, { ...anew, body }),
      step(5, { token: 'token-2' }),
    ]
    expect(told(paced(run))).toEqual(['request/body:unknown'])
  })

  it('are told of field by field, each by a name that it keeps whatever else is wrong', () => {
    const named = (body: object) =>
      judged(paced(steps({ 4: { body } })), { shapes, profile: bling })
        .findings.filter(({ requirement: id }) => id === 'request/body')
        .map((one) => one.fingerprint)
    const of = (path: string) =>
      fingerprint(['request/body:unknown', 4, 'PATCH /homologacao/produtos/{idProduto}/situacoes', path])
    expect(named(surplus)).toEqual([of('$.nome'), of('$.codigo')])
    expect(named({ situacao: 'I', codigo: 'C' })).toEqual([of('$.codigo')])
  })

  it('are held against it after step 5, where no rule of the run says anything', () => {
    const beside = { ask: 'POST /contatos', body: { nome: 7 }, status: 400, answer: { error: {} } }
    expect(told(paced([...steps(), beside]))).toContain('request/body:type')
  })

  it('are held against it where step 1 handed out nothing to compare them with', () => {
    const run = [step(1, { answer: { produto: product } }), step(2, { body: { ...product, nome: 5 } })]
    expect(told(paced(run))).toEqual(['request/body:type'])
  })

  describe('at a route of real records', () => {
    const real = (body: unknown) => ({ ask: 'POST /produtos', body, status: 400, answer: { error: {} } })
    const broken = (shots: readonly Shot[]) =>
      judged(paced(shots), { shapes, profile: bling })
        .findings.filter(({ requirement: id }) => /right-routes|request.body|post-data/.test(id))
        .map(
          ({ code, severity, values }) =>
            `${code} ${severity}${String(values.path ?? '').startsWith('$') ? ` ${values.path}` : ''}`,
        )
    const stray = 'homologation/right-routes:real-route error'
    const full = { nome: 'Caneca', tipo: 'P', situacao: 'A', formato: 'S' }

    it.each<[string, unknown, string[]]>([
      ['are that route’s', { ...full, nome: 7 }, ['request/body:type warning $.nome']],
      ['are that route’s where they are none', undefined, ['request/body:none warning']],
      ['are accused of nothing while they keep its shape', full, []],
    ])('%s, before a step 1 and after one that gave something else', (_what, body, told) => {
      expect(broken([real(body)])).toEqual([stray, ...told])
      expect(broken([step(1, { answer: { data: { ...product, nome: 'Bule' } } }), real(body)])).toEqual([
        stray,
        ...told,
      ])
    })

    it('are told of at that route, and of no step', () => {
      const { findings } = judged(paced([step(1), real({ ...full, nome: 'Tigela', preco: 'x' })]), {
        shapes,
        profile: bling,
      })
      const told = findings.filter(({ requirement: id }) => id === 'request/body')
      expect(told.map(({ step, route }) => [step, route])).toEqual([[null, 'POST /produtos']])
    })

    it('are the step’s where they hold what step 1 handed out, wrapped or bent', () => {
      expect(broken([step(1), real(product)])).toEqual([stray])
      expect(broken([step(1), real({ data: product })])).toEqual([
        stray,
        'homologation/post-data:wrapped error',
      ])
      expect(broken([step(1), real({ ...product, preco: '32' })])).toEqual([
        stray,
        'homologation/post-data:type-changed error',
      ])
    })
  })

  it.each<[string, object, string]>([
    ['lacks its name', { codigo: 'a' }, 'data/shape:missing'],
    ['has a name of another type', { ...product, nome: 7 }, 'data/shape:type'],
    ['has a price that is text', { ...product, preco: '32' }, 'data/shape:type'],
  ])('are told of step 1, whose data %s, beside the refusal of step 2', (_what, data, code) => {
    const error = { type: 'VALIDATION_ERROR', message: 'm', description: 'd' }
    const refused = [step(1, { answer: { data } }), step(2, { body: data, status: 400, answer: { error } })]
    const byBling = { shapes, underTest: 'service' as const, profile: { ...bling, hash: spec.hash } }
    const { findings, cause, verdict } = judged(paced(refused), byBling)
    const told = findings.filter(({ requirement: id }) => id === 'data/shape')
    expect(told.map((one) => [one.code, one.severity, one.step])).toEqual([
      [code, 'warning', 'homologation/1'],
    ])
    expect([verdict, cause?.step]).toEqual(['fail', 'homologation/2'])
    const bySpec = judged(refused, { shapes })
    expect(bySpec.findings.filter(({ requirement: id }) => id === 'data/shape')).toEqual([])
  })

  it('of an answer are told once, where the run itself names what is wrong with it', () => {
    const { findings } = judged(paced(steps({ 2: { answer: { data: { id: 'A7' } } } })), {
      shapes,
      profile: bling,
    })
    const second = findings.filter(({ exchange, blame }) => exchange === 'e2' && blame === 'service')
    expect(second.map(({ code }) => code)).toEqual(['homologation/product-id:not-an-identifier'])
  })

  it('leave the answer to its own schema', () => {
    const { findings } = judged(paced(steps({ 2: { answer: { data: { id: 987, nome: 5 } } } })), {
      shapes,
      profile: bling,
    })
    const second = findings.filter(({ requirement }) => requirement === 'data/shape')
    expect(second.map(({ code, exchange }) => [code, exchange])).toEqual([['data/shape:type', 'e2']])
  })
})
