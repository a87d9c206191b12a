import { describe, expect, it } from 'vitest'
import { readTokenResponse } from '../../client/token-response.js'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import { judge } from '../../judging/judge.js'
import { contextOf, exchangesOf, refused, renewal, type Shot, step, tokenUrl } from '../exchanges.fixture.js'

function renewals(exchanges: readonly Exchange[]) {
  const { findings } = judge(exchanges, contextOf({ ended: false }))
  return findings.filter(({ requirement }) => requirement === 'auth/renewal')
}

const renewedBy = (change: Partial<Shot>) => renewals(exchangesOf([step(1), refused(2), renewal(change)]))
const tokens = { access_token: 'token-2', refresh_token: 'refresh-2', token_type: 'Bearer', expires_in: 3600 }

/** The renewal as it comes from the wire, masked as every source masks it. */
function recorded(text: string): { readonly raw: RawExchange; readonly exchanges: Exchange[] } {
  const all = exchangesOf([step(1), refused(2), renewal({ response: text })])
  const last = all.at(-1) as Exchange
  const bytes = new TextEncoder().encode(text)
  const response = { status: 200, headers: [], body: { bytes, sizeBytes: bytes.length, flaw: null } }
  const raw = { ...last, request: { ...last.request, body: null }, response } as RawExchange
  return { raw, exchanges: [...all.slice(0, -1), record(raw, createMasker())] }
}

describe('what answers a renewal', () => {
  it.each<[string, string, string | null]>([
    ['all that RFC 6749 names', JSON.stringify(tokens), null],
    ['a token alone', '{"access_token":"abc"}', null],
    ['a type in other case', JSON.stringify({ ...tokens, token_type: 'BEARER' }), null],
    ['a type that is no text', JSON.stringify({ ...tokens, token_type: null }), null],
    ['a lifetime in text', JSON.stringify({ ...tokens, expires_in: '3600' }), null],
    ['a lifetime of one second', JSON.stringify({ ...tokens, expires_in: 1 }), null],
    ['a lifetime without sense', JSON.stringify({ ...tokens, expires_in: '' }), null],
    ['no token', '{"token":"abc"}', 'no-token'],
    ['an empty token', JSON.stringify({ ...tokens, access_token: '' }), 'no-token'],
    ['null', JSON.stringify({ ...tokens, access_token: null }), 'no-token'],
    ['a number', JSON.stringify({ ...tokens, access_token: 123456789 }), 'unusable-token'],
    ['blanks', JSON.stringify({ ...tokens, access_token: '   ' }), 'unusable-token'],
    ['a blank within', JSON.stringify({ ...tokens, access_token: 'abc def ghi' }), 'unusable-token'],
    ['control characters', JSON.stringify({ ...tokens, access_token: 'abc\u0007def' }), 'unusable-token'],
    ['two lines', JSON.stringify({ ...tokens, access_token: 'abc\r\nx: y' }), 'unusable-token'],
    ['letters beyond ASCII', JSON.stringify({ ...tokens, access_token: 'abçdef' }), 'unusable-token'],
    ['another type', JSON.stringify({ ...tokens, token_type: 'mac' }), 'other-type'],
    ['a lifetime of nothing', JSON.stringify({ ...tokens, expires_in: 0 }), 'expired'],
    ['a lifetime of less', JSON.stringify({ ...tokens, expires_in: '-5' }), 'expired'],
    ['a byte order mark', `\uFEFF${JSON.stringify(tokens)}`, 'byte-order-mark'],
    ['a list', '[]', 'not-json'],
    ['a page', '<!doctype html>', 'not-json'],
    ['nothing', '', 'not-json'],
  ])('is read alike by our own client and by the judge: %s', (_what, text, flaw) => {
    const { raw, exchanges } = recorded(text)
    const { response, failure } = raw
    const own = readTokenResponse({ response, failure } as Parameters<typeof readTokenResponse>[0])
    expect(own.ok ? null : own.flaw).toBe(flaw)
    const found = renewals(exchanges)
    expect(found.map(({ code }) => code)).toEqual(flaw === null ? [] : [`auth/renewal:${flaw}`])
    expect(found.every(({ blame }) => blame === 'service')).toBe(true)
  })

  it('is not judged where the recording left it out', () => {
    expect(renewedBy({ responseBody: { text: null, sizeBytes: 90, flaw: 'not-recorded' } })).toEqual([])
    expect(renewedBy({ responseBody: { text: '{"acc', sizeBytes: 90, flaw: 'truncated' } })).toEqual([])
  })
})

describe('who bears a renewal that was refused', () => {
  const responded = (status: number, error: unknown, change: Partial<Shot> = {}) =>
    renewedBy({ status, response: { error }, ...change })[0]?.blame

  it.each<[string, number, unknown, string]>([
    ['an unknown client', 401, 'invalid_client', 'application'],
    ['an unknown client, in the shape of other errors', 401, { type: 'invalid_client' }, 'application'],
    ['a grant that is not served', 400, 'unsupported_grant_type', 'application'],
    ['a refresh token that is spent', 400, 'invalid_grant', 'application'],
    ['a failure', 500, 'invalid_client', 'service'],
    ['an address where nothing is', 404, undefined, 'application'],
    ['a verb that it does not take', 405, undefined, 'application'],
    ['a resource that is gone', 410, undefined, 'service'],
    ['too many', 429, 'slow_down', 'service'],
    ['no reason', 400, undefined, 'service'],
  ])('%s', (_what, status, error, blame) => {
    expect(responded(status, error)).toBe(blame)
  })

  it.each(['invalid_client', 'invalid_grant'])(
    'the service, where it was told to refuse a sound request: %s',
    (error) => {
      expect(responded(400, error, { spoilt: true })).toBe('service')
      expect(responded(400, error, { spoilt: true, body: '{"grant_type":"refresh_token"}' })).toBe(
        'application',
      )
    },
  )

  it.each(['invalid_client', 'invalid_grant'])(
    'the embedded service, of which our own run got its credentials: %s',
    (error) => {
      const own = [step(1), refused(2), renewal({ status: 401, response: { error } })].map((shot) => ({
        ...shot,
        source: 'run' as const,
      }))
      const blames = (embedded: boolean) =>
        judge(exchangesOf(own), contextOf({ embedded, underTest: 'service' })).findings.find(
          ({ code }) => code === 'auth/renewal:refused',
        )?.blame
      expect([blames(true), blames(false)]).toEqual(['service', 'application'])
    },
  )

  it('the network, where the token address cannot be reached, and our own run is incomplete', () => {
    const judged = (failure: 'refused' | 'unresolved' | 'reset', source: 'run' | 'proxy') => {
      const shots = [step(1), refused(2), renewal({ failure })].map((shot) => ({ ...shot, source }))
      const underTest = source === 'run' ? 'service' : 'application'
      const { verdict, cause, findings } = judge(exchangesOf(shots), contextOf({ underTest }))
      return [
        verdict,
        cause?.code,
        cause?.blame,
        findings.filter(({ consequenceOf }) => consequenceOf === null).length,
      ]
    }
    expect(judged('refused', 'run')).toEqual(['incomplete', 'auth/renewal:unanswered', 'environment', 1])
    expect(judged('unresolved', 'run')).toEqual(['incomplete', 'auth/renewal:unanswered', 'environment', 1])
    expect(judged('reset', 'run')).toEqual(['fail', 'auth/renewal:unanswered', 'service', 1])
    expect(judged('refused', 'proxy')).toEqual(['fail', 'auth/renewal:unanswered', 'environment', 1])
  })

  it('the service, where it refuses the very refresh token that it gave', () => {
    const again = renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      status: 400,
      response: { error: 'invalid_grant' },
    })
    const found = renewals(
      exchangesOf([step(1), refused(2), renewal(), refused(2, { token: 'token-2' }), again]),
    )
    expect(found.map(({ code, blame }) => [code, blame])).toEqual([
      ['auth/renewal:token-refused', 'service'],
      ['auth/renewal:refused', 'service'],
    ])
  })

  it('the application, where it sent none of the service’s refresh tokens', () => {
    const code = { body: 'grant_type=authorization_code&code=x' }
    expect(responded(400, 'invalid_grant', code)).toBe('application')
    const unknown = renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      status: 401,
      response: { error: 'invalid_client' },
    })
    const found = renewals(
      exchangesOf([step(1), refused(2), renewal(), refused(2, { token: 'token-2' }), unknown]),
    )
    expect(found.at(-1)).toMatchObject({
      code: 'auth/renewal:refused',
      blame: 'application',
      values: { error: 'invalid_client', flaw: null },
    })
    const [stranger] = renewals(
      exchangesOf([step(1), renewal({ status: 400, response: { error: 'own word' } })]),
    )
    expect(stranger).toMatchObject({ code: 'auth/renewal:refused', values: { error: null } })
  })

  it.each<[string, unknown]>([
    ['a form', 'grant_type=refresh_token&refresh_token='],
    ['JSON, which the service does not take', { refresh_token: '' }],
  ])('the application, where its refresh token is empty in %s', (_what, body) => {
    const found = renewedBy({ body, status: 400, response: { error: 'invalid_request' } })
    expect(found.map(({ code }) => code)).toEqual(['auth/renewal:empty-refresh-token'])
  })

  describe('whose code had been exchanged before', () => {
    const exchanged = (status: number, error?: unknown, code = 'c1') =>
      renewal({
        body: `grant_type=authorization_code&code=${code}`,
        status,
        response: error === undefined ? tokens : { error },
      })
    const fresh = renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      status: 400,
      response: { error: 'invalid_grant' },
    })
    const told = (...shots: readonly Shot[]) => {
      const found = renewals(exchangesOf([...shots]))
      return found.map(({ code, blame, consequenceOf }) => [code, blame, consequenceOf && 'follows'])
    }

    it.each(['invalid_grant', { type: 'VALIDATION_ERROR' }])(
      'the application; and of the tokens that died of it as well: %j',
      (error) => {
        const again = exchanged(400, error)
        expect(told(exchanged(200), again, step(1), refused(2), fresh)).toEqual([
          ['auth/renewal:code-again', 'application', null],
          ['auth/renewal:refused', 'application', 'follows'],
        ])
      },
    )

    it('nobody for a code that brought nothing before, another code, or one that was taken again', () => {
      const wrong = exchanged(401, 'invalid_client')
      expect(told(wrong, exchanged(200), step(1))).toEqual([['auth/renewal:refused', 'application', null]])
      expect(told(exchanged(200), exchanged(200), step(1))).toEqual([])
      const other = exchanged(400, 'invalid_grant', 'c2')
      expect(told(exchanged(200), other, step(1))).toEqual([['auth/renewal:refused', 'application', null]])
      expect(told(exchanged(200), exchanged(503), step(1))).toEqual([
        ['auth/renewal:refused', 'service', null],
      ])
    })

    it('the service again, where other tokens were given since', () => {
      const again = exchanged(400, 'invalid_grant')
      expect(
        told(exchanged(200), again, exchanged(200, undefined, 'c2'), step(1), refused(2), fresh),
      ).toEqual([
        ['auth/renewal:code-again', 'application', null],
        ['auth/renewal:refused', 'service', null],
      ])
    })
  })

  it('the application, by the credential in its address where there is one', () => {
    const inAddress = renewal({
      ask: `POST ${tokenUrl}?refresh_token=[refresh_token#1]`,
      body: null,
      status: 401,
      response: { error: 'invalid_client' },
    })
    const { findings, cause } = judge(
      exchangesOf([step(1), refused(2), inAddress]),
      contextOf({ ended: true }),
    )
    expect(cause?.code).toBe('auth/same-origin:in-url')
    const late = findings.filter(({ requirement }) => requirement === 'auth/renewal')
    expect(late.map(({ consequenceOf }) => consequenceOf)).toEqual([cause?.fingerprint])
  })

  it('the application, where the request was of the wrong form', () => {
    expect(responded(400, undefined, { headers: [] })).toBe('application')
  })
})

describe('the refresh token of a renewal', () => {
  const sent = (body: string, change: Partial<Shot> = {}) => renewal({ body, ...change })
  const codes = (...shots: readonly Shot[]) =>
    renewals(exchangesOf([step(1), refused(2), ...shots])).map(({ code }) => code)

  it.each<[string, readonly Shot[], readonly string[]]>([
    ['is there', [sent('grant_type=refresh_token&refresh_token=a')], []],
    ['is empty', [sent('grant_type=refresh_token&refresh_token=')], ['auth/renewal:empty-refresh-token']],
    ['is missing', [sent('grant_type=refresh_token')], ['auth/renewal:empty-refresh-token']],
    ['is missing in JSON', [sent('{"grant_type":"refresh_token"}')], ['auth/renewal:empty-refresh-token']],
    ['is not asked for', [sent('grant_type=authorization_code&code=x')], []],
    ['is not asked for in JSON', [sent('{"grant_type":"authorization_code","code":"x"}')], []],
    ['was not recorded', [renewal({ requestBody: { text: null, sizeBytes: 9, flaw: 'not-recorded' } })], []],
    [
      'stays where the answer gives the same',
      [
        renewal({ response: { ...tokens, refresh_token: 'refresh-1' } }),
        step(2, { token: 'token-2' }),
        refused(3, { token: 'token-2' }),
        renewal({ response: { access_token: 'token-3' } }),
      ],
      [],
    ],
    [
      'stays where the answer gives none that is text',
      [
        renewal({ response: { ...tokens, refresh_token: 5 } }),
        step(2, { token: 'token-2' }),
        refused(3, { token: 'token-2' }),
        renewal({ response: { access_token: 'token-3' } }),
      ],
      [],
    ],
    [
      'was replaced',
      [renewal(), step(2, { token: 'token-2' }), refused(3, { token: 'token-2' }), renewal({ status: 400 })],
      ['auth/renewal:old-refresh-token'],
    ],
    [
      'stays where the answer names none',
      [
        renewal({ response: { access_token: 'token-2' } }),
        step(2, { token: 'token-2' }),
        refused(3, { token: 'token-2' }),
        renewal({ response: { access_token: 'token-3' } }),
      ],
      [],
    ],
  ])('%s', (_what, shots, expected) => {
    expect(codes(...shots)).toEqual(expected)
  })
})

describe('the token of a renewal', () => {
  const found = (...shots: readonly Shot[]) =>
    renewals(exchangesOf([step(1), refused(2), ...shots])).map(({ code, exchange }) => [code, exchange])

  it('is not the one that was refused', () => {
    const same = renewal({ response: { ...tokens, access_token: 'token-1' } })
    expect(found(same)).toEqual([['auth/renewal:same-token', 'e3']])
  })

  it('is not refused at once', () => {
    expect(found(renewal(), refused(2, { token: 'token-2' }))).toEqual([['auth/renewal:token-refused', 'e4']])
    expect(found(renewal(), step(2, { token: 'token-2' }), refused(3, { token: 'token-2' }))).toEqual([])
  })

  it('may be refused where nobody had asked for it', () => {
    const early = [step(1), renewal(), refused(2, { token: 'token-2' })]
    expect(renewals(exchangesOf(early))).toEqual([])
  })

  it('never came where nothing was answered', () => {
    expect(found(renewal({ failure: 'timeout' }))).toEqual([['auth/renewal:unanswered', 'e3']])
    expect(found(renewal({ status: 302 }))).toEqual([['auth/renewal:refused', 'e3']])
    expect(found(renewal({ status: 199 }))).toEqual([['auth/renewal:refused', 'e3']])
    expect(found(renewal({ status: 299 }))).toEqual([])
    expect(found(renewal({ response: undefined }))).toEqual([['auth/renewal:not-json', 'e3']])
    const [first, second, last] = exchangesOf([step(1), refused(2), renewal()]) as [
      Exchange,
      Exchange,
      Exchange,
    ]
    const failure = { kind: 'reset', message: 'x' } as const
    for (const change of [{ response: null }, { failure }])
      expect(renewals([first, second, { ...last, ...change }]).map(({ code }) => code)).toEqual([
        'auth/renewal:unanswered',
      ])
  })

  it('was given up by who left before the answer, and what comes of that hangs under it', () => {
    const left = (source: Exchange['source']) => renewal({ failure: 'aborted', source })
    const again = renewal({ status: 400, response: { error: 'invalid_grant' } })
    for (const source of ['examine', 'proxy', 'recording'] as const) {
      const run = exchangesOf([step(1), refused(2), left(source), again])
      const { findings } = judge(run, contextOf({ ended: false }))
      const [root, ...rest] = findings
      expect(root).toMatchObject({ code: 'auth/renewal:given-up', blame: 'application', exchange: 'e3' })
      expect(rest.map(({ code, consequenceOf }) => [code, consequenceOf])).toEqual([
        ['homologation/renewal-bounded:several', root?.fingerprint],
        ['auth/renewal:refused', root?.fingerprint],
      ])
    }
    expect(found(left('run'))).toEqual([['auth/renewal:unanswered', 'e3']])
  })

  it.each<[unknown, unknown, unknown]>([
    [5, '60', { kind: 'string', type: null, seconds: '60' }],
    ['mac', 60, { kind: 'string', type: 'mac', seconds: 60 }],
    [undefined, null, { kind: 'string', type: null, seconds: null }],
  ])('is shown by its kind, type %j and lifetime %j', (token_type, expires_in, values) => {
    const [one] = renewedBy({ response: { access_token: '', token_type, expires_in } })
    expect(one?.values).toMatchObject(values as object)
  })
})
