import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { type Note, RecordingError, type RunHeader } from '../exchange/read-journal.js'
import { contextOf as courseContext, exchangesOf, renewedRun, steps } from '../rules/exchanges.fixture.js'
import { passing } from '../rules/passing.fixture.js'
import { bling, spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { collectRecovery } from './graded-traffic.js'
import { judgeRecording, lastRunOf } from './judge-recording.js'
import { contextOf, factsOf, type RunFacts } from './judged.js'

const { baseUrl, tokenUrl } = courseContext({})
const facts: RunFacts = { profile: spec, baseUrl, tokenUrl, toleranceMs: 5, source: 'examine' }
const shapes = await loadShapes()
const good = exchangesOf(renewedRun())
const halfway = exchangesOf(steps().slice(0, 3))

function shifted(exchanges: readonly Exchange[], byMs: number): Exchange[] {
  return exchanges.map((one) => ({
    ...one,
    sentAtMs: one.sentAtMs + byMs,
    respondedAtMs: one.respondedAtMs === null ? null : one.respondedAtMs + byMs,
  }))
}

const judged = (
  exchanges: readonly Exchange[],
  notes: readonly Note[] = [],
  change: Partial<RunFacts> = {},
) => judgeRecording({ facts: { ...facts, ...change }, exchanges, notes })

describe('the facts of a recording', () => {
  const header = { ...facts, profile: bling, source: 'proxy', watch: { runs: 1 } } as unknown as RunHeader
  const fallback = { profile: spec, toleranceMs: 7 }

  it('are its own, unless others are given', () => {
    expect(factsOf({ header }, {}, fallback)).toEqual({ ...facts, ...header })
    const given = {
      profile: spec,
      baseUrl: 'https://b.invalid',
      tokenUrl: 'https://t.invalid',
      toleranceMs: 0,
    }
    expect(factsOf({ header }, given, fallback)).toMatchObject({ ...given, source: 'proxy' })
  })

  it("take the routes of a user's document up into the profile", () => {
    const { profile } = factsOf({ header }, { routes: ['GET /lojas'] }, fallback)
    expect(profile).toEqual({ ...bling, routes: ['GET /lojas'] })
    const again = factsOf({ header: { ...header, profile } }, { routes: ['GET /vagas'] }, fallback)
    expect(again.profile.routes).toEqual(['GET /lojas', 'GET /vagas'])
  })

  it('of a foreign one are what is guessed, and what is usual', () => {
    expect(
      factsOf({ header: null, baseUrl: 'https://g.invalid/Api/v3', tokenUrl: null }, {}, fallback),
    ).toEqual({
      profile: spec,
      baseUrl: 'https://g.invalid/Api/v3',
      tokenUrl: null,
      toleranceMs: 7,
      source: 'recording',
    })
    expect(factsOf({ header: null }, {}, fallback).baseUrl).toBe('http://unknown.invalid/Api/v3')
  })

  it.each([
    ['run', 'service'],
    ['examine', 'application'],
    ['proxy', 'application'],
    ['recording', 'application'],
  ] as const)('of source %s put the %s to the test', (source, underTest) => {
    expect(contextOf({ ...facts, source }, shapes).underTest).toBe(underTest)
  })
})

it('is refused by the name of its profile where a schema of that was bent', async () => {
  const profile = { ...spec, shapes: { 'GET /nada': { data: {} } } } as typeof spec
  const refusal = await judged(good, [], { profile }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RecordingError)
  expect(refusal).toMatchObject({ code: 'bad-header' })
})

describe('a recording of our own run', () => {
  const own = good.map((one): Exchange => ({ ...one, source: 'run' }))

  it('is one run, however long its pauses', async () => {
    const late = [...own.slice(0, 2), ...shifted(own.slice(2), 600_000)]
    const { judgement, traffic, seen } = await judged(late, [], { source: 'run' })
    expect([judgement.verdict, traffic, seen]).toEqual(['pass', null, own.length])
  })

  it('is not judged for what it lacks where its user broke it off', async () => {
    const half = halfway.map((one): Exchange => ({ ...one, source: 'run' }))
    const stopped = (code: string) => judged(half, [{ kind: 'stopped', code }], { source: 'run' })
    expect((await stopped('interrupted')).judgement.verdict).toBe('incomplete')
    expect((await stopped('limit')).judgement.verdict).toBe('fail')
    expect((await judged(half, [{ kind: 'ended' }], { source: 'run' })).judgement.verdict).toBe('fail')
  })

  it('tells how often it repeated the operation', async () => {
    expect((await judged(own, [{ kind: 'ended', repeats: 2 }], { source: 'run' })).repeats).toBe(2)
    expect((await judged(own, [], { source: 'run' })).repeats).toBe(0)
    const notes = [{ kind: 'ended', repeats: 2 }, { kind: 'limited', repeats: 'one' }, { kind: 'account' }]
    expect((await judged(own, notes, { source: 'run' })).repeats).toBe(2)
  })
})

describe('a journal without a closing line, whose recorder was killed', () => {
  const sources = ['run', 'examine', 'proxy'] as const
  const of = (source: RunFacts['source'], all: readonly Exchange[]) =>
    all.map((one): Exchange => ({ ...one, source: source === 'recording' ? 'proxy' : source }))

  it.each(sources)('holds nothing against a run under way, of source %s', async (source) => {
    const { judgement } = await judged(of(source, halfway), [], { source })
    expect([judgement.verdict, judgement.findings]).toEqual(['incomplete', []])
  })

  it.each(sources)('passes a run that was whole by then, of source %s', async (source) => {
    const { judgement } = await judged(of(source, good), [], { source })
    expect([judgement.verdict, judgement.findings]).toEqual(['pass', []])
  })

  it.each(['examine', 'proxy'] as const)(
    'fails a run that was over by then, of source %s',
    async (source) => {
      const note = { kind: 'run-ended', run: 1, after: halfway.length, by: 'client' }
      const { judgement } = await judged(of(source, halfway), [note], { source })
      expect(judgement.cause?.code).toBe('homologation/complete:stopped')
    },
  )

  it.each(sources)('fails what was wrong by then, of source %s', async (source) => {
    const hasty = exchangesOf(steps({ 2: { afterMs: 100 } })).slice(0, 2)
    const { judgement } = await judged(of(source, hasty), [], { source })
    expect(judgement.findings.map(({ requirement }) => requirement)).toEqual(['homologation/spacing'])
  })

  it.each([
    ['one of ours that has it', 'examine', [{ kind: 'ended' }]],
    ['a recording of others, which has no such line', 'recording', []],
  ] as const)('is not %s', async (_, source, notes) => {
    const { judgement } = await judged(of(source, halfway), [...notes], { source })
    expect(judgement.cause?.code).toBe('homologation/complete:stopped')
  })
})

describe('a recording of watched traffic', () => {
  it('tells what it saw', async () => {
    const seen: [string, number][] = []
    const ended: number[] = []
    const { first, lastMs, gaps } = await judgeRecording(
      { facts, exchanges: good.map((one) => ({ ...one, gaps: ['times'] as const })), notes: [] },
      {
        onExchange: ({ id }, _, runs) => seen.push([id, runs.length]),
        onEnd: (runs) => ended.push(runs.length),
      },
    )
    expect([first?.id, lastMs, [...gaps]]).toEqual(['e1', good.at(-1)?.respondedAtMs, ['times']])
    expect([seen.length, ended]).toEqual([good.length, [1]])
  })

  it('tells which exchange showed something new beside the runs', async () => {
    const news: boolean[] = []
    const list = { ask: 'GET /contatos', response: { data: [] }, source: 'proxy' as const }
    const broken = { ...list, status: 500, response: { error: { type: 'x' } } }
    await judgeRecording(
      {
        facts: { ...facts, source: 'proxy' },
        exchanges: exchangesOf([list, broken, broken, list]),
        notes: [],
      },
      { onExchange: (_, isNews) => news.push(isNews) },
    )
    expect(news).toEqual([false, true, false, false])
  })

  it('knows the death of a run that the clock of its watch ended long after it fell silent', async () => {
    const others = Array.from({ length: 600 }, (_, i) =>
      passing({ ask: 'GET /contatos', data: [], source: 'examine', step: null, atMs: 40_000 + i }, i + 10),
    )
    const after = halfway.length + others.length
    const notes: Note[] = [{ kind: 'run-ended', run: 1, after, by: 'time', death: 2 }]
    const busy = { runs: null, idleMs: 30_000, newRunAfterMs: null }
    const { traffic } = await judged([...halfway, ...others, ...shifted(good, 50_000)], notes, {
      watch: busy,
    })
    expect(traffic?.recovery?.fails.map(({ at, run }) => [at, run.number])).toEqual([[2, 1]])
  })

  it('tells of a run that fell silent long before the end, for whoever listens keeps what is open', async () => {
    const others = Array.from({ length: 600 }, (_, i) =>
      passing({ ask: 'GET /contatos', data: [], source: 'proxy', step: null, atMs: 4_000_000 + i }, i + 10),
    )
    const ended: number[] = []
    let seen = 0
    await judgeRecording(
      { facts: { ...facts, source: 'proxy' }, exchanges: [...halfway, ...others], notes: [] },
      {
        onExchange: (_, _isNews, runs) => {
          seen++
          ended.push(...runs.map(() => seen))
        },
      },
    )
    expect(ended.length).toBe(1)
    expect(ended[0]).toBeLessThan(300)
  })

  it.each([
    ['minutes', 240_000, undefined, ['pass']],
    ['hours, beyond all waiting', 7_200_000, undefined, ['pass']],
    ['minutes beyond what the watch waited', 240_000, { runs: null, idleMs: 60_000, newRunAfterMs: null }, ['fail', 'fail']],
  ] as const)('goes on with a run that paused for %s', async (_, afterMs, watch, verdicts) => {
    const paused = exchangesOf(steps({ 3: { afterMs } }))
    const { traffic } = await judged(paused, [], { source: 'recording', ...(watch && { watch }) })
    expect(traffic?.runs.map(({ judgement }) => judgement.verdict)).toEqual(verdicts)
  }) // biome-ignore format: a table

  it('ends early where it is told to', async () => {
    const stop = new AbortController()
    const { seen } = await judgeRecording(
      { facts, exchanges: good, notes: [] },
      { signal: stop.signal, onExchange: () => stop.abort() },
    )
    expect(seen).toBe(1)
  })

  const again = shifted(good, 9_000)
  const ends = (by: string, after = halfway.length): Note[] => [{ kind: 'run-ended', run: 1, after, by }]
  const watch = { runs: 2, idleMs: null, newRunAfterMs: null }
  const runsOf = async (notes: Note[]) =>
    (await judged([...halfway, ...again], notes, { watch })).traffic?.runs.map((run) => run.judgement.verdict)

  it.each([
    ['the clock', 'time'],
    ['the end of its client', 'client'],
  ])('is cut where %s ended a run', async (_, by) => {
    expect(await runsOf(ends(by))).toEqual(['fail', 'pass'])
  })

  it.each([
    ['nobody ended a run', []],
    ['its exchanges tell the end themselves', ends('traffic')],
    ['a note of another kind stands', [{ kind: 'run-ended', run: 'one', after: 3, by: 'client' }]],
  ])('is not cut where %s', async (_, notes) => {
    expect(await runsOf(notes)).toEqual(['fail'])
  })

  it('judges as many runs as its header wanted, and one of an examination that does not tell', async () => {
    const later = [...good, ...shifted(halfway, 60_000)]
    const ended = [{ kind: 'ended' }]
    expect((await judged(later, ended, { watch: { ...watch, runs: 1 } })).judgement.verdict).toBe('pass')
    expect((await judged(later, ended, { watch: { ...watch, runs: null } })).judgement.verdict).toBe('fail')
    expect((await judged([], [])).traffic?.wanted).toBe(1)
    expect((await judged([], [], { source: 'proxy' })).traffic?.wanted).toBe(null)
  })

  it.each([
    [null, 600_000, 1],
    [30_000, 28_000, 1],
    [30_000, 28_010, 2],
  ])('waits for the next request as its header says: %s ms, %i ms later: %i', async (idleMs, byMs, runs) => {
    const late = [...good.slice(0, 2), ...shifted(good.slice(2), byMs)]
    const { traffic } = await judged(late, [], { watch: { runs: null, idleMs, newRunAfterMs: null } })
    expect(traffic?.runs.length).toBe(runs)
  })

  it('tells of a run that a note ends and of one that ends itself at the same exchange, in that order', async () => {
    const other = [...good, ...shifted(good.slice(0, 1), 15_000)].map(
      (one, i): Exchange => ({
        ...one,
        id: `o${i}`,
        session: 's2',
      }),
    )
    const exchanges = [...halfway, ...other]
    const notes: Note[] = [{ kind: 'run-ended', run: 1, after: exchanges.length - 1, by: 'client' }]
    const ended: number[][] = []
    await judgeRecording(
      { facts: { ...facts, watch: { ...watch, runs: null } }, exchanges, notes },
      { onExchange: (_, _isNews, runs) => ended.push(runs.map((run) => run.number)) },
    )
    expect(ended.filter((runs) => runs.length > 0)).toEqual([[1, 2]])
  })

  it('knows at which death each run was tried, also where a run told its end itself', async () => {
    const second = shifted(halfway, 60_000)
    const notes: Note[] = [
      { kind: 'run-ended', run: 1, after: good.length + 1, by: 'traffic', death: 3 },
      { kind: 'run-ended', run: 2, after: good.length + second.length, by: 'client', death: 'never' },
    ]
    const { traffic } = await judged([...good, ...second], notes, { watch: { ...watch, newRunAfterMs: 0 } })
    expect(traffic?.recovery?.recovers).toEqual([3])
    expect(traffic?.recovery?.fails.map(({ at, run }) => [at, run.number])).toEqual([['never', 2]])
    expect(traffic?.recovery?.untried).toEqual([1, 2, 4, 5])
  })
})

describe('a recording of a contract run', () => {
  const plan: Note = {
    kind: 'contract-plan',
    steps: [{ id: 'contatos/list', route: 'GET /contatos' }],
    notPlanned: [],
    leastRoutes: 3,
  }
  const list = exchangesOf([{ ask: 'GET /contatos', response: { data: [] }, source: 'run' }]).map(
    (one): Exchange => ({ ...one, step: 'contatos/list' }),
  )
  const contract = (notes: Note[], exchanges = list) =>
    judged(exchanges, [plan, ...notes], { source: 'run', toleranceMs: 0 })

  it('passes where it came to its end, and is incomplete where it was killed', async () => {
    const { judgement, traffic, leastRoutes } = await contract([{ kind: 'contract-end', ended: true }])
    expect([judgement.verdict, traffic, leastRoutes]).toEqual(['pass', null, 3])
    expect((await contract([])).judgement.verdict).toBe('incomplete')
  })

  it('finds its plan behind other notes', async () => {
    const notes = [{ kind: 'account', name: 'a' }, plan, { kind: 'contract-end', ended: true }]
    const { judgement, leastRoutes } = await judged(list, notes, { source: 'run', toleranceMs: 0 })
    expect([judgement.verdict, judgement.steps.length, leastRoutes]).toEqual(['pass', 1, 3])
  })

  it('tells which exchange brought something new', async () => {
    const news: boolean[] = []
    const broken = list.map(
      (one): Exchange => ({ ...one, response: one.response && { ...one.response, status: 500 } }),
    )
    const own = broken.map((one): Exchange => ({ ...one, step: 'cleanup/contatos' }))
    await judgeRecording(
      {
        facts: { ...facts, source: 'run', toleranceMs: 0 },
        exchanges: [...list, ...broken, ...own],
        notes: [plan],
      },
      { onExchange: (_, isNews) => news.push(isNews) },
    )
    expect(news).toEqual([false, true, false])
  })

  it('says why a step was not sent', async () => {
    const note = { kind: 'contract-step', step: 'contatos/list', reason: 'contract.reason.no-answer' }
    const told = async (notes: Note[]) => (await contract(notes, [])).judgement.steps[0]
    expect(await told([note])).toMatchObject({ verdict: 'not-reached', reason: note.reason })
    expect(await told([{ ...note, kind: 'other' }])).toMatchObject({ reason: 'contract.reason.stopped' })
  })

  it('is incomplete where its plan lost its steps', async () => {
    const notes: Note[] = [{ kind: 'contract-plan' }, { kind: 'contract-end', ended: true }]
    const { judgement } = await judged(list, notes, { source: 'run', toleranceMs: 0 })
    expect([judgement.verdict, judgement.steps]).toEqual(['incomplete', []])
    expect(judgement.coverage.routes.notExercised).toEqual([])
  })

  it('leaves out what the run asked for itself', async () => {
    const own = list.map((one): Exchange => ({ ...one, step: 'cleanup/contatos' }))
    const { judgement } = await contract([{ kind: 'contract-end', ended: true }], own)
    expect([judgement.verdict, judgement.coverage.requirements.tested]).toEqual(['incomplete', []])
  })

  it('holds no run of the five steps', async () => {
    expect(lastRunOf(await contract([]))).toBe(null)
    expect(lastRunOf(await contract([{ kind: 'contract-end', ended: true }], list))).toBe(null)
    expect(lastRunOf(await judged(good, [], { source: 'run' }))?.verdict).toBe('pass')
    expect(lastRunOf(await judged([]))).toBe(null)
    expect(lastRunOf(await judged([], [], { source: 'run' }))).toBe(null)
    const three = [...halfway, ...shifted(halfway, 100_000), ...shifted(good, 200_000)]
    expect(lastRunOf(await judged(three, [], { source: 'proxy' }))?.verdict).toBe('pass')
  })
})

it('keeps the first run that fails at a death', () => {
  const recovery = collectRecovery()
  expect(recovery.recovery).toBe(null)
  const run = (number: number, verdict: string) =>
    ({ number, session: null, judgement: { verdict } }) as unknown as Parameters<typeof recovery.see>[1]
  recovery.see(2, run(1, 'pass'))
  recovery.see(3, run(2, 'fail'))
  recovery.see(3, run(3, 'incomplete'))
  recovery.see('never', run(4, 'pass'))
  expect(recovery.recovery?.recovers).toEqual([2, 'never'])
  expect(recovery.recovery?.fails.map(({ at, run: { number } }) => [at, number])).toEqual([[3, 2]])
})
