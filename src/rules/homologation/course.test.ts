import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import {
  contextOf,
  exchangesOf,
  product,
  refused,
  renewal,
  type Shot,
  step,
  steps,
} from '../exchanges.fixture.js'
import { broken, harmless, roots } from './rows.fixture.js'

describe('the spelling of a step', () => {
  const unknown = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  const asks = {
    slash: 'DELETE /homologacao/produtos/987/',
    verb: 'delete /homologacao/produtos/987',
  }
  harmless([['a query behind the path', steps({ 5: { ask: 'DELETE /homologacao/produtos/987?loja=1' } })]])
  broken([
    [
      'a closing slash',
      'homologation/right-routes:closing-slash',
      steps({ 5: { ask: asks.slash, ...unknown } }),
    ],
    [
      'a verb in small letters',
      'homologation/right-routes:verb',
      steps({ 5: { ask: asks.verb, ...unknown } }),
    ],
  ])
  it.each(Object.values(asks))('is a warning where the service takes it: %s', (ask) => {
    const { verdict, findings, steps: judged } = judge(exchangesOf(steps({ 5: { ask } })), contextOf())
    expect(findings.map(({ severity, step: at }) => [severity, at])).toEqual([['warning', 'homologation/5']])
    expect([verdict, judged[4]?.verdict]).toEqual(['pass', 'pass'])
  })
})

describe('the limit', () => {
  const limit = (change: Partial<Shot> = {}) =>
    step(2, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } }, ...change })
  const asks = (value: string) => limit({ responseHeaders: [['Retry-After', value]] })
  const again = [step(1), limit()]
  harmless([
    ['an operation that is repeated', [step(1), limit(), ...steps()]],
    ['one that is repeated twice', [...again, ...again, ...steps()]],
    [
      'one that is repeated after a marked 400',
      [step(1), limit({ status: 400, response: { error: 'Tempo limite' } }), ...steps()],
    ],
  ])
  broken([
    ['to give up', 'homologation/limit-hit:gave-up', again],
    ['to give up although the wait is short', 'homologation/limit-hit:gave-up', [step(1), asks('60')]],
    ['a wait that is too long', 'homologation/limit-hit:held-off', [step(1), asks('61')]],
    [
      'a wait until tomorrow',
      'homologation/limit-hit:held-off',
      [step(1), asks('Tue, 05 May 2026 00:00:00 GMT')],
    ],
    ['a limit that is always hit', 'homologation/limit-hit:again-and-again', [...again, ...again, ...again]],
    [
      'the step alone again',
      'homologation/limit-hit:repeated-step',
      [...again, step(2), step(3), step(4), step(5)],
    ],
    ['the next step', 'homologation/limit-hit:went-on', [...again, step(3), step(4), step(5)]],
  ])
  it.each(['run', 'examine'] as const)('that asks for a long wait is nobody’s fault: %s', (source) => {
    const shots = [step(1), asks('3600')].map((shot) => ({ ...shot, source }))
    const underTest = source === 'run' ? 'service' : 'application'
    const { cause } = judge(exchangesOf(shots), contextOf({ underTest }))
    expect(cause).toMatchObject({ blame: 'environment', values: { seconds: 3_600, status: 429 } })
  })
})

describe('a run that leaves the way', () => {
  harmless([
    ['the real catalogue after its end', [...steps(), { ask: 'GET /produtos', response: { data: [] } }]],
  ])
  broken([
    [
      'a step at the real catalogue',
      'homologation/right-routes:real-route',
      [step(1), step(2), step(3, { ask: 'PUT /produtos/987' }), step(4), step(5)],
    ],
    ['steps by turns', 'homologation/order:swapped', [step(1), step(2), step(4), step(3), step(5)]],
    ['a step left out', 'homologation/order:left-out', [step(1), step(2), step(3), step(5)]],
    ['a step sent twice', 'homologation/order:repeated', [...steps().slice(0, 4), step(4), step(5)]],
  ])
  it('goes on after an error', () => {
    const failed = step(3, { status: 400, response: { error: { type: 'VALIDATION_ERROR' } } })
    const { findings } = judge(exchangesOf([step(1), step(2), failed, step(4), step(5)]), contextOf())
    expect(findings.find(({ code }) => code === 'homologation/complete:went-on')).toMatchObject({
      exchange: 'e4',
      step: 'homologation/4',
      values: { failed: 3, status: 400 },
    })
  })
  it('is led elsewhere by the service', () => {
    const led = step(3, { status: 302, response: undefined })
    expect(roots([step(1), step(2), led])).toEqual(['homologation/answer-status:redirect'])
  })
})

describe('a run that was given up, or begun again', () => {
  const failed = (number: 2 | 3 | 4 | 5, change: Partial<Shot> = {}) =>
    step(number, { status: 400, response: { error: { type: 'VALIDATION_ERROR' } }, ...change })
  const limit = step(4, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } })
  const lost: Shot = { ask: 'PUT /nada', body: product, status: 404, response: { error: { type: 'x' } } }
  const found = (shots: readonly Shot[], change: Parameters<typeof contextOf>[0] = {}) =>
    judge(exchangesOf(shots), contextOf(change)).findings
  const codes = (shots: readonly Shot[]) => found(shots).map(({ code }) => code)

  const tree = (shots: readonly Shot[]) => {
    const all = found(shots)
    const code = (own: string | null) => all.find(({ fingerprint }) => fingerprint === own)?.code
    return all.map(
      (one) => `${one.exchange} ${one.code}${one.consequenceOf ? ` <- ${code(one.consequenceOf)}` : ''}`,
    )
  }
  const anew = { token: 'token-2', carries: 'hash-1' }

  it('passed over the step that was refused, whatever the service says of the next', () => {
    expect(tree([step(1), step(2), refused(3), renewal(), failed(4, anew), failed(5, anew)])).toEqual([
      'e5 homologation/complete:passed-over',
      'e5 homologation/answer-status:error <- homologation/complete:passed-over',
      'e6 homologation/complete:went-on',
      'e6 homologation/answer-status:error <- homologation/complete:went-on',
      'e6 homologation/complete:failed <- homologation/complete:passed-over',
    ])
  })

  it('passed over what was refused for lack of a token', () => {
    const without = refused(4, { token: null })
    const gone = step(5, { ...anew, status: 400, response: { error: { type: 'VALIDATION_ERROR' } } })
    expect(roots([step(1), step(2), step(3), without, gone])).toEqual(['auth/bearer:missing'])
  })

  it('passed over nothing where the refused step comes again later', () => {
    const late = [step(1), step(2), refused(3), renewal(), step(4, anew), step(3, anew), step(5, anew)]
    expect(codes(late)).not.toContain('homologation/complete:passed-over')
  })

  it('looked at no answer: one fault, however often', () => {
    expect(tree([step(1), failed(2), failed(3), failed(4)])).toEqual([
      'e2 homologation/answer-status:error',
      'e3 homologation/complete:went-on',
      'e3 homologation/answer-status:error <- homologation/complete:went-on',
      'e4 homologation/complete:went-on <- homologation/complete:went-on',
      'e4 homologation/answer-status:error <- homologation/complete:went-on',
      'e4 homologation/complete:failed <- homologation/answer-status:error',
    ])
  })

  it('went on after a limit: one fault of an attempt, and no limit that nothing can keep', () => {
    const limited = (number: 2 | 3 | 4 | 5) =>
      step(number, { status: 429, response: { error: { type: 'x' } } })
    expect(roots([step(1), limited(2), limited(3), limited(4), limited(5)])).toEqual([
      'homologation/limit-hit:went-on',
    ])
    const twice = [step(1), limited(2), limited(2), step(1), limited(2), limited(2)]
    expect(tree(twice).filter((line) => line.endsWith(':repeated-step') && !line.includes('<-'))).toEqual([
      'e3 homologation/limit-hit:repeated-step',
      'e6 homologation/limit-hit:repeated-step',
    ])
  })

  it('went on after a limit and after an error: one habit, whichever came first', () => {
    const limited = (number: 2 | 3) => step(number, { status: 429, response: { error: { type: 'x' } } })
    expect(roots([step(1), limited(2), failed(3), step(4), step(5)])).toContain(
      'homologation/limit-hit:went-on',
    )
    expect(roots([step(1), limited(2), failed(3), step(4)])).not.toContain('homologation/complete:went-on')
    expect(roots([step(1), failed(2), limited(3), step(4)])).not.toContain('homologation/limit-hit:went-on')
    const anew = [limited(2), step(1), failed(2), step(3)]
    expect(roots([step(1), ...anew])).toContain('homologation/complete:went-on')
  })

  it('went not on where the step itself came again', () => {
    expect(codes([step(1), step(2), failed(3), ...steps().slice(2)])).not.toContain(
      'homologation/complete:went-on',
    )
  })

  it('is told by the steps of its last attempt', () => {
    const [stopped] = found([step(1), step(2), step(3), limit, step(1), step(2)])
    expect(stopped).toMatchObject({ code: 'homologation/complete:stopped', values: { missing: 3, done: 2 } })
  })

  it('stopped for what was lost after its last step, not before', () => {
    expect(roots([step(1), step(2), lost])).toEqual(['homologation/right-routes:unknown-path'])
    expect(roots([step(1), lost, step(2)])).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/complete:stopped',
    ])
  })

  it('left out what was lost on the way, and nothing that was lost before', () => {
    expect(roots([step(1), step(2), lost, step(4), step(5)])).toEqual([
      'homologation/right-routes:unknown-path',
    ])
    expect(roots([step(1), lost, step(2), step(4), step(5)])).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/order:left-out',
    ])
  })

  it('failed by the first of its tries', () => {
    const tries = [failed(3), step(3, { status: 503, response: 'x' })]
    const all = found([step(1), step(2), ...tries])
    const first = all.find(
      ({ exchange, requirement }) => exchange === 'e3' && requirement.endsWith('answer-status'),
    )
    expect(first).toBeDefined()
    expect(all.find(({ code }) => code === 'homologation/complete:failed')?.consequenceOf).toBe(
      first?.fingerprint,
    )
  })

  it('failed by nothing before it where it was broken off', () => {
    const shots = [step(1), step(2, { body: { nome: 'x' } }), step(3, { failure: 'aborted' })]
    expect(roots(shots)).toContain('homologation/complete:left')
    const own = shots.map((shot) => ({ ...shot, source: 'run' as const }))
    expect(roots(own)).toContain('homologation/complete:failed')
  })

  it('is not given up while it goes on', () => {
    const shots = [step(1), step(2), step(3), limit]
    expect(found(shots, { ended: false }).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(codes(shots)).toContain('homologation/limit-hit:gave-up')
    expect(codes([...shots, ...shots])).toContain('homologation/limit-hit:gave-up')
    expect(codes([...shots, ...shots, ...shots])).toContain('homologation/limit-hit:again-and-again')
  })

  broken([
    ['a run begun again after its end', 'homologation/order:restarted', [...steps(), ...steps()]],
    [
      'two runs side by side, of which one is not over',
      'homologation/order:interleaved',
      [step(1), step(2), step(1), step(2), step(3), step(3), step(4), step(4), step(5)],
    ],
  ])

  it('is no second run beside it where a token died twice', () => {
    const first = [step(1), step(2), step(1), step(2)]
    const again = renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      response: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
    })
    const died = [
      ...[refused(3), renewal(), step(3, { token: 'token-2', carries: 'hash-1' })],
      ...[refused(4, { token: 'token-2' }), again, step(4, { token: 'token-3', carries: 'hash-1' })],
      step(5, { token: 'token-3' }),
    ]
    expect(codes([...first, ...died])).toContain('homologation/order:restarted')
  })

  it('repeats a step where another was refused', () => {
    const shots = [step(1), step(2), refused(3), renewal(), step(2, { token: 'token-2', carries: 'hash-1' })]
    expect(codes(shots)).toContain('homologation/order:repeated')
  })

  it.each<[string, readonly Shot[], boolean]>([
    ['after a DELETE that failed', [...steps({ 5: { status: 500, response: 'x' } }), lost], true],
    ['after the last step of a run that is not over', [step(1), step(2), lost], true],
    ['after a DELETE that succeeded', [...steps(), lost], false],
    ['between two', [...steps().slice(0, 4), step(5, { status: 500, response: 'x' }), lost, step(5)], true],
  ])('leaves the way %s', (_what, shots, isTold) => {
    expect(codes(shots).includes('homologation/right-routes:unknown-path')).toBe(isTold)
  })

  it('is tested where some of it was seen', () => {
    const tested = (shots: readonly Shot[]) =>
      judge(exchangesOf(shots), contextOf({ ended: false })).coverage.requirements.tested
    expect(tested([lost])).not.toContain('homologation/right-routes')
    expect(tested([step(1)])).toContain('homologation/right-routes')
    expect(tested([step(1)])).not.toContain('homologation/spacing')
    expect(tested([renewal(), step(1)])).not.toContain('homologation/renewal-justified')
    expect(tested([step(1), renewal()])).toContain('homologation/renewal-justified')
  })
})
