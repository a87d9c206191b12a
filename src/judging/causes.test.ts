import { describe, expect, it } from 'vitest'
import { product, refused, renewal, renewedRun, type Shot, step, steps } from '../rules/exchanges.fixture.js'
import { spec } from '../specification/profile.js'
import { bodyOf, codes, error400, error500, judged, tree } from './judged.fixture.js'

describe('the cause', () => {
  const both: Shot[] = [
    step(1, { response: { data: {} } }),
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
    [1_995, 5, 'pass'],
    [1_994, 5, 'fail'],
    [1_994.9, 5, 'fail'],
    [2_000, 0, 'pass'],
    [1_999, 0, 'fail'],
    [1_990, 10, 'pass'],
  ] as const)(
    'lets the tolerance alone decide of an interval: %d ms, tolerance %d',
    (afterMs, toleranceMs, wanted) => {
      const { verdict, findings, readings } = judged(steps({ 2: { afterMs } }), { toleranceMs })
      const read = readings.find(({ id }) => id === 'spacing/at-least')?.verdict
      expect([verdict, read]).toEqual([wanted, wanted])
      expect(findings.map(({ code, severity, blame }) => [code, severity, blame])).toEqual(
        wanted === 'pass' ? [] : [['homologation/spacing:too-close', 'error', 'application']],
      )
    },
  )

  it.each([
    [8_000, 5, 'pass'],
    [7_999, 5, 'fail'],
    [8_005, 0, 'pass'],
    [8_004, 0, 'fail'],
  ] as const)(
    'lets the tolerance alone decide of a total: at most %d ms, tolerance %d',
    (maxMs, toleranceMs, wanted) => {
      const profile = { ...spec, total: { maxMs } }
      const { verdict, readings } = judged(steps(), { profile, toleranceMs })
      expect([verdict, readings.find(({ id }) => id === 'total/limited')?.verdict]).toEqual([wanted, wanted])
    },
  )

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

describe('what follows from what', () => {
  const wrong = { body: { ...product, preco: 32 } }
  const late = { afterMs: 10 }
  const anew = { token: 'token-2', carries: 'hash-1' }
  const tooMany = { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } }

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
      [step(1), refused(2), renewal({ status: 500, response: '' })],
      [
        'auth/renewal:refused',
        'homologation/token-renewed:not-renewed <- auth/renewal:refused',
        'homologation/complete:failed <- auth/renewal:refused',
      ],
    ],
    [
      'the old token after a failed renewal follows from the renewal',
      [step(1), refused(2), renewal({ status: 500, response: '' }), refused(2, { carries: 'hash-1' })],
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
          response: { access_token: 'token-3', token_type: 'Bearer' },
        }),
        refused(2, { carries: 'hash-1', token: 'made-up-2' }),
      ],
      [
        'homologation/token-renewed:other-token',
        'homologation/token-renewed:other-token <- homologation/token-renewed:other-token',
        'homologation/renewal-bounded:endless <- homologation/token-renewed:other-token',
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
        renewal({ response: { access_token: 'a b', token_type: 'Bearer' } }),
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
        `auth/bearer:${credentials === 'Bearer a b' ? 'no-token' : 'placeholder'} <- auth/renewal:unusable-token`,
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
      steps({ [number]: { responseHeaders: [['Content-Type', 'text/html']] } })
        .slice(0, 3)
        .map((shot, i) =>
          i === number - 1 ? { ...shot, responseBody: bodyOf(shot.response), response: undefined } : shot,
        ),
      ['envelope/json:not-declared', 'homologation/complete:stopped <- envelope/json:not-declared'],
    ]),
    [
      'what nobody reads of the answer to another request stops nobody',
      [
        step(1),
        {
          ask: 'GET /contatos',
          responseBody: bodyOf({ data: [] }),
          responseHeaders: [['Content-Type', 'text/html']],
        },
        step(2),
      ],
      ['homologation/right-routes:real-route', 'envelope/json:not-declared', 'homologation/complete:stopped'],
    ],
    [
      'what nobody reads of a later answer stops nobody',
      [step(1), step(2), step(3, { response: 'texto' }), step(4)],
      ['envelope/no-content:body', 'homologation/complete:stopped'],
    ],
    [
      'who was given no identifier stops',
      [step(1), step(2, { response: { data: {} } })],
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
      [step(1), refused(2), renewal({ status: 400, headers: [], response: { error: 'invalid_client' } })],
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
