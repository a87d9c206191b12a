import { describe, expect, it } from 'vitest'
import { baseUrl, refused, renewal, type Shot, step, steps } from '../rules/exchanges.fixture.js'
import { codes, error400, error500, judged, tree } from './judged.fixture.js'

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
      'homologation/spacing:too-close',
      'homologation/put-change:no-body',
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
    const own = steps({ 4: { response: { data: {} } } }).map((shot) => ({ ...shot, source: 'run' as const }))
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

  it('say of a step that lost its way nothing but that, and who called', () => {
    const lost = { ask: 'DELETE /x/homologacao/produtos/987', status: 404, body: 'x' }
    const { findings } = judged(steps({ 5: lost }))
    expect(tree(findings)).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/complete:failed <- homologation/right-routes:unknown-path',
    ])
    expect(tree(judged(steps({ 5: { ...lost, token: null } })).findings).slice(0, 2)).toEqual([
      'auth/bearer:missing',
      'homologation/right-routes:unknown-path',
    ])
    const elsewhere = { ask: 'GET /nada', token: null, status: 404 }
    expect(codes(judged([...steps().slice(0, 4), elsewhere, step(5)]).findings)).toContain(
      'auth/bearer:missing',
    )
  })

  it('say of a step at the real catalogue who called as well', () => {
    const refusal = { status: 401, response: { error: { type: 'invalid_token' } } }
    const roots = (change: Partial<Shot>) =>
      tree(judged([...steps().slice(0, 4), step(5, { ask: 'DELETE /produtos/987', ...change })]).findings)
    expect(roots({ token: null, ...refusal })).toEqual([
      'auth/bearer:missing',
      'homologation/right-routes:real-route',
      'homologation/token-renewed:gave-up <- auth/bearer:missing',
      'homologation/complete:failed <- auth/bearer:missing',
    ])
    expect(roots({ ask: 'DELETE /produtos/987?access_token=token-1' })).toContain('auth/same-origin:in-url')
    expect(roots({})).toEqual([
      'homologation/right-routes:real-route',
      'homologation/complete:unmet <- homologation/right-routes:real-route',
    ])
  })

  it('name a step without the body that it owes once, though 204 is another status', () => {
    const roots = (shots: readonly Shot[]) =>
      judged(shots, { ended: false, underTest: 'service' }).findings.flatMap(({ code, consequenceOf }) =>
        consequenceOf === null ? [code] : [],
      )
    expect(roots([step(1, { status: 204, response: undefined })])).toEqual([
      'homologation/product-data:no-body',
    ])
    expect(roots([step(1), step(2, { status: 204, response: undefined })])).toEqual([
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
    const { findings } = judged([step(1), refused(2, { response: undefined })], { ended: false })
    expect(findings).toEqual([])
  })

  describe('of requests that went astray', () => {
    const response = { error: { type: 'x' } }
    const list = { ask: 'GET /contatos', response: { data: [] } }
    const amid = (...shots: Shot[]) => judged([...steps().slice(0, 4), ...shots, step(5)])
    const places = ({ findings }: ReturnType<typeof amid>) =>
      findings.map(({ code, exchange, places = [] }) =>
        [code, exchange, ...places.map((place) => place.exchange)].join(' '),
      )

    it('are one of each real route, with its places, however often it was called', () => {
      const { verdict, cause, findings } = amid(...Array.from({ length: 700 }, () => list))
      expect([verdict, findings.length, cause?.exchange]).toEqual(['fail', 1, 'e5'])
      expect(findings[0]?.places?.length).toBe(500)
      expect(findings[0]?.places?.[0]).toMatchObject({ route: 'GET /contatos', step: null, exchange: 'e6' })
      const real = 'homologation/right-routes:real-route'
      const products = { ask: 'GET /produtos', response: { data: [] } }
      expect(places(amid(list, products, list))).toEqual([`${real} e5 e7`, `${real} e6`])
      expect(amid(list).findings[0]?.places).toBe(undefined)
      expect(amid(list).findings[0]?.fingerprint).toBe(findings[0]?.fingerprint)
    })

    it('are one of each record of a route and of each path that is none', () => {
      const asked = (ask: string) => ({ ask, status: 404, response })
      const read = ['GET /contatos/1', 'GET /contatos/2'].map(asked)
      const told = amid(...read, asked('GET /a'), asked('GET /b'), asked('GET /a'))
      expect(places(told).filter((one) => one.startsWith('homologation/right-routes'))).toEqual([
        'homologation/right-routes:real-route e5 e6',
        'homologation/right-routes:unknown-path e7 e9',
        'homologation/right-routes:unknown-path e8',
      ])
    })

    it('are one of what else is wrong with them, and what follows follows from that', () => {
      const ctes = { ask: 'GET /ctes', status: 404, response }
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
      const asked = (ask: string) => ({ ask, status: 404, response })
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
      const failed = renewal({ status: 500, response: '' })
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
