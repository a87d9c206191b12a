import { describe, expect, it } from 'vitest'
import type { GradedRun } from '../judging/graded-traffic.js'
import { bling } from '../specification/profile.js'
import { loadCatalogue } from '../words/catalogue.js'
import { type Board, createBoard } from './board.js'
import { startExamination } from './examination.js'

const profile = { ...bling, spacing: { ...bling.spacing, reading: 'free' as const, intervalMs: 30 } }

async function scene(invalidateAt: 'never' | 'each' = 'never') {
  const keep: { now: Parameters<typeof startExamination>[0] } = { now: {} }
  const examination = await startExamination({
    service: { profile, seed: 'board', invalidateAt },
    runs: null,
    timeoutMs: 60_000,
    onRun: (run, exchanges, death) => keep.now?.onRun?.(run, exchanges, death),
  })
  const meta = {
    id: 'r',
    command: 'examine',
    startedAt: examination.startedAt,
    version: '0',
    profile,
    repeats: 0,
    seed: null,
    baseUrl: examination.listener.baseUrl,
    embedded: true,
  }
  const catalogue = await loadCatalogue('en')
  const board = createBoard({ examination, meta, catalogue, lang: 'en', repeatCommand: null })
  keep.now = { onRun: board.addRun }
  const { baseUrl, accessToken } = examination.clientSettings()
  const ask = (path: string) => fetch(baseUrl + path, { headers: { authorization: `Bearer ${accessToken}` } })
  return { examination, board, ask }
}

describe('the board', () => {
  it('lets an event befall an application, and tells what has', async () => {
    const { examination, board, ask } = await scene()
    expect(board.session('app1')).not.toHaveProperty('befell')
    expect([board.causeEvent('app1', 'expire'), board.causeEvent('app9', 'expire')]).toEqual([true, false])
    expect(board.session('app1')?.befell).toEqual(['expire'])
    expect((await ask('/homologacao/produtos')).status).toBe(401)
    await examination.stop()
  })

  it('shows a session that waits, runs and has ended', async () => {
    const { examination, board, ask } = await scene()
    expect(board.session('app1')).toMatchObject({
      state: 'waiting',
      verdict: 'incomplete',
      requests: 0,
      awaited: { route: 'GET /homologacao/produtos', until: null },
    })
    await ask('/homologacao/produtos')
    await expect.poll(() => board.session('app1')?.requests).toBe(1)
    expect(board.session('app1')).toMatchObject({
      state: 'running',
      stepsPassed: 1,
      awaited: { route: 'POST /Api/v3/homologacao/produtos', step: 'homologation/2' },
    })
    expect(Date.parse(board.session('app1')?.awaited?.until ?? '')).toBeGreaterThan(Date.now())
    examination.endRuns()
    expect(board.session('app1')).toMatchObject({ state: 'ended', verdict: 'fail', requests: 1 })
    expect(board.session('app1')?.cause).toContain('step 1')
    await examination.stop()
  })

  it('holds what was sent, and never a credential', async () => {
    const { examination, board, ask } = await scene()
    await ask('/homologacao/produtos')
    await expect.poll(() => board.pageOf('app1')?.exchanges.length).toBe(1)
    const { accessToken, refreshToken, clientSecret } = examination.clientSettings()
    const text = JSON.stringify([
      board.pageOf('app1'),
      board.sessions(),
      board.overview({ eventsUrl: '/e', sessionsUrl: '/s' }),
    ])
    for (const secret of [accessToken, refreshToken, clientSecret]) expect(text).not.toContain(secret)
    expect(text).toContain('[access_token#')
    await examination.stop()
  })

  it('lists the sessions that were created, and knows no others', async () => {
    const { examination, board } = await scene()
    const { id } = examination.createSession('Loja')
    board.setEnvFile(id, '/somewhere/loja.env')
    expect(board.sessions().map((session) => [session.name, session.envFile])).toEqual([
      ['Aplicativo de ensaio', null],
      ['Loja', '/somewhere/loja.env'],
    ])
    expect([board.session('app9'), board.pageOf('app9')]).toEqual([null, null])
    await examination.stop()
  })

  it('shows no pass of fewer runs than are wanted, and no pass over one that failed long ago', async () => {
    const keep = (board: Board, verdict: 'pass' | 'fail') =>
      board.addRun(
        { session: 'app1', judgement: { verdict, cause: null, steps: [] } } as unknown as GradedRun,
        [],
      )
    const each = await scene('each')
    for (let i = 1; i < 6; i++) keep(each.board, 'pass')
    expect(each.board.session('app1')?.verdict).toBe('incomplete')
    keep(each.board, 'pass')
    expect(each.board.session('app1')?.verdict).toBe('pass')
    await each.examination.stop()
    const { board, examination } = await scene()
    keep(board, 'fail')
    for (let i = 0; i < 300; i++) keep(board, 'pass')
    expect(board.session('app1')).toMatchObject({ verdict: 'fail', run: { number: 301 } })
    await examination.stop()
  })

  it('lasts until the last request if that got no response', async () => {
    const { board, examination, ask } = await scene()
    await ask('/homologacao/produtos')
    await expect.poll(() => board.pageOf('app1')?.exchanges.length).toBe(1)
    const { exchanges = [], report } = board.pageOf('app1') ?? {}
    const [first] = exchanges
    if (!first || !report) throw new Error('nothing was recorded')
    const judgement = { ...examination.grader.outside, verdict: 'fail' as const }
    const unanswered = { ...first, sentAtMs: first.sentAtMs + 5_000, respondedAtMs: null, response: null }
    examination.endRuns()
    board.addRun({ session: 'app1', judgement, number: 2, isEndless: false, exchangeIds: [] }, [unanswered])
    expect(board.pageOf('app1')?.report.run.durationMs).toBe(5_000)
    await examination.stop()
  })

  it('keeps so many notices that the page stays small', async () => {
    const { examination, board } = await scene()
    for (let i = 0; i < 300; i++)
      board.notice({ kind: 'unknown-parameter', route: 'GET /contatos', name: `p${i}` })
    expect([board.notices.length, board.notices[0]?.name]).toEqual([200, 'p0'])
    await examination.stop()
  })

  it('keeps every run of a session: none that comes later makes up for one that failed', async () => {
    const { examination, board, ask } = await scene('each')
    await ask('/homologacao/produtos')
    await expect.poll(() => board.session('app1')?.run).toEqual({ number: 1, of: 6, death: 1 })
    expect(board.session('app1')).toMatchObject({ state: 'running', verdict: 'incomplete' })
    examination.endRuns()
    expect(board.session('app1')).toMatchObject({ state: 'waiting', verdict: 'fail' })
    await ask('/homologacao/produtos')
    await expect.poll(() => board.session('app1')?.requests).toBe(2)
    expect(board.session('app1')).toMatchObject({
      state: 'running',
      verdict: 'fail',
      run: { number: 2, death: 2 },
      cause: expect.stringContaining('step 1'),
    })
    const page = board.pageOf('app1')
    expect(page?.report.verdict).toBe('fail')
    expect(page?.report.runs?.map(({ run, verdict, death }) => [run, verdict, death])).toEqual([
      [1, 'fail', 1],
      [2, 'incomplete', 2],
    ])
    expect(page?.runs?.map(({ exchanges }) => exchanges.length)).toEqual([1, 1])
    expect(page?.runs?.[1]?.steps[0]?.verdict).toBe('pass')
    await examination.stop()
  })
})
