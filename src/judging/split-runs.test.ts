import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { passing } from '../rules/passing.fixture.js'
import { bling } from '../specification/profile.js'
import { RunSplitter } from './split-runs.js'
import type { TrafficRun } from './traffic-run.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const context = { profile: bling, baseUrl, tokenUrl: null, toleranceMs: 5, underTest: 'application' } as const

const asks = {
  1: 'GET /homologacao/produtos',
  2: 'POST /homologacao/produtos',
  3: 'PUT /homologacao/produtos/7',
  4: 'PATCH /homologacao/produtos/7/situacoes',
  5: 'DELETE /homologacao/produtos/7',
} as const
const successes = { 1: 200, 2: 201, 3: 204, 4: 204, 5: 204 } as const

let count = 0

function step(
  number: keyof typeof asks,
  atMs: number,
  token = 1,
  status: number = successes[number],
): Exchange {
  return passing(
    {
      ask: asks[number],
      status,
      atMs,
      source: 'proxy',
      step: null,
      headers: [['Authorization', `Bearer [access_token#${token}]`]],
    },
    ++count,
  )
}

function renewal(atMs: number, refresh: number, token: number, next = refresh + 1): Exchange {
  return passing(
    {
      ask: 'POST https://api.exemplo.invalid/oauth/token',
      channel: 'token',
      source: 'proxy',
      step: null,
      atMs,
      body: `grant_type=refresh_token&refresh_token=[refresh_token#${refresh}]`,
      headers: [],
      response: { access_token: `[access_token#${token}]`, refresh_token: `[refresh_token#${next}]` },
    },
    ++count,
  )
}

/** The same with the fields of its form as JSON. */
function inJson(one: Exchange): Exchange {
  const { body } = one.request
  if (one.channel !== 'token' || !body?.text) return one
  const text = JSON.stringify(Object.fromEntries(new URLSearchParams(body.text)))
  return { ...one, request: { ...one.request, body: { ...body, text } } }
}

function splitter(options = {}): RunSplitter {
  return new RunSplitter({ context, idleMs: 60_000, ...options })
}

/** Ids of the exchanges of each run, in the order of their ends. */
function runsOf(exchanges: readonly Exchange[], one = splitter()): string[][] {
  const ended: TrafficRun[] = []
  for (const exchange of exchanges) ended.push(...one.see(exchange).ended)
  ended.push(...one.end())
  const at = new Map(exchanges.map(({ id }, i) => [id, String(i)]))
  return ended.map((run) => run.exchanges.map(({ id }) => at.get(id) ?? '?'))
}

const five = (from: number, token = 1) =>
  ([1, 2, 3, 4, 5] as const).map((number, i) => step(number, from + i * 500, token))

describe('a run', () => {
  it('begins at step 1 and ends when one spacing has passed after the answer to step 5', () => {
    const one = splitter()
    for (const exchange of five(0)) expect(one.see(exchange).ended).toEqual([])
    const [run] = one.open
    expect(run?.awaited).toBe(null)
    expect(run?.endsAtMs).toBe(2_000 + 5 + 2_000 + 5 + 50)
    expect(one.endExpired(4_060)).toEqual([])
    expect(one.endExpired(4_061)).toEqual([run])
    expect(one.open).toEqual([])
  })

  it('takes in what comes within that spacing', () => {
    expect(runsOf([...five(0), step(5, 3_000)])).toEqual([['0', '1', '2', '3', '4', '5']])
  })

  it.each([
    [4_060, [['0', '1', '2', '3', '4', '5']]],
    [4_061, [['0', '1', '2', '3', '4'], ['5']]],
  ])('takes in what comes on the very limit, and no later: %i', (atMs, runs) => {
    expect(runsOf([...five(0), step(5, atMs)])).toEqual(runs)
  })

  it('takes in a code that is exchanged again, whatever that brings', () => {
    const exchanged = (atMs: number, code: number, response: object): Exchange =>
      passing(
        {
          ask: 'POST https://api.exemplo.invalid/oauth/token',
          channel: 'token',
          source: 'proxy',
          step: null,
          atMs,
          headers: [],
          body: `grant_type=authorization_code&code=[code#${code}]`,
          response,
        },
        ++count,
      )
    const tokens = { access_token: '[access_token#1]', refresh_token: '[refresh_token#1]' }
    const refusal = { error: 'invalid_grant' }
    const exchangesOf = [
      exchanged(0, 1, tokens),
      exchanged(10, 1, refusal),
      exchanged(20, 2, refusal),
      step(1, 50),
    ]
    expect(runsOf(exchangesOf)).toEqual([['0', '1', '3']])
  })

  it('takes in a request beside its steps where the recording crossed tokens out, and it is the only one', () => {
    const hidden = (one: Exchange): Exchange => ({
      ...one,
      gaps: ['authorization'],
      request: { ...one.request, headers: [] },
    })
    const real = passing(
      { ask: 'PUT /produtos/7', source: 'proxy', step: null, headers: [], atMs: 700 },
      ++count,
    )
    const run = [step(1, 0), step(2, 500)].map(hidden)
    expect(runsOf([...run, hidden(real)])).toEqual([['0', '1', '2']])
    const bare: Exchange = { ...hidden(real), gaps: ['headers'] }
    expect(runsOf([...run, bare])).toEqual([['0', '1', '2']])
    expect(runsOf([...run, real])).toEqual([['0', '1']])
    expect(runsOf([step(1, 0, 1), step(1, 100, 2), hidden(real)])).toEqual([['0'], ['1']])
  })

  it('is not known by what a client writes that has no token', () => {
    const bare = (number: 1 | 2, atMs: number): Exchange => {
      const one = step(number, atMs)
      return { ...one, request: { ...one.request, headers: [['Authorization', 'Bearer undefined']] } }
    }
    expect(runsOf([step(1, 0), bare(2, 500), bare(1, 700)])).toEqual([['0', '1'], ['2']])
  })

  it('of a stranger is taken over by the renewal of a session, and by nothing else of one', () => {
    const examined = (exchange: Exchange, session: string | null): Exchange => ({
      ...exchange,
      source: 'examine',
      session,
    })
    const stranger = examined(step(1, 0, 9, 401), null)
    const own = examined(step(1, 300), 's2')
    expect(runsOf([stranger, own])).toEqual([['0'], ['1']])
    expect(runsOf([stranger, examined(renewal(100, 1, 1), 's2'), own])).toEqual([['0', '1', '2']])
  })

  it.each([
    ['without a body', { status: 204, response: undefined }],
    ['by none', { failure: { kind: 'reset', message: 'x' } }],
  ] as const)('takes in a renewal that is answered %s', (_, change) => {
    const asked = renewal(800, 1, 2)
    const unanswered = passing({
      ask: 'POST https://api.exemplo.invalid/oauth/token',
      channel: 'token',
      source: 'proxy',
      step: null,
      atMs: 800,
      headers: [],
      body: asked.request.body?.text,
      ...change,
    })
    expect(runsOf([step(1, 0), step(2, 500, 1, 401), { ...unanswered, id: 'renewal' }])).toEqual([
      ['0', '1', '2'],
    ])
  })

  it('is followed by another at the next step 1', () => {
    expect(runsOf([...five(0), ...five(2_500)])).toEqual([
      ['0', '1', '2', '3', '4'],
      ['5', '6', '7', '8', '9'],
    ])
  })

  it('that is begun again in the middle is one that was begun twice', () => {
    expect(runsOf([step(1, 0), step(2, 500), ...five(1_000)]).length).toBe(1)
  })

  it('that is begun again much later, or where several are expected, is another', () => {
    expect(runsOf([step(1, 0), step(2, 500), ...five(20_000)]).length).toBe(2)
    expect(runsOf([step(1, 0), step(2, 500), ...five(1_000)], splitter({ newRunAfterMs: 0 })).length).toBe(2)
  })

  it('goes on after a limit, however long the client waits', () => {
    expect(runsOf([step(1, 0), step(2, 500, 1, 429), ...five(40_000)]).length).toBe(1)
  })

  it.each([
    ['at once', 10_000, 1],
    ['one millisecond later', 10_001, 2],
  ])('is begun again %s after ten seconds', (_, pauseMs, runs) => {
    const respondedAtMs = 505
    expect(runsOf([step(1, 0), step(2, 500), step(1, respondedAtMs + pauseMs)]).length).toBe(runs)
  })

  it.each([
    [60_000, 1],
    [60_001, 2],
  ])('is the same where step 1 is repeated %i ms after its refusal', (pauseMs, runs) => {
    const refused = step(1, 0, 1, 401)
    expect(runsOf([refused, step(1, 5 + pauseMs)], splitter({ idleMs: 600_000 })).length).toBe(runs)
  })

  it.each([
    [5, 204, 2_000 + 5 + 50],
    [5, 500, 2 * (2_000 + 5 + 50)],
    [4, 204, 60_000],
    [3, 500, 60_000],
    [5, 401, 60_000],
  ] as const)('whose step %i is answered %i ends %i ms later', (number, status, ms) => {
    const one = splitter()
    for (const exchange of five(0).slice(0, number - 1)) one.see(exchange)
    const { run } = one.see(step(number, 5_000, 1, status))
    expect(run?.endsAtMs).toBe(5_005 + ms)
  })

  it.each([
    [1, 200, 2],
    [2, 401, 2],
    [3, 500, 3],
    [4, 429, 1],
    [5, 204, null],
  ] as const)('owes after step %i, answered %i, step %s', (number, status, awaited) => {
    const one = splitter()
    for (const exchange of five(0).slice(0, number - 1)) one.see(exchange)
    expect(one.see(step(number, 5_000, 1, status)).run?.awaited).toBe(awaited)
  })

  it('whose step 5 failed is begun twice by a step 1 right after it', () => {
    const failed = [...five(0).slice(0, 4), step(5, 2_000, 1, 500)]
    expect(runsOf([...failed, ...five(3_000)]).length).toBe(1)
    expect(runsOf([...five(0), ...five(2_100)]).length).toBe(2)
  })

  it('whose step 1 failed is another where it is begun again half a minute later', () => {
    expect(runsOf([step(1, 0, 1, 500), step(1, 30_000)]).length).toBe(2)
    expect(runsOf([step(1, 0, 1, 401), step(1, 30_000)]).length).toBe(1)
  })

  it('is numbered from 1 as it begins, and tells which one a step 1 would end', () => {
    const one = splitter({ newRunAfterMs: 0 })
    const at = (exchange: Exchange): Exchange => ({ ...exchange, source: 'examine', session: 'app1' })
    expect(one.endedByStepOne('app1', 0)).toBe(null)
    const { run } = one.see(at(step(1, 0)))
    expect([run?.number, one.runCount, one.openOf('app1') === run]).toEqual([1, 1, true])
    expect(one.endedByStepOne('app1', 5)).toBe(null)
    expect(one.endedByStepOne('app1', 6)).toBe(run)
    expect(one.see(at(step(1, 500))).run?.number).toBe(2)
  })

  it('ends alone where it alone is to end', () => {
    const one = splitter()
    const [first, second] = [one.see(step(1, 0, 1)).run, one.see(step(1, 10, 2)).run]
    expect(first && one.end(first)).toEqual([first])
    expect(one.open).toEqual([second])
  })

  it('takes in the renewals before its first step, eight at most', () => {
    const before = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => renewal(i * 10, i, i))
    expect(runsOf([...before, step(1, 500, 10)])).toEqual([['2', '3', '4', '5', '6', '7', '8', '9', '10']])
  })

  it('stops midway after the time without a request', () => {
    expect(runsOf([step(1, 0), step(2, 500), step(3, 70_000)]).length).toBe(2)
  })

  it('goes on in a file with the step that it owes, or a renewal before that, however late', () => {
    const late = (...behind: Exchange[]) =>
      runsOf([step(1, 0), step(2, 500), ...behind], splitter({ resumes: true })).map(({ length }) => length)
    const list = passing({ ask: 'GET /contatos', source: 'proxy', step: null, atMs: 70_000 }, ++count)
    expect(late(step(3, 70_000), step(4, 500_000))).toEqual([4])
    expect(late(renewal(70_000, 1, 2), step(3, 71_000, 2))).toEqual([4])
    expect(late(step(4, 70_000))).toEqual([2, 1])
    expect(late(list, step(3, 71_000))).toEqual([2, 1])
    expect(late(step(1, 70_000), step(2, 71_000))).toEqual([2, 2])
    expect(runsOf([...five(0), list, renewal(70_000, 1, 2)], splitter({ resumes: true }))[0]?.length).toBe(5)
  })

  it('is held while a request of it is under way', () => {
    const one = splitter()
    one.see(step(1, 0))
    expect(one.endExpired(100_000, () => true)).toEqual([])
    expect(one.endExpired(100_000).length).toBe(1)
  })

  it.each<[string, (i: number) => Exchange, number[]]>([
    ['begins again for the twentieth time', (i) => step(1, i, 1, 401), [20, 20]],
    ['begins again so often in the middle', (i) => step(i % 2 === 0 ? 1 : 2, i, 1, 400), [40]],
    ['repeats a step a thousand times', (i) => step(i === 0 ? 1 : 2, i, 1, 400), [1_000]],
  ])('ends though its client never does, once it %s', (_what, asked, ended) => {
    const one = splitter()
    const count = ended.reduce((sum, length) => sum + length)
    const over = Array.from({ length: count }, (_, i) => one.see(asked(i)).ended).flat()
    expect(over.map(({ exchanges }) => exchanges.length)).toEqual(ended.slice(0, -1))
    expect(one.open.map(({ exchanges, isEndless }) => [exchanges.length, isEndless])).toEqual([
      [ended.at(-1), true],
    ])
    expect(one.see(asked(count)).ended).toHaveLength(1)
  })

  it('waits for the end of one that was repeated as often as is lawful', () => {
    const one = splitter()
    for (let i = 0; i < 19; i++) one.see(step(1, i, 1, 429))
    expect(one.open.map(({ exchanges, isEndless }) => [exchanges.length, isEndless])).toEqual([[19, false]])
  })
})

describe('what a request means to a run that is under way', () => {
  const readIt = (atMs: number, token = 1): Exchange => ({
    ...step(5, atMs, token, 200),
    request: { ...step(5, atMs, token).request, method: 'GET' },
  })

  it('is the step that is owed: who reads the product in place of deleting it is done', () => {
    const four = five(0).slice(0, 4)
    expect(runsOf([...four, readIt(2_000), ...five(2_100)]).length).toBe(2)
    expect(runsOf([...four.slice(0, 3), readIt(2_000), ...five(2_100)]).length).toBe(1)
  })

  it('is what the newest run owes, where nobody knows whose its token is', () => {
    expect(runsOf([...five(0).slice(0, 4), readIt(2_000, 9)])).toEqual([['0', '1', '2', '3', '4']])
  })

  it('is what its own application owes, whoever sent the last', () => {
    const other = step(1, 1_900, 2)
    const exchangesOf = [...five(0).slice(0, 4), other, readIt(2_000), ...five(2_100)]
    expect(runsOf(exchangesOf).map((run) => run.length)).toEqual([5, 1, 5])
  })

  it('is nothing of the procedure where that is over', () => {
    const one = splitter()
    for (const exchange of five(0)) one.see(exchange)
    one.see(readIt(2_500))
    expect(one.open.map(({ awaited, endsAtMs }) => [awaited, endsAtMs])).toEqual([[null, 2_505 + 2_055]])
    expect(one.see(step(1, 2_600)).ended.length).toBe(1)
  })

  it('is not what another session owes', () => {
    const examined = (exchange: Exchange, session: string): Exchange => ({
      ...exchange,
      source: 'examine',
      session,
    })
    const four = five(0).slice(0, 4)
    const exchangesOf = [...four.map((one) => examined(one, 'a')), examined(readIt(2_100, 2), 'b')]
    expect(runsOf(exchangesOf)).toEqual([['0', '1', '2', '3']])
  })

  it.each([
    ['a renewal', renewal(700, 1, 2)],
    ['a list', passing({ ask: 'GET /contatos', source: 'proxy', step: null, atMs: 700 }, 99)],
  ])('leaves what it owes as it is after %s', (_what, between) => {
    const one = splitter()
    for (const exchange of [step(1, 0), step(2, 500, 1, 401)]) one.see(exchange)
    const { run } = one.see(between)
    expect(run?.awaited).toBe(2)
    // the refusal still stands: an unknown token is the one that was asked for
    expect(one.see(step(2, 1_000, 9)).run).toBe(run)
  })
})

describe('applications', () => {
  it('known by the token of their ordinary traffic are told apart, whoever is under way', () => {
    const list = passing(
      {
        ask: 'GET /contatos',
        source: 'proxy',
        step: null,
        atMs: 0,
        headers: [['Authorization', 'Bearer [access_token#2]']],
      },
      ++count,
    )
    expect(runsOf([list, step(1, 100, 1), step(2, 600, 2)])).toEqual([['1'], ['2']])
  })

  it('that ask for a token without a word disturb nobody', () => {
    const wordless = { ...renewal(600, 1, 2), request: { ...renewal(600, 1, 2).request, body: null } }
    expect(runsOf([step(1, 0), step(2, 500, 1, 401), wordless])).toEqual([['0', '1', '2']])
  })

  it('refused in the same millisecond are told apart by who began last', () => {
    const exchangesOf = [
      step(1, 0, 1),
      step(1, 0, 2),
      step(2, 500, 1, 401),
      step(2, 500, 2, 401),
      step(2, 900, 9),
    ]
    expect(runsOf(exchangesOf)).toEqual([
      ['0', '2'],
      ['1', '3', '4'],
    ])
  })

  it('are told apart by their tokens', () => {
    const [a, b] = [five(0, 1), five(100, 2)]
    const mixed = a.flatMap((exchange, i) => [exchange, b[i] as Exchange])
    expect(runsOf(mixed)).toEqual([
      ['0', '2', '4', '6', '8'],
      ['1', '3', '5', '7', '9'],
    ])
  })

  it('keep their run over a renewal', () => {
    const exchangesOf = [
      step(1, 0),
      step(2, 500, 1, 401),
      renewal(600, 1, 2),
      step(2, 1_100, 2),
      step(3, 1_600, 2),
    ]
    expect(runsOf(exchangesOf)).toEqual([['0', '1', '2', '3', '4']])
  })

  it.each([
    ['in a form', (one: Exchange) => one],
    ['in JSON', inJson],
  ])('keep their runs over renewals at the same time, each known by its refresh token %s', (_, written) => {
    const exchangesOf = [
      renewal(0, 1, 1),
      renewal(10, 11, 11),
      step(1, 100, 1),
      step(1, 110, 11),
      step(2, 600, 1, 401),
      step(2, 610, 11, 401),
      renewal(620, 2, 2, 3),
      renewal(630, 12, 12, 13),
      step(2, 1_200, 12),
      step(2, 1_210, 2),
    ].map(written)
    expect(runsOf(exchangesOf)).toEqual([
      ['0', '2', '4', '6', '9'],
      ['1', '3', '5', '7', '8'],
    ])
  })

  it('whose token was refused are meant by an unknown token, and by a renewal with an unknown refresh token', () => {
    const both = [step(1, 0, 2), step(1, 10, 1), step(2, 500, 1, 401), step(2, 800, 2)]
    expect(runsOf([...both, step(2, 1_000, 9)])).toEqual([
      ['0', '3'],
      ['1', '2', '4'],
    ])
    expect(runsOf([...both, renewal(900, 8, 9), step(2, 1_000, 9)])).toEqual([
      ['0', '3'],
      ['1', '2', '4', '5'],
    ])
  })

  it('begin beside one that was refused and has its new token, each with a token of its own', () => {
    const refused = [step(1, 0, 1), step(2, 500, 1, 401), renewal(600, 1, 2)]
    expect(runsOf([...refused, step(1, 700, 9), step(2, 1_000, 2), step(2, 1_200, 9)])).toEqual([
      ['0', '1', '2', '4'],
      ['3', '5'],
    ])
    const atOnce = [step(1, 0, 1, 401), renewal(100, 1, 2), step(1, 700, 9, 401), renewal(800, 8, 10)]
    expect(runsOf([...atOnce, step(1, 1_000, 10), step(1, 1_100, 2)])).toEqual([
      ['0', '1', '5'],
      ['2', '3', '4'],
    ])
  })

  it('go on where a step came with a token of which nobody knows, whatever a renewal had brought', () => {
    const refused = [step(1, 0, 1), step(2, 500, 1, 401), renewal(600, 1, 2)]
    expect(runsOf([...refused, step(2, 1_000, 9)])).toEqual([['0', '1', '2', '3']])
    expect(runsOf([...refused, step(1, 700, 5), step(2, 1_000, 9)])).toEqual([['0', '1', '2', '4'], ['3']])
    const without = { ...renewal(600, 1, 2), response: null }
    expect(runsOf([step(1, 0, 1, 401), without, step(1, 700, 9)])).toEqual([['0', '1', '2']])
  })

  it('refused at step 1 by a text that was not recorded are meant by an unknown token', () => {
    const unread: Exchange = {
      ...step(1, 0, 1, 400),
      response: { status: 400, headers: [], body: { text: null, sizeBytes: 9, flaw: 'not-recorded' } },
    }
    expect(runsOf([unread, step(1, 2_000, 9), step(2, 2_500, 9)])).toEqual([['0', '1', '2']])
  })

  it('that fetch their first token amid the run of another begin one of their own with it', () => {
    const exchangesOf = [step(1, 0), step(2, 500), renewal(600, 8, 9), step(1, 700, 9), step(3, 1_000)]
    expect(runsOf(exchangesOf)).toEqual([
      ['0', '1', '4'],
      ['2', '3'],
    ])
    const later = [step(1, 0), step(2, 500), renewal(600, 8, 9), step(1, 700, 9), renewal(800, 9, 10)]
    expect(runsOf([...later, step(2, 1_200, 10)])).toEqual([
      ['0', '1'],
      ['2', '3', '4', '5'],
    ])
    const renewed = [step(1, 0), step(2, 500, 1, 401), renewal(600, 1, 2), renewal(700, 8, 9)]
    expect(runsOf([...renewed, step(1, 800, 9)])).toEqual([
      ['0', '1', '2'],
      ['3', '4'],
    ])
  })

  it('that fetched their first token at the end of a run take nothing from the run after it', () => {
    const fetched = [...five(0), renewal(2_100, 8, 9)]
    expect(runsOf([...fetched, step(1, 9_000), step(1, 9_100, 9), step(2, 9_500)])).toEqual([
      ['0', '1', '2', '3', '4', '5'],
      ['6', '8'],
      ['5', '7'],
    ])
  })

  it('that renew unasked go on with the new token, and may well begin again with it', () => {
    const exchangesOf = [step(1, 0), step(2, 500), renewal(600, 1, 2), step(3, 1_000, 2), step(1, 1_500, 2)]
    expect(runsOf(exchangesOf)).toEqual([['0', '1', '2', '3', '4']])
    const asked = [step(1, 0), step(2, 500, 1, 401), renewal(600, 1, 2), step(1, 1_000, 2)]
    expect(runsOf(asked)).toEqual([['0', '1', '2', '3']])
    const twice = [...asked.slice(0, 3), step(2, 1_000, 2), step(3, 1_500, 2, 401), renewal(1_600, 8, 9)]
    expect(runsOf([...twice, step(1, 2_000, 9)])).toEqual([['0', '1', '2', '3', '4', '5', '6']])
  })

  it('are not linked by refresh tokens that are empty', () => {
    const empty = (atMs: number, token: number): Exchange => {
      const one = renewal(atMs, 1, token)
      const body = { text: 'grant_type=refresh_token&refresh_token=', sizeBytes: 38, flaw: null }
      const response = JSON.stringify({ access_token: `[access_token#${token}]`, refresh_token: '' })
      return {
        ...one,
        request: { ...one.request, body },
        response: {
          status: 200,
          headers: [],
          body: { text: response, sizeBytes: response.length, flaw: null },
        },
      }
    }
    const exchangesOf = [step(1, 0, 1), step(1, 10, 2), step(2, 500, 1, 401), empty(600, 3), step(2, 700, 2, 401), empty(800, 4), step(2, 1_000, 4), step(2, 1_010, 3)] // biome-ignore format: a course
    expect(runsOf(exchangesOf)).toEqual([
      ['0', '2', '3', '7'],
      ['1', '4', '5', '6'],
    ])
  })

  it('keep their run where the renewal went another way', () => {
    expect(runsOf([step(1, 0), step(2, 500, 1, 401), step(2, 1_000, 9), step(3, 1_500, 9)]).length).toBe(1)
  })

  it('whose token was refused are meant by a request without any, at the step that they owe and no other', () => {
    const bare = (number: 2 | 3): Exchange => ({
      ...step(number, 900),
      request: { ...step(number, 900).request, headers: [] },
    })
    const exchangesOf = [step(1, 0, 2), step(1, 10, 1), step(2, 500, 1, 401), step(2, 800, 2)]
    expect(runsOf([...exchangesOf, bare(2)])).toEqual([
      ['0', '3'],
      ['1', '2', '4'],
    ])
    expect(runsOf([...exchangesOf, bare(3)])).toEqual([
      ['0', '3', '4'],
      ['1', '2'],
    ])
  })

  it('keep their run over a request without any token', () => {
    const bare = { ...step(2, 500), request: { ...step(2, 500).request, headers: [] } }
    expect(runsOf([step(1, 0), bare, step(3, 1_000)]).length).toBe(1)
  })
})

describe('a stranger at the embedded service', () => {
  const known = (number: keyof typeof asks, atMs: number, session: string): Exchange => ({
    ...step(number, atMs),
    source: 'examine',
    session,
  })
  const foreign = (number: keyof typeof asks, atMs: number): Exchange => ({
    ...step(number, atMs, 99, 401),
    source: 'examine',
  })
  const foreignRenewal = (atMs: number): Exchange => ({ ...renewal(atMs, 50, 51), source: 'examine' })

  it('spoils the run of nobody else', () => {
    const exchangesOf = [
      known(1, 0, 'app1'),
      known(1, 10, 'app2'),
      foreign(2, 20),
      foreignRenewal(30),
      known(2, 500, 'app1'),
      known(2, 510, 'app2'),
    ]
    expect(runsOf(exchangesOf)).toEqual([['0', '4'], ['1', '5'], ['2']])
  })

  it('is the one client that is there where its token was lost on the way', () => {
    const lost = { ...foreign(2, 500), request: { ...foreign(2, 500).request, headers: [] } }
    expect(runsOf([known(1, 0, 'app1'), lost])).toEqual([['0', '1']])
  })

  const sending = (exchange: Exchange, ...credentials: string[]): Exchange => ({
    ...exchange,
    request: {
      ...exchange.request,
      headers: credentials.map((value) => ['Authorization', value] as const),
    },
  })

  it.each([
    ['no token', []],
    ['a variable that was empty', ['Bearer undefined']],
    ['a variable that was never filled in', ['Bearer {{token}}']],
    ['the word alone', ['Bearer']],
    ['its token in quotes', ['Bearer "[access_token#1]"']],
    ['the word doubled', ['Bearer Bearer [access_token#1]']],
    ['its token twice', ['Bearer [access_token#1]', 'Bearer [access_token#1]']],
    ['its token bare', ['[access_token#1]']],
    ['a token that nobody issued', ['Bearer [access_token#99]']],
  ])('is the one client that is there with %s, at the step that it owes', (_, credentials) => {
    const bent = sending(foreign(2, 500), ...credentials)
    expect(runsOf([known(1, 0, 'app1'), bent, known(2, 1_000, 'app1')])).toEqual([['0', '1', '2']])
  })

  it.each([
    ['in quotes', ['Bearer "[access_token#1]"']],
    ['twice', ['Bearer [access_token#1]', 'Bearer [access_token#1]']],
  ])('is the client whose token it sends %s, however many there are', (_, credentials) => {
    const other = { ...step(1, 10, 2), source: 'examine' as const, session: 'app2' }
    const bent = sending(foreign(2, 500), ...credentials)
    expect(runsOf([known(1, 0, 'app1'), other, bent])).toEqual([['0', '2'], ['1']])
  })

  it.each([
    ['where several clients are there', [known(1, 0, 'app1'), known(1, 10, 'app2')], 2],
    ['at a step that the client does not owe', [known(1, 0, 'app1')], 3],
    ['at step 1, after the client passed it', [known(1, 0, 'app1')], 1],
  ] as const)('is somebody else %s', (_, before, number) => {
    const bent = sending(foreign(number, 500), 'Bearer undefined')
    expect(runsOf([...before, bent]).length).toBe(before.length + 1)
  })

  it('who begins with a token that nobody issued is no client that is about to begin', () => {
    const refused = { ...known(1, 0, 'app1'), response: { status: 400, headers: [], body: null } }
    expect(runsOf([refused, foreign(1, 500)]).length).toBe(2)
    const asked = { ...known(1, 0, 'app1'), response: { status: 401, headers: [], body: null } }
    expect(runsOf([asked, foreign(1, 500)]).length).toBe(1)
  })

  it('keeps the session of the client whose token it spoilt in its first request', () => {
    const one = splitter()
    one.see({ ...renewal(0, 1, 1), source: 'examine', session: 'app1' })
    one.see(sending(foreign(1, 100), 'Bearer "[access_token#1]"'))
    expect(one.openOf('app1')?.session).toBe('app1')
  })

  it('who renews belongs to the one client whose token was refused, and to none whose was not', () => {
    const asked = { ...known(2, 500, 'app1'), response: { status: 401, headers: [], body: null } }
    expect(runsOf([known(1, 0, 'app1'), asked, foreignRenewal(600)])).toEqual([['0', '1', '2']])
    expect(runsOf([known(1, 0, 'app1'), foreignRenewal(600)])).toEqual([['0']])
  })

  it('takes over no run of a stranger that was not refused, nor that of another client', () => {
    const one = splitter()
    one.see({ ...foreign(1, 0), response: { status: 200, headers: [], body: null } })
    one.see({ ...foreignRenewal(20), session: 'app1' })
    expect([one.openOf('app1'), one.open.length]).toEqual([undefined, 1])
    const two = splitter()
    two.see({ ...known(1, 0, 'app2'), response: { status: 401, headers: [], body: null } })
    two.see({ ...foreignRenewal(20), session: 'app1' })
    expect([two.openOf('app1'), two.open[0]?.session]).toEqual([undefined, 'app2'])
  })

  it('is nobody that can be known where two of them were refused', () => {
    const another = { ...foreign(1, 30), ...step(1, 30, 98, 401), source: 'examine' as const, session: null }
    const renewed = { ...foreignRenewal(40), session: 'app2' }
    const exchangesOf = [known(1, 0, 'app1'), foreign(1, 20), another, renewed, known(1, 500, 'app2')]
    expect(runsOf(exchangesOf)).toEqual([['0'], ['1'], ['2'], ['3', '4']])
  })

  it('is a known client once it renews', () => {
    const exchangesOf = [foreign(1, 0), { ...foreignRenewal(20), session: 'app1' }, known(1, 500, 'app1')]
    expect(runsOf(exchangesOf)).toEqual([['0', '1', '2']])
  })
})

describe('a product created in the real catalogue', () => {
  const created = (source: Exchange['source'], token: number): Exchange =>
    passing(
      {
        ask: 'POST /produtos',
        status: 201,
        source,
        step: null,
        atMs: 100,
        headers: [['Authorization', `Bearer [access_token#${token}]`]],
      },
      ++count,
    )

  it('begins no run in passing traffic', () => {
    const one = splitter()
    const seen = one.see(created('proxy', 1))
    expect([seen.run, seen.isProcedure, one.runCount]).toEqual([null, false, 0])
  })

  it('is a part of the procedure within a run, as a renewal is anywhere', () => {
    const one = splitter()
    expect(one.see(renewal(0, 1, 1))).toMatchObject({ run: null, isProcedure: true })
    one.see(step(1, 50))
    expect(one.see(created('proxy', 1)).isProcedure).toBe(true)
    expect(
      one.see(passing({ ask: 'GET /contatos', source: 'proxy', step: null, atMs: 200 }, ++count)).isProcedure,
    ).toBe(false)
  })

  it('belongs to the run of the application that sent it, and to no other’s', () => {
    expect(runsOf([step(1, 0), created('proxy', 1)])).toEqual([['0', '1']])
    expect(runsOf([step(1, 0), created('proxy', 2)])).toEqual([['0']])
  })

  describe('by an application that came to be examined', () => {
    const twins = ['POST /produtos', 'PUT /produtos/7', 'PATCH /produtos/7/situacoes', 'DELETE /produtos/7']
    const own = (ask: string, atMs: number, more = {}): Exchange =>
      passing({ ask, status: 200, source: 'examine', step: null, atMs, session: 'app1', ...more }, ++count)
    const seenBy = (asks: readonly string[]) => {
      const one = splitter()
      for (const [i, ask] of asks.entries()) one.see(own(ask, i))
      return one.openOf('app1')?.exchanges.map(({ request }) => request.url.split('/Api/v3')[1]) ?? []
    }
    const paths = (asks: readonly string[]) => asks.map((ask) => ask.split(' ')[1])

    it('is its daily work, and so is all that it does there', () => {
      expect(seenBy(twins)).toEqual([])
    })

    it('begins none, unlike a step that lost its way to the procedure', () => {
      const lost = 'POST /api/homologacao/produtos'
      expect(seenBy([lost])).toEqual(paths([lost]))
    })

    it('is no run that was begun before it', () => {
      expect(seenBy(['POST /produtos', asks[1], asks[2]])).toEqual(paths([asks[1], asks[2]]))
    })

    it('is no part of a run that begins after another', () => {
      const one = splitter()
      one.see(own('POST /produtos', 0))
      for (const exchange of five(100)) one.see({ ...exchange, source: 'examine', session: 'app1' })
      const late = own(asks[3], 30_000)
      expect(one.see(late).run?.exchanges).toEqual([late])
    })

    it('is a part of the run that is under way, and of that one alone', () => {
      const exchangesOf = [asks[1], ...twins.slice(0, 3), asks[1], asks[2]]
      expect(seenBy(exchangesOf)).toEqual(paths(exchangesOf))
    })
  })
})

it('leaves other traffic outside', () => {
  const one = splitter()
  const seen = one.see(passing({ ask: 'GET /produtos', source: 'proxy', step: null }, ++count))
  expect([seen.run, seen.isProcedure, one.runCount]).toEqual([null, false, 0])
})

it('keeps the token that nobody issued with the client whose renewal followed its refusal', () => {
  const runs = splitter()
  const unknown = (number: 1 | 2, atMs: number): Exchange => ({
    ...step(number, atMs, 99, 401),
    source: 'examine',
  })
  const renewed: Exchange = { ...renewal(1_000, 1, 2), source: 'examine', session: 'app1' }
  for (const one of [unknown(1, 0), renewed, unknown(1, 2_000), unknown(2, 4_000)]) runs.see(one)
  expect(runs.runCount).toBe(1)
  expect(runs.openOf('app1')?.exchanges).toHaveLength(4)
})
