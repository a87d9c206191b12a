import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { contextOf, exchangesOf, newest, refused, renewal, type Shot, step } from '../exchanges.fixture.js'

/** Verdict, and each finding that is no info beside the staged end. */
function judged(...shots: readonly Shot[]) {
  const { verdict, cause, findings } = judge(exchangesOf(shots), contextOf({}))
  const codes = findings.filter(({ consequenceOf }) => consequenceOf === null).map(({ code }) => code)
  return { verdict, cause: cause?.code ?? null, codes }
}

const spent = (event: 'consent' | 'inactivate' | 'reuse'): Partial<Shot> => ({
  status: 400,
  response: { error: 'invalid_grant' },
  staged: event,
})
const forbidden: Partial<Shot> = {
  status: 403,
  response: { error: { type: 'insufficient_scope' } },
  issues: undefined,
  staged: 'scope-homologacao',
}
const code = 'homologation/complete:staged'
const nobody = { verdict: 'incomplete', cause: code, codes: [code] }

describe('a run that the harness ended itself', () => {
  it.each<[string, readonly Shot[]]>([
    ['the application stops at once', [step(1), step(2), refused(3, { staged: 'inactivate' })]],
    ['it tries to renew, and stops', [step(1), refused(2, { staged: 'consent' }), renewal(spent('consent'))]],
    ['its refresh token was spent by another', [step(1), refused(2), renewal(spent('reuse'))]],
    ['a scope is missing', [step(1), step(2), step(3, forbidden)]],
  ])('speaks against nobody: %s', (_what, shots) => {
    expect(judged(...shots)).toEqual(nobody)
  })

  it.each<[string, readonly Shot[], string]>([
    [
      'sends the dead token again and again',
      [
        step(1),
        refused(2, { staged: 'inactivate' }),
        refused(2, { staged: 'inactivate', carries: newest }),
        refused(2, { staged: 'inactivate', carries: newest }),
      ],
      'homologation/token-renewed:same-token',
    ],
    [
      'goes on after 403',
      [step(1), step(2), step(3, forbidden), step(4, { ...forbidden, carries: newest })],
      'homologation/complete:went-on',
    ],
    ['renews on 403', [step(1), step(2, forbidden), renewal()], 'homologation/renewal-justified:after-403'],
    [
      'renews with nothing',
      [
        step(1),
        refused(2, { staged: 'consent' }),
        renewal({ ...spent('consent'), body: 'grant_type=refresh_token' }),
      ],
      'auth/renewal:empty-refresh-token',
    ],
  ])('is held against an application that %s', (_what, shots, code) => {
    expect(judged(...shots).codes).toContain(code)
  })
})

describe('a token that was made to expire', () => {
  const expired = refused(2, { staged: 'expire' })
  const rest = [3, 4, 5].map((number) => step(number as 3, { token: 'token-2' }))

  it('is to be renewed, and then the run passes', () => {
    const again = step(2, { token: 'token-2', carries: newest })
    expect(judged(step(1), expired, renewal(), again, ...rest)).toEqual({
      verdict: 'pass',
      cause: null,
      codes: [],
    })
  })

  it('is no reason to give up', () => {
    expect(judged(step(1), expired)).toMatchObject({
      verdict: 'fail',
      cause: 'homologation/token-renewed:gave-up',
    })
  })
})

describe('a run that went on after an event', () => {
  it('is judged for what it then lacks', () => {
    const shots = [
      step(1),
      refused(2, { staged: 'consent' }),
      renewal(),
      step(2, { token: 'token-2', carries: newest }),
    ]
    expect(judged(...shots)).toMatchObject({ verdict: 'fail', cause: 'homologation/complete:stopped' })
  })
})

describe('the same refusals without an event', () => {
  it('fail', () => {
    const { staged: _, ...by } = spent('consent')
    expect(judged(step(1), refused(2), renewal(by)).verdict).toBe('fail')
    const { staged: __, ...barred } = forbidden
    expect(judged(step(1), step(2), step(3, barred))).toMatchObject({
      verdict: 'fail',
      cause: 'auth/scope:missing',
    })
  })
})
