import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { contextOf, exchangesOf, refused, renewal, type Shot, step, steps } from '../exchanges.fixture.js'
import { broken, harmless, roots } from './rows.fixture.js'

describe('the token of a run', () => {
  const anew = { token: 'token-2', carries: 'hash-1' }
  const rest = [step(4, { token: 'token-2' }), step(5, { token: 'token-2' })]
  const second = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    response: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const until3 = [step(1), step(2)]
  harmless([
    ['a renewal after a refusal', [...until3, refused(3), renewal(), step(3, anew), ...rest]],
    [
      'a first token that was fetched before',
      [renewal(), ...steps().map((shot) => ({ ...shot, token: 'token-2' }))],
    ],
    [
      'a renewal of a token that is about to expire',
      [
        renewal({
          response: {
            access_token: 'token-1',
            refresh_token: 'refresh-2',
            token_type: 'Bearer',
            expires_in: 8,
          },
        }),
        ...until3,
        second,
        ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-3' })),
      ],
    ],
  ])
  broken([
    [
      'the same token again',
      'homologation/token-renewed:same-token',
      [...until3, refused(3), renewal(), step(3, { carries: 'hash-1' }), step(4), step(5)],
    ],
    [
      'the old token at a later step',
      'homologation/token-renewed:old-token-again',
      [...until3, refused(3), renewal(), step(3, anew), step(4), step(5, { token: 'token-2' })],
    ],
    [
      'two renewals for one refusal',
      'homologation/renewal-bounded:several',
      [
        ...until3,
        refused(3),
        renewal(),
        second,
        step(3, { ...anew, token: 'token-3' }),
        step(4, { token: 'token-3' }),
        step(5, { token: 'token-3' }),
      ],
    ],
    [
      'a renewal that nothing asked for',
      'homologation/renewal-justified:unprompted',
      [...until3, renewal(), ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' }))],
    ],
    [
      'a renewal long before the token expires',
      'homologation/renewal-justified:unprompted',
      [
        renewal({
          response: {
            access_token: 'token-1',
            refresh_token: 'refresh-2',
            token_type: 'Bearer',
            expires_in: 9,
          },
        }),
        ...until3,
        second,
        ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-3' })),
      ],
    ],
    [
      'a renewal after a limit',
      'homologation/renewal-justified:after-error',
      [
        step(1),
        step(2, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } }),
        renewal(),
        ...steps().map((shot) => ({ ...shot, token: 'token-2' })),
      ],
    ],
  ])
  it('is not renewed after a refusal that is none of the token’s', () => {
    const forbidden = step(3, { status: 403, response: { error: { type: 'FORBIDDEN' } } })
    const codes = roots([
      ...until3,
      forbidden,
      renewal(),
      ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' })),
    ])
    expect(codes).toContain('homologation/renewal-justified:after-403')
    expect(codes).not.toContain('homologation/renewal-justified:after-error')
  })
  it('was not renewed where the renewal failed', () => {
    const { findings } = judge(
      exchangesOf([...until3, refused(3), renewal({ failure: 'reset' })]),
      contextOf(),
    )
    expect(findings.map(({ code }) => code)).toContain('homologation/token-renewed:not-renewed')
  })
})

describe('a renewal before the token expires', () => {
  const fetched = (expires: unknown) =>
    renewal({
      response: {
        access_token: 'token-1',
        refresh_token: 'refresh-2',
        token_type: 'Bearer',
        expires_in: expires,
      },
    })
  const again = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    response: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const run = (expires: unknown) => [
    fetched(expires),
    step(1),
    step(2),
    again,
    ...[3, 4, 5].map((number) => step(number as 3, { token: 'token-3' })),
  ]
  broken([
    ['of which nobody knows when', 'homologation/renewal-justified:unprompted', run(undefined)],
    ['that lives for an hour', 'homologation/renewal-justified:unprompted', run(3_600)],
    ['that lives for four seconds, in text', 'homologation/renewal-justified:unprompted', run('4')],
  ])
  harmless([['that lives for four seconds', run(4)]])
})

describe('a request that was refused for its token', () => {
  const rest = [step(3, { token: 'token-2' }), step(4, { token: 'token-2' }), step(5, { token: 'token-2' })]
  const anew = { token: 'token-2', carries: 'hash-1' }
  harmless([
    [
      'another body than the one that comes again',
      [step(1), refused(2, { body: { nome: 'x' } }), renewal(), step(2, anew), ...rest],
    ],
    [
      'a body of step 5, where none comes again',
      [step(1), step(2), step(3), step(4), refused(5, { body: 'x' }), renewal(), step(5, anew)],
    ],
  ])
})

describe('the tokens of a run, one after the other', () => {
  const again = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    response: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const codes = (...shots: readonly Shot[]) =>
    judge(exchangesOf(shots), contextOf())
      .findings.filter(({ code }) => /token-renewed|renewal-/.test(code))
      .map(({ code, exchange }) => `${exchange} ${code.slice('homologation/'.length)}`)
      .sort()
  const until3 = [step(1), step(2)]
  const anew = { token: 'token-2', carries: 'hash-1' }
  const spent = { status: 400, response: { access_token: 'token-2', token_type: 'Bearer' } }

  it.each<[string, readonly Shot[], readonly string[]]>([
    [
      'two steps, each refused once',
      [...until3, refused(3), renewal(), refused(4, { token: 'token-2' }), again],
      [],
    ],
    [
      'two steps, each refused once, the second for good',
      [...until3, refused(3), renewal(), step(3, anew), refused(4, { token: 'token-2' })],
      ['e6 token-renewed:gave-up'],
    ],
    [
      'two steps, each refused once, the second renewed and left',
      [...until3, refused(3), renewal(), step(3, anew), refused(4, { token: 'token-2' }), again],
      ['e6 token-renewed:renewed-unused'],
    ],
    [
      'one step, refused again and again',
      [...until3, refused(3), refused(3), refused(3), refused(3)],
      [
        'e4 token-renewed:same-token',
        'e5 token-renewed:same-token',
        'e6 renewal-bounded:endless',
        'e6 token-renewed:same-token',
        'e6 token-renewed:gave-up',
      ],
    ],
    [
      'one step, refused in spite of two renewals',
      [...until3, refused(3), renewal(), refused(3, { token: 'token-2' }), again],
      ['e6 renewal-bounded:endless'],
    ],
    [
      'one step, refused in spite of two renewals, then another step',
      [
        ...until3,
        refused(3),
        renewal(),
        refused(3, { token: 'token-2' }),
        again,
        step(4, { token: 'token-3' }),
      ],
      ['e6 renewal-bounded:endless'],
    ],
    [
      'one step, refused with two tokens and sent on with the second',
      [
        ...until3,
        refused(3),
        renewal(),
        refused(3, { token: 'token-2' }),
        refused(3, { token: 'token-2' }),
        refused(3, { token: 'token-2' }),
      ],
      ['e6 renewal-bounded:endless', 'e6 token-renewed:same-token', 'e7 token-renewed:same-token'],
    ],
    [
      'a renewal after a failure',
      [step(1), step(2, { status: 500, response: 'x' }), renewal()],
      ['e3 renewal-justified:after-error'],
    ],
    [
      'no token after a refusal',
      [...until3, refused(3), renewal(), step(3, { token: null, carries: 'hash-1' })],
      [],
    ],
    [
      'the token before the last',
      [
        step(1, { token: 'token-0' }),
        step(2),
        refused(3),
        renewal(),
        step(3, { token: 'token-0', carries: 'hash-1' }),
      ],
      ['e5 token-renewed:old-token-again'],
    ],
    [
      'one that nobody gave',
      [...until3, refused(3, { token: 'token-9' })],
      ['e3 token-renewed:other-token', 'e3 token-renewed:gave-up'],
    ],
    [
      'one that nobody gave, in place of one that never worked',
      [step(1, { status: 500, response: 'x' }), refused(1, { token: 'token-9' })],
      ['e2 token-renewed:gave-up'],
    ],
    [
      'one that no renewal brought, though one did',
      [
        ...until3,
        refused(3),
        renewal({ status: 503, response: 'x' }),
        renewal(),
        refused(3, { token: 'token-9' }),
      ],
      ['e6 token-renewed:other-token', 'e5 renewal-bounded:several'],
    ],
    [
      'one that a hidden response may have brought, beside a renewal that is shown',
      [
        ...until3,
        refused(3),
        renewal(),
        renewal({ responseBody: { text: null, sizeBytes: 90, flaw: 'not-recorded' } }),
        refused(3, { token: 'token-9' }),
      ],
      ['e5 renewal-bounded:several'],
    ],
    [
      'a renewal, then one that failed',
      [...until3, refused(3), renewal(), { ...again, ...spent }],
      ['e3 token-renewed:renewed-unused', 'e5 renewal-bounded:several'],
    ],
    [
      'a renewal that failed, whatever it shows',
      [...until3, refused(3), renewal(spent)],
      ['e3 token-renewed:not-renewed'],
    ],
    [
      'a renewal that brought nothing',
      [...until3, refused(3), renewal({ response: undefined })],
      ['e3 token-renewed:not-renewed'],
    ],
    [
      'a new token of a renewal whose response is not in the recording',
      [
        step(1),
        renewal({ responseBody: { text: null, sizeBytes: 90, flaw: 'not-recorded' } }),
        refused(2, { token: 'token-2', carries: 'hash-1' }),
      ],
      ['e2 renewal-justified:unprompted', 'e3 token-renewed:gave-up'],
    ],
    [
      'a renewal that was not seen whole',
      [...until3, refused(3), renewal({ responseBody: { text: '{"acc', sizeBytes: 90, flaw: 'truncated' } })],
      ['e3 token-renewed:renewed-unused'],
    ],
  ])('%s', (_what, shots, expected) => expect(codes(...shots)).toEqual([...expected].sort()))
})
