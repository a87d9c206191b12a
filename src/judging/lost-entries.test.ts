import { describe, expect, it } from 'vitest'
import { type Exchange, endMs } from '../exchange/exchange.js'
import type { DamagedLine } from '../exchange/read-journal.js'
import {
  contextOf as courseContext,
  exchangesOf,
  renewedRun,
  step,
  steps,
} from '../rules/exchanges.fixture.js'
import type { Judgement } from '../rules/finding.js'
import { passing } from '../rules/passing.fixture.js'
import { spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { judgeRecording } from './judge-recording.js'
import { contextOf, type RunFacts } from './judged.js'
import { RunSplitter } from './split-runs.js'

const { baseUrl, tokenUrl } = courseContext({})
const facts: RunFacts = { profile: spec, baseUrl, tokenUrl, toleranceMs: 5, source: 'examine' }
const shapes = await loadShapes()

/** A recording in which these exchanges stand in lines that cannot be read. */
async function judgedWithout(
  lost: (exchange: Exchange) => boolean,
  exchanges: readonly Exchange[],
  change: Partial<RunFacts> = {},
  reason: DamagedLine['reason'] = 'not-json',
) {
  const damaged: DamagedLine[] = []
  function* readable() {
    for (const [i, exchange] of exchanges.entries()) {
      if (lost(exchange)) damaged.push({ line: i + 2, reason })
      else yield exchange
    }
  }
  const notes = reason === 'torn' ? [] : [{ kind: 'ended' }]
  return await judgeRecording({ facts: { ...facts, ...change }, exchanges: readable(), notes, damaged })
}

const renewed = exchangesOf(renewedRun())
const plain = exchangesOf(steps({ 2: { carries: 'hash-1' } }))
const ids = (exchanges: readonly Exchange[]) => exchanges.map(({ id }) => id)
const everyLoss = [
  ...ids(renewed).map((id) => ['renewed', id, renewed] as const),
  ...ids(plain).map((id) => ['plain', id, plain] as const),
]

const failed = ({ readings }: Judgement) =>
  readings.filter((one) => one.verdict === 'fail').map((one) => one.id)

describe.each(['examine', 'run', 'proxy', 'recording'] as const)('a sound run of source %s', (source) => {
  it.each(everyLoss)('accuses nobody where an entry is lost: %s, %s', async (_what, id, all) => {
    const own = all.map((one): Exchange => ({ ...one, source: source === 'recording' ? 'proxy' : source }))
    const { judgement, gaps } = await judgedWithout((one) => one.id === id, own, { source })
    const { verdict, cause, findings, steps: told } = judgement
    expect(findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code)).toEqual([])
    expect([...gaps]).toEqual(['exchanges'])
    const missing = told.filter((one) => one.verdict !== 'pass')
    const succeeded = own
      .filter((one) => one.id !== id && (one.response?.status ?? 400) < 300)
      .map((one) => one.id)
    for (const { verdict, exchanges } of told)
      expect(verdict === 'pass').toBe(exchanges.some((one) => succeeded.includes(one)))
    if (verdict === 'pass') expect(missing).toEqual([])
    else {
      expect([verdict, cause?.code]).toEqual(['incomplete', 'homologation/complete:lost'])
      for (const one of missing)
        expect([one.verdict, one.reason]).toEqual(['not-reached', 'report.notReached.lost'])
    }
    const { judgement: whole } = await judgedWithout(() => false, own, { source })
    expect(failed(judgement).filter((id) => !failed(whole).includes(id))).toEqual([])
  })
})

describe('a run of which an entry is lost', () => {
  const without = (number: number, all: readonly Exchange[]) =>
    judgedWithout((one) => one.id === `e${number}`, all)

  it('is held to all that the others show', async () => {
    const close = exchangesOf(steps({ 3: { afterMs: 100 } }))
    const { judgement } = await without(5, close)
    expect([judgement.verdict, judgement.cause?.code]).toEqual(['fail', 'homologation/spacing:too-close'])
    const changed = exchangesOf(steps({ 2: { body: { nome: 'Outra' } } }))
    expect((await without(4, changed)).judgement.cause?.requirement).toBe('homologation/post-data')
  })

  it('stands under each reading as the others show, and undecided where it seems to have broken one', async () => {
    const { judgement } = await without(3, exchangesOf(steps({ 2: { afterMs: 100 } })))
    const told = judgement.readings.map(({ id, verdict, because }) => [id, verdict, because.code])
    expect(Object.fromEntries(told.map(([id, ...rest]) => [id, rest.join(' ')]))).toMatchObject({
      'spacing/at-least': 'fail spacing:too-close',
      'spacing/at-most': 'incomplete lost',
      'spacing/free': 'pass spacing:free',
      'total/unlimited': 'pass total:free',
      'total/limited': 'pass total:kept',
    })
    const long = await without(3, exchangesOf(steps({ 4: { afterMs: 20_000 } })))
    expect(long.judgement.readings.find(({ id }) => id === 'total/limited')?.verdict).toBe('fail')
  })

  it('says of its missing step that it is not in the recording, and why nothing was tested', async () => {
    const { judgement } = await without(3, plain)
    expect(judgement.steps.map(({ verdict }) => verdict)).toEqual([
      ...['pass', 'pass', 'not-reached', 'pass', 'pass'],
    ])
    expect(judgement.cause).toMatchObject({ severity: 'info', blame: 'environment', values: { missing: 3 } })
    expect(judgement.coverage.requirements.untested).toContainEqual({
      id: 'homologation/token-renewed',
      reason: 'not-in-recording',
    })
  })

  const torn = (id: string, all: readonly Exchange[], source: RunFacts['source'] = 'examine') =>
    judgedWithout((one) => Number(one.id.slice(1)) >= Number(id.slice(1)), all, { source }, 'torn')

  it.each(['examine', 'run'] as const)(
    'is without a verdict where its file ends in the middle of a line, of source %s',
    async (source) => {
      const own = (all: readonly Exchange[]) => all.map((one): Exchange => ({ ...one, source }))
      const limited = own(exchangesOf([step(1), step(2, { status: 429 })]))
      for (const [id, all] of [
        ['e5', own(plain)],
        ['e4', own(renewed)],
        ['e5', own(renewed)],
        ['e3', limited],
      ] as const) {
        const { judgement, gaps } = await torn(id, [...all, passing({ ask: 'GET /x' }, 9)], source)
        expect([judgement.verdict, judgement.findings, [...gaps]]).toEqual(['incomplete', [], []])
      }
    },
  )

  it('is whole where its file is cut behind its end', async () => {
    const { judgement } = await torn('e9', [...plain, passing({ ask: 'GET /x' }, 9)])
    expect([judgement.verdict, judgement.findings]).toEqual(['pass', []])
  })

  it('is in doubt alone where others were over by then', async () => {
    const later = (one: Exchange): Exchange => ({
      ...one,
      id: `e${10 + Number(one.id.slice(1))}`,
      session: 'b',
      sentAtMs: one.sentAtMs + 200_000,
      respondedAtMs: endMs(one) + 200_000,
    })
    const all = [...exchangesOf(steps()).slice(0, 3), ...plain.map(later)]
    const { traffic } = await judgedWithout(
      (one) => one.id === 'e15',
      all,
      { watch: { runs: null, idleMs: 60_000, newRunAfterMs: null } },
      'torn',
    )
    const told = traffic?.runs.map(({ session, judgement }) => [session, judgement.cause?.code])
    expect(told).toEqual([
      ['s1', 'homologation/complete:stopped'],
      ['b', undefined],
    ])
  })

  it('is held to what it shows where its file is cut', async () => {
    const { judgement } = await torn('e5', exchangesOf(steps({ 3: { afterMs: 100 } })))
    expect(judgement.cause?.code).toBe('homologation/spacing:too-close')
  })

  it('leaves a run alone that was over before, and each that was under way in doubt', async () => {
    const late = (all: readonly Exchange[], byMs: number, session: string) =>
      all.map((one) => ({
        ...one,
        id: `${session}${one.id}`,
        session,
        sentAtMs: one.sentAtMs + byMs,
        respondedAtMs: endMs(one) + byMs,
      }))
    const halfway = exchangesOf(steps()).slice(0, 3)
    const inOrder = [
      ...late(halfway, 0, 'a'),
      ...late(plain, 200_000, 'b'),
      ...late(halfway, 201_500, 'c'),
    ].sort((one, other) => one.sentAtMs - other.sentAtMs)
    const { traffic } = await judgedWithout((one) => one.id === 'be4', inOrder, {
      watch: { runs: null, idleMs: 60_000, newRunAfterMs: null },
    })
    const told = traffic?.runs.map(({ session, judgement }) => [session, judgement.cause?.code]) ?? []
    expect(Object.fromEntries(told)).toEqual({
      a: 'homologation/complete:stopped',
      b: 'homologation/complete:lost',
      c: 'homologation/complete:lost',
    })
  })
})

describe('a contract run of which an entry is lost', () => {
  const base = { source: 'run', baseUrl: 'https://api.exemplo.invalid/Api/v3', toleranceMs: 0 } as const
  const list = (family: string, number: number) =>
    passing({ ask: `GET /${family}`, step: `${family}/list`, data: [] }, number)
  const all = [list('contatos', 1), list('produtos', 2), list('depositos', 3)]
  const steps = ['contatos', 'produtos', 'depositos', 'vendedores'].map((family) => ({
    id: `${family}/list`,
    route: `GET /${family}`,
  }))
  const plan = { kind: 'contract-plan', steps, notPlanned: [] }
  const told = { kind: 'contract-step', step: 'vendedores/list', reason: 'contract.reason.no-identifier' }
  const end = { kind: 'contract-end', ended: true }
  const without = async (lost: number | null, notes = [plan, told, end], exchanges = all) => {
    const kept = exchanges.filter((_, i) => i !== lost)
    const damaged = lost === null ? [] : [{ line: 9, reason: 'not-json' as const }]
    return (await judgeRecording({ facts: { ...facts, ...base }, exchanges: kept, notes, damaged })).judgement
  }
  const reasons = (judgement: Judgement) => judgement.steps.map(({ verdict, reason }) => reason ?? verdict)
  const lost = 'report.notReached.lost'

  it.each([0, 1, 2])('is undecided where a step may have been in it: %i', async (number) => {
    const judgement = await without(number)
    expect([judgement.verdict, judgement.findings]).toEqual(['incomplete', []])
    expect(reasons(judgement)).toEqual(['pass', 'pass', 'pass', told.reason].with(number, lost))
    expect(judgement.coverage.routes.notExercised).toContainEqual({
      route: steps[number]?.route,
      reason: lost,
    })
  })

  it('passes where each of its steps is told of', async () => {
    expect((await without(null)).verdict).toBe('pass')
    const twice = [...all, list('depositos', 4)]
    expect((await without(3, [plan, told, end], twice)).verdict).toBe('pass')
  })

  it('fails for what the others broke, and says of one that was killed that it stopped', async () => {
    const broken = [passing({ ask: 'GET /contatos', step: 'contatos/list', status: 500 }, 1), ...all.slice(1)]
    expect((await without(2, [plan, told, end], broken)).verdict).toBe('fail')
    const killed = await without(2, [plan, told])
    expect(reasons(killed)).toEqual(['pass', 'pass', 'contract.reason.stopped', told.reason])
  })
})

it('forgets what records were like before an entry that is lost', async () => {
  const created = {
    ask: 'POST /contatos',
    body: { nome: 'a' },
    status: 201,
    data: { id: 7 },
    source: 'proxy',
  } as const
  const other = { ask: 'GET /contatos/8', data: { id: 8 }, source: 'proxy', step: null } as const
  const read = { ask: 'GET /contatos/7', data: { id: 7, nome: 'b' }, source: 'proxy', step: null } as const
  const exchanges = [{ ...created, step: null }, other, read].map((one, i) => passing(one, i + 1))
  const base = { source: 'proxy', baseUrl: 'https://api.exemplo.invalid/Api/v3' } as const
  const codes = async (lost: string) =>
    (await judgedWithout(({ id }) => id === lost, exchanges, base)).judgement.findings.map(({ code }) => code)
  expect(await codes('none')).toContain('records/created-readable:field')
  expect(await codes('e2')).not.toContain('records/created-readable:field')
})

it('is told to the runs that are under way', () => {
  const context = contextOf(facts, shapes)
  const splitter = new RunSplitter({ context, idleMs: 60_000 })
  const [first] = exchangesOf([step(1)])
  if (first) splitter.see(first)
  expect(splitter.open.map(({ hasLost }) => hasLost)).toEqual([false])
  splitter.lose(60_006)
  expect(splitter.open.map(({ hasLost }) => hasLost)).toEqual([false])
  splitter.lose(60_005)
  expect(splitter.open.map(({ hasLost }) => hasLost)).toEqual([true])
})
