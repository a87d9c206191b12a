import { describe, expect, it } from 'vitest'
import { product, refused, renewal, renewedRun, type Shot, step, steps } from '../rules/exchanges.fixture.js'
import { fingerprint } from '../rules/fingerprint.js'
import { bling, spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { judged } from './judged.fixture.js'

describe('bodies that the run itself compares', async () => {
  const shapes = await loadShapes()
  const told = (shots: readonly Shot[]) =>
    judged(shots, { shapes, profile: bling }).findings.flatMap(({ requirement, code }) =>
      requirement === 'request/body' || requirement === 'homologation/put-change' ? code : [],
    )
  const more = { ...product, descricao: 'De louça' }
  const asAsked = {
    1: { response: { data: more } },
    2: { body: more, response: { data: { ...more, id: 987 } } },
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
    const beside = { ask: 'POST /contatos', body: { nome: 7 }, status: 400, response: { error: {} } }
    expect(told(paced([...steps(), beside]))).toContain('request/body:type')
  })

  it('are held against what the specification shows, and no document, where the recording lacks what step 1 handed out', () => {
    const unread = { text: null, sizeBytes: 40, flaw: 'not-recorded' } as const
    const unseen = (changes: Parameters<typeof steps>[0]) =>
      told(paced(steps({ 1: { responseBody: unread, gaps: ['answer-bodies'] }, ...changes })))
    expect(unseen({ 2: { body: { ...more, marca: 'x' } }, 3: { body: { ...more, nome: 'Copo' } } })).toEqual(
      [],
    )
    expect(unseen({ 2: { body: [more] } })).toEqual(['request/body:type'])
    expect(unseen({ 4: { body: { situacao: 'I', nome: 'Caneca' } } })).toEqual(['request/body:unknown'])
  })

  it('are held against it where step 1 handed out nothing to compare them with', () => {
    const run = [step(1, { response: { produto: product } }), step(2, { body: { ...product, nome: 5 } })]
    expect(told(paced(run))).toEqual(['request/body:type'])
  })

  it.each([[[product]], [JSON.stringify(product)]])('follow from step 1 where it handed out %j', (data) => {
    const run = steps({ 1: { response: { data } }, 2: { body: JSON.stringify(data) } })
    const { findings } = judged(paced(run), { shapes, profile: bling })
    const root = findings.find(({ requirement: id }) => id === 'homologation/product-data')
    expect(root?.consequenceOf).toBeNull()
    expect(findings.filter(({ step }) => step === 'homologation/2')).toMatchObject([
      { code: 'request/body:type', blame: 'service', consequenceOf: root?.fingerprint },
    ])
  })

  it.each<[string, Partial<Shot>]>([
    ['no `data`', { response: { produto: product } }],
    ['null', { response: { data: null } }],
    ['no JSON', { response: '{"data":' }],
    ['nothing', { response: undefined }],
  ])('follow from step 1 where it handed out %s and nothing came back', (_what, first) => {
    for (const body of ['null', null]) {
      const { findings } = judged(paced([step(1, first), step(2, { body })]), { shapes, profile: bling })
      const root = findings.find(({ severity }) => severity === 'error')
      expect(root).toMatchObject({ blame: 'service', step: 'homologation/1', consequenceOf: null })
      const second = findings.find(({ requirement: id }) => id === 'request/body')
      expect(second).toMatchObject({ consequenceOf: root?.fingerprint, blame: 'service' })
    }
  })

  it('are held against nothing else where step 1 handed out no fields', () => {
    const run = steps({ 1: { response: { data: {} } }, 2: { body: {} }, 3: { body: { nome: 'Copo' } } })
    const { findings } = judged(run)
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code)).toEqual(['homologation/product-data:empty'])
  })

  describe('at a route of real records', () => {
    const real = (body: unknown) => ({ ask: 'POST /produtos', body, status: 400, response: { error: {} } })
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
      expect(broken([step(1, { response: { data: { ...product, nome: 'Bule' } } }), real(body)])).toEqual([
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
    const refused = [
      step(1, { response: { data } }),
      step(2, { body: data, status: 400, response: { error } }),
    ]
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
    const { findings } = judged(paced(steps({ 2: { response: { data: { id: 'A7' } } } })), {
      shapes,
      profile: bling,
    })
    const second = findings.filter(({ exchange, blame }) => exchange === 'e2' && blame === 'service')
    expect(second.map(({ code }) => code)).toEqual(['homologation/product-id:not-an-identifier'])
  })

  it('leave the answer to its own schema', () => {
    const { findings } = judged(paced(steps({ 2: { response: { data: { id: 987, nome: 5 } } } })), {
      shapes,
      profile: bling,
    })
    const second = findings.filter(({ requirement }) => requirement === 'data/shape')
    expect(second.map(({ code, exchange }) => [code, exchange])).toEqual([['data/shape:type', 'e2']])
  })
})
