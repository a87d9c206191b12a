import { describe, expect, it } from 'vitest'
import type { JudgeContext } from '../rules/context.js'
import {
  baseUrl,
  newest,
  product,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../rules/exchanges.fixture.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { StepNumber } from '../specification/homologation.js'
import { bling, type Profile, spec } from '../specification/profile.js'
import { codes, error500, judged } from './judged.fixture.js'

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

  it('passes where the run stopped behind it: what lacks is the step that never came', () => {
    const { steps: all, findings } = judged(steps().slice(0, 3))
    expect(findings.at(-1)).toMatchObject({ code: 'homologation/complete:stopped', step: 'homologation/4' })
    expect(all[2]?.verdict).toBe('pass')
    expect(all[3]).toMatchObject({ verdict: 'not-reached', exchanges: [], gapMs: null, durationMs: null })
  })

  it('is no pass while the run goes on and what it sent was refused, or hit the limit', () => {
    const limit = { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } }
    for (const last of [refused(2), step(2, limit), step(2, { status: 204, response: undefined })]) {
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

describe('a run that a missing connection ended', () => {
  const own = (...shots: Shot[]) =>
    judged(
      shots.map((shot) => ({ ...shot, source: 'run' as const })),
      { underTest: 'service' },
    )
  const unreachable = step(3, { failure: 'refused' })
  it.each([
    ['incomplete, where it is our own', own(step(1), step(2), unreachable), 'incomplete'],
    ['failed, where something was wrong before', own(step(1), step(2, { status: 200 }), step(2, { afterMs: 9 }), unreachable), 'fail'],
    ['failed, where the connection broke off', own(step(1), step(2), step(3, { failure: 'reset' })), 'fail'],
    ['failed, where it came to its end all the same', own(step(1), step(2), unreachable, ...steps().slice(2)), 'fail'],
    ['failed, where it is an application’s', judged([step(1), step(2), unreachable]), 'fail'],
  ])('is %s', (_, { verdict, cause }, wanted) => {
    expect(verdict).toBe(wanted)
    expect(cause).not.toBeNull()
  }) // biome-ignore format: a table
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
    ['the body of step 1', gapped({ responseBody: unread, gaps: ['answer-bodies'] }, 1)],
    ['the body of step 2', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 2)],
    [
      'a body of step 2 that was left out altogether',
      gapped({ requestBody: null, gaps: ['request-bodies'] }, 2),
    ],
    ['the end of the body of step 2', gapped({ requestBody: cut }, 2)],
    ['the end of the body of step 3', gapped({ requestBody: cut }, 3)],
    ['the body of step 3', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 3)],
    ['the body of step 4', gapped({ requestBody: unread, gaps: ['request-bodies'] }, 4)],
    ['the answer to step 2', gapped({ responseBody: unread, gaps: ['answer-bodies'] }, 2)],
  ])('accuse nobody: without %s', (_what, shots) => {
    expect(codes(judged(shots).findings)).toEqual([])
  })

  it.each<[string, Partial<Record<StepNumber, Partial<Shot>>>, string]>([
    ['a body left out', { 2: { requestBody: unread, gaps: ['request-bodies'] } }, 'environment'],
    ['headers left out', { 2: { gaps: ['headers'] } }, 'environment'],
    ['what step 1 gave left out', { 1: { responseBody: unread, gaps: ['answer-bodies'] } }, 'environment'],
    ['entries lost', { 2: { gaps: ['exchanges'] } }, 'environment'],
    ['what came behind left out', { 3: { gaps: ['headers'] } }, 'service'],
    ['times alone left out', { 2: { gaps: ['durations', 'whole-milliseconds'] } }, 'service'],
    ['a body left out of what no body earns', { 2: { requestBody: unread, gaps: ['request-bodies'], status: 503 } }, 'service'],
    ['a body left out of what was sent on', { 2: { requestBody: unread, gaps: ['request-bodies'], status: 302 } }, 'service'],
  ])('say of a refusal whose it is: with %s', (_what, changes, blame) => {
    const bent = { 2: { status: 422, response: {}, source: 'recording' as const } }
    const run = steps({ 1: changes[1] ?? {}, 2: { ...bent[2], ...changes[2] }, 3: changes[3] ?? {} })
    const { findings } = judged(run)
    const found = findings.find(({ requirement: id }) => id === 'homologation/answer-status')
    expect(found?.blame).toBe(blame)
  }) // biome-ignore format: a table

  it('accuse nobody: without times', () => {
    const timeless = steps().map((shot) => ({ ...shot, afterMs: 1, gaps: ['times' as const] }))
    expect(codes(judged(timeless).findings)).toEqual([])
  })

  it('accuse nobody: without a body of unknown size', () => {
    const unknown = { text: null, sizeBytes: 0, flaw: 'not-recorded' } as const
    for (const number of [1, 2] as const)
      expect(
        codes(judged(gapped({ responseBody: unknown, gaps: ['answer-bodies'] }, number)).findings),
      ).toEqual([])
  })

  const bare: Partial<Shot> = { headers: [], issues: undefined, gaps: ['headers', 'authorization'] }
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const carried = steps().map((shot, i) => (i === 0 ? shot : { ...shot, carries: newest }))

  it.each([1, 2, 3] as const)('accuse nobody: without the headers of step %d', (number) => {
    const shots = carried.map((shot, i) => (i === number - 1 ? { ...shot, ...bare } : shot))
    const { findings, readings } = judged(shots, { profile: everyStep })
    expect(codes(findings)).toEqual([])
    expect(readings.find(({ id }) => id === 'hash/every-step')?.verdict).toBe('incomplete')
  })

  it('without the headers of one step show what the others lack, and nobody whose hash it may have brought', () => {
    const codesOf = (change: Partial<Shot>) => {
      const shots = carried.map((shot, i) =>
        i === 2 ? { ...shot, ...bare } : i === 4 ? { ...shot, ...change } : shot,
      )
      return judged(shots, { profile: everyStep })
    }
    const lacking = codesOf({ carries: undefined })
    expect(codes(lacking.findings)).toEqual(['homologation/hash-carried:missing'])
    const [issued] = codesOf({ carries: 'hash-3' }).findings
    expect(issued).toBeUndefined()
    const reading = ({ readings }: ReturnType<typeof codesOf>) =>
      readings.find(({ id }) => id === 'hash/every-step')?.verdict
    expect([reading(lacking), reading(codesOf({ carries: 'hash-3' }))]).toEqual(['fail', 'incomplete'])
  })

  it('without the headers of the step after the refusal ask no later one in its place', () => {
    const shots = renewedRun().map((shot, i) => (i === 4 ? { ...shot, ...bare, token: 'token-2' } : shot))
    const { findings, readings } = judged(shots)
    expect(codes(findings)).toEqual([])
    expect(readings.find(({ id }) => id === 'hash/after-invalidation')?.verdict).toBe('incomplete')
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
  const limit: Shot = step(2, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } })

  it('begins anew after the limit was hit, and is judged for itself', () => {
    const again = steps({ 1: { issues: 'hash-2' } })
    const { findings, verdict } = judged([step(1), limit, ...again])
    expect(codes(findings)).toEqual([])
    expect(verdict).toBe('pass')
  })

  it('takes no hash of the attempt before it', () => {
    const everyStep = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
    const old = { carries: 'hash-1' }
    const again = steps({ 1: { issues: 'hash-2' }, 2: old, 3: old, 4: old, 5: old })
    const { findings } = judged([step(1), { ...limit, carries: 'hash-1' }, ...again], { profile: everyStep })
    expect(new Set(codes(findings))).toEqual(new Set(['homologation/hash-carried:older']))
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
    const again = steps({ 1: { response: { data: other } } })
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
