import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { type Profile, spec } from '../../specification/profile.js'
import { contextOf, exchangesOf, refused, renewal, type Shot, step, steps } from '../exchanges.fixture.js'
import { broken, harmless, roots } from './rows.fixture.js'

describe('the hashes of an answer', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const two: Partial<Shot> = { responseHeaders: [[spec.hash.header, 'hash-2']] }
  const carrying = (carries: string) =>
    steps({ 1: two, 2: { carries }, 3: { carries }, 4: { carries }, 5: { carries } })
  harmless([
    ['the same hash twice', steps({ 1: { responseHeaders: [[spec.hash.header, ' hash-1']] } })],
    ['an empty one before it', steps({ 1: { issues: '', responseHeaders: [[spec.hash.header, 'hash-1']] } })],
  ])
  broken([
    ['no hash', 'homologation/hash-issued:missing', steps({ 1: { issues: undefined } })],
    ['an empty one', 'homologation/hash-issued:empty', steps({ 1: { issues: ' ' } })],
    [
      'two different ones, the first carried on',
      'homologation/hash-issued:several',
      carrying('hash-1'),
      everyStep,
    ],
    [
      'two different ones, the last carried on',
      'homologation/hash-issued:several',
      carrying('hash-2'),
      everyStep,
    ],
  ])
  it('are a warning where there are two', () => {
    const { verdict, cause } = judge(exchangesOf(carrying('hash-2')), contextOf({ profile: everyStep }))
    expect([verdict, cause]).toEqual(['pass', null])
  })
})

describe('the hash that a request carries', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const hash = { carries: 'hash-1' }
  const carried = (change: Partial<Record<1 | 2 | 3 | 4 | 5, Partial<Shot>>> = {}) =>
    steps({
      2: { ...hash, ...change[2] },
      3: { ...hash, ...change[3] },
      4: { ...hash, ...change[4] },
      5: { ...hash, ...change[5] },
    })
  const inHeader = (name: string, value: string): Partial<Shot> => ({
    headers: [
      ['Authorization', 'Bearer token-1'],
      ['Content-Type', 'application/json'],
      [name, value],
    ],
  })
  const beside = (name: string, value: string, own = 'hash-1') => {
    const { headers = [] } = inHeader(name, value)
    return { headers: [...headers, [spec.hash.header, own] as const] }
  }
  /** From step 2 on within one second of a recording that keeps whole seconds. */
  const inOneSecond = (third: string): Shot[] => {
    const coarse = { tookMs: 180, gaps: ['times' as const] }
    const shots = steps({
      2: { carries: 'hash-1', issues: 'hash-2' },
      3: { carries: third, issues: 'hash-3' },
      4: { carries: 'hash-3' },
      5: { carries: 'hash-3' },
    })
    return shots.map((shot, i) => ({ ...shot, ...coarse, afterMs: i === 1 ? 1_000 : 0 }))
  }
  harmless([
    ['the newest one in every request', carried(), everyStep],
    ['the newest one, in a recording of whole seconds', inOneSecond('hash-2'), everyStep],
    ['one with blanks around it', carried({ 3: { carries: ' hash-1 ' } }), everyStep],
    ['none where the reading asks for none', steps()],
    [
      'a hash that reads like the word for nothing',
      steps({
        1: { issues: 'null' },
        2: { carries: 'null' },
        3: { carries: 'null' },
        4: { carries: 'null' },
        5: { carries: 'null' },
      }),
      everyStep,
    ],
    ['the first where it is not asked for', carried()],
    [
      'each answer’s own, carried on in turn',
      steps({
        2: { carries: 'hash-1', issues: 'hash-2' },
        3: { carries: 'hash-2', issues: 'hash-3' },
        4: { carries: 'hash-3' },
        5: { carries: 'hash-3' },
      }),
      everyStep,
    ],
    [
      'one under the name of another profile as well',
      carried({ 3: beside('x-bling-homologacao', 'hash-1') }),
      everyStep,
    ],
    [
      'one beside a body that has more fields',
      carried({ 4: { body: { situacao: 'I', obs: 'hash' } } }),
      everyStep,
    ],
    [
      'another header in which a short hash stands by chance',
      steps({
        1: { issues: '987' },
        2: { carries: '987' },
        3: { ...beside('x-count', '987', '987') },
        4: { carries: '987' },
        5: { carries: '987' },
      }),
      everyStep,
    ],
    [
      'an address in which a short hash stands by chance',
      steps({
        1: { issues: '987' },
        2: { carries: '987' },
        3: { carries: '987' },
        4: { carries: '987' },
        5: { carries: '987' },
      }),
      everyStep,
    ],
  ])
  broken([
    ['none', 'homologation/hash-carried:missing', carried({ 3: { carries: undefined } }), everyStep],
    [
      'the one before the newest, in a recording of whole seconds',
      'homologation/hash-carried:older',
      inOneSecond('hash-1'),
      everyStep,
    ],
    ['an empty one', 'homologation/hash-carried:empty', carried({ 3: { carries: ' ' } }), everyStep],
    ['an unknown one', 'homologation/hash-carried:unknown', carried({ 3: { carries: 'hash-9' } }), everyStep],
    [
      'the word for nothing',
      'homologation/hash-carried:placeholder',
      carried({ 3: { carries: 'undefined' } }),
      everyStep,
    ],
    ['a switch', 'homologation/hash-carried:unknown', carried({ 3: { carries: 'true' } }), everyStep],
    [
      'an older one',
      'homologation/hash-carried:older',
      carried({ 2: { issues: 'hash-2' }, 4: { carries: 'hash-2' }, 5: { carries: 'hash-2' } }),
      everyStep,
    ],
    [
      'one in another header',
      'homologation/hash-carried:other-header',
      carried({ 3: inHeader('x-other', 'hash-1') }),
      everyStep,
    ],
    [
      'one in another header as well',
      'homologation/hash-carried:other-header',
      carried({ 3: beside('x-other', ' hash-1 ') }),
      everyStep,
    ],
    [
      'one in the body as well',
      'homologation/hash-carried:in-body',
      carried({ 4: { body: { situacao: 'I', hash: 'hash-1' } } }),
      everyStep,
    ],
    [
      'one in the body instead',
      'homologation/hash-carried:in-body',
      carried({ 4: { body: { situacao: 'I', hash: 'hash-1' }, carries: undefined } }),
      everyStep,
    ],
    [
      'one in the address instead',
      'homologation/hash-carried:in-address',
      carried({ 4: { ask: 'PATCH /homologacao/produtos/987/situacoes?hash=hash-1', carries: undefined } }),
      everyStep,
    ],
    [
      'one in the address as well',
      'homologation/hash-carried:in-address',
      carried({ 4: { ask: 'PATCH /homologacao/produtos/987/situacoes?hash=hash-1' } }),
      everyStep,
    ],
    [
      'one in the address where none is asked for',
      'homologation/hash-carried:in-address',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/987?hash=hash-1' } }),
    ],
    [
      'one of the same letters after the longer ones were passed',
      'homologation/hash-carried:in-address',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/987?h=xxhash-1xx' } }),
    ],
    [
      'none after a refusal',
      'homologation/hash-carried:missing',
      [step(1), step(2), refused(3), renewal(), ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' }))],
    ],
  ])
})

describe('a recording without any times', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const timeless = (carries?: string) =>
    steps().map((shot): Shot => ({ ...shot, carries, afterMs: 0, tookMs: null, gaps: ['times'] }))
  harmless([['in which each request carries what came before', timeless('hash-1'), everyStep]])
  broken([['in which none does', 'homologation/hash-carried:missing', timeless(), everyStep]])
})

describe('step 1, refused', () => {
  const again = (carries?: string) => [
    refused(1, { issues: 'hash-0' }),
    renewal(),
    step(1, { token: 'token-2' }),
    step(2, { token: 'token-2', carries }),
    ...[3, 4, 5].map((number) => step(number as 3, { token: 'token-2' })),
  ]
  harmless([['carries no hash when it comes again, for it follows no step', again('hash-1')]])
  broken([['is followed by one that does', 'homologation/hash-carried:missing', again()]])
})

describe('the hash of a refusal', () => {
  const silent: Profile = { ...spec, hash: { ...spec.hash, refusalIssues: false } }
  const run = (carries: string) => [
    step(1),
    step(2),
    refused(3, { issues: 'hash-2' }),
    renewal(),
    step(3, { token: 'token-2', carries }),
    step(4, { token: 'token-2' }),
    step(5, { token: 'token-2' }),
  ]
  harmless([
    ['the hash of the refusal, where refusals issue one', run('hash-2')],
    ['the hash before the refusal, where refusals issue none', run('hash-1'), silent],
  ])
  broken([
    [
      'the hash before the refusal, where refusals issue one',
      'homologation/hash-carried:older',
      run('hash-1'),
    ],
    [
      'the hash of the refusal, where refusals issue none',
      'homologation/hash-carried:unknown',
      run('hash-2'),
      silent,
    ],
  ])
})

describe('a hash that no answer in the recording issued', () => {
  const carried = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
  const withoutStep2 = (source: 'proxy' | 'recording') =>
    steps({ 3: { carries: 'hash-2' }, 4: { carries: 'hash-2' }, 5: { carries: 'hash-2' } })
      .filter((_, i) => i !== 1)
      .map((one): Shot => ({ ...one, source }))
  it('is nobody’s fault where the file of others lacks the step that may have', () => {
    expect(roots(withoutStep2('recording'), carried)).toEqual(['homologation/order:left-out'])
  })
  it('is the application’s where all of the traffic was kept', () => {
    expect(roots(withoutStep2('proxy'), carried)).toContain('homologation/hash-carried:unknown')
  })
  it('does not explain an empty hash header, which no response can have issued', () => {
    const shots = withoutStep2('recording').map((shot) => (shot.carries ? { ...shot, carries: ' ' } : shot))
    const { readings, findings } = judge(exchangesOf(shots), contextOf({ profile: carried }))
    expect(findings.map(({ code }) => code)).toContain('homologation/hash-carried:empty')
    expect(readings.find(({ inForce, id }) => inForce && id.startsWith('hash/'))?.verdict).toBe('fail')
  })
})
