import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { keptTokens } from './kept-tokens.js'
import { type Arrived, type Erp, gapsOf, startErp } from './services/erp.js'
import { newFolder, removeFolders, reportOf, runInside, runTool, type ToolRun } from './tool.js'

afterAll(removeFolders)

const SPACING_MS = 60

/** Runs, and kills without a warning as soon as `when` says so, `afterMs` later. */
async function killedRun(
  erp: Erp,
  when: (arrivals: readonly Arrived[]) => boolean,
  afterMs: number,
): Promise<ToolRun> {
  let timer: NodeJS.Timeout | undefined
  const run = await runTool(['check', '--spacing-ms', String(SPACING_MS)], {
    env: erp.env,
    onStart(child) {
      timer = setInterval(() => {
        if (!when(erp.arrivals)) return
        clearInterval(timer)
        setTimeout(() => child.kill('SIGKILL'), afterMs)
      }, 1)
    },
  })
  clearInterval(timer)
  return run
}

/** Lines of the journal that are whole, parsed; the last one may be torn. */
function journalOf({ dir }: ToolRun): unknown[] {
  const lines = readFileSync(join(dir, 'journal.ndjson'), 'utf8').split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown)
}

const isDay = process.env.HOMOLOGA_VARIANTS === undefined

/** Whichever moment: within the start, a wait, a response, a renewal, the writing of the reports. By day fewer of a kind. */
const moments = [
  ...Array.from({ length: 6 }, (_, i) => ({
    arrivals: 1 + i,
    afterMs: Math.round(Math.random() * 70),
  })).filter((_, i) => !isDay || i % 2 === 0),
  ...Array.from({ length: isDay ? 1 : 4 }, () => ({ arrivals: 7, afterMs: Math.round(Math.random() * 120) })),
]

describe.concurrent('a run that is killed', () => {
  it.for(moments)(
    'after $arrivals arrivals and $afterMs ms leaves a journal that can be graded',
    { timeout: 60_000 },
    async ({ arrivals, afterMs }, { expect }) => {
      const erp = await startErp({ deathAt: 3 })
      try {
        const run = await killedRun(erp, (all) => all.length >= arrivals, afterMs)
        const [head, ...lines] = journalOf(run) as { exchange?: { response: unknown } }[]
        expect(head).toHaveProperty('journal', 1)
        const kept = lines.filter(({ exchange }) => exchange !== undefined).length
        // what was asked for before the last request had been responded to, and so kept
        expect(kept).toBeGreaterThanOrEqual(arrivals - 1)
        for (const command of ['report', 'judge']) {
          const again = await runInside([command, join(run.dir, 'journal.ndjson')], { cwd: run.cwd })
          const whole = reportOf(again).verdict === 'pass'
          expect({
            command,
            status: again.status,
            steps: reportOf(again).steps.length,
            err: again.err,
          }).toEqual({
            command,
            // Whatever is missing may have been about to come.
            status: whole ? 0 : 4,
            steps: 5,
            err: expect.not.stringMatching(/^\s+at /m),
          })
          expect(whole).toBe(kept >= 7)
        }
      } finally {
        await erp.close()
      }
    },
  )

  it('as the service of a client under way speaks against nobody', { timeout: 60_000 }, async ({
    expect,
  }) => {
    const client = `fetch(process.env.HOMOLOGA_BASE_URL + '/homologacao/produtos', {
        headers: { authorization: 'Bearer ' + process.env.HOMOLOGA_ACCESS_TOKEN } })
      setTimeout(() => {}, 3_000)`
    const words = ['examine', '--no-page', '--invalidate-at', 'never', '--', process.execPath, '-e', client]
    const run = await runTool(words, {
      onStart: (child) =>
        child.stderr?.on('data', (part) => String(part).includes('200') && child.kill('SIGKILL')),
    })
    expect(run.signal).toBe('SIGKILL')
    for (const command of ['judge', 'report']) {
      const again = await runInside([command, join(run.dir, 'journal.ndjson')], { cwd: run.cwd })
      const { cause, findings, steps } = reportOf(again)
      expect([again.status, cause, findings, steps.map(({ verdict }) => verdict)]).toEqual([
        4,
        'The run was ended before it was over, so it has no verdict: its journal lacks the closing line.',
        [],
        ['pass', 'not-reached', 'not-reached', 'not-reached', 'not-reached'],
      ])
    }
  })

  it('with a torn last line is graded up to there', { timeout: 60_000 }, async ({ expect }) => {
    const erp = await startErp({ deathAt: 3 })
    try {
      const whole = await runInside(['check', '--spacing-ms', '5'], { env: erp.env })
      const text = readFileSync(join(whole.dir, 'journal.ndjson'), 'utf8')
      for (const share of [0.3, 0.8, 0.999]) {
        const torn = join(whole.cwd, `torn-${share}.ndjson`)
        writeFileSync(torn, text.slice(0, Math.floor(text.length * share)))
        const again = await runInside(['judge', torn], {
          cwd: whole.cwd,
          dir: join(whole.cwd, `again-${share}`),
        })
        expect({ share, status: [0, 4].includes(again.status ?? -1), err: again.err }).toEqual({
          share,
          status: true,
          err: expect.not.stringMatching(/^\s+at /m),
        })
      }
    } finally {
      await erp.close()
    }
  })
})

describe.concurrent('a rotated token', () => {
  it('is on disk before the service sees its access token', { timeout: 60_000 }, async ({ expect }) => {
    const seen: { bearer: string | undefined; stored: string | null | undefined }[] = []
    const cwd = newFolder()
    const erp = await startErp({
      deathAt: 2,
      instead: {
        2: (response, ordinary, request) => {
          seen.push({ bearer: request.headers.authorization, stored: keptTokens(erp)?.accessToken })
          response.writeHead(ordinary.status, ordinary.headers)
          response.end(ordinary.body)
        },
      },
    })
    try {
      await runInside(['check', '--spacing-ms', '5'], { env: erp.env, cwd })
      const [, renewed] = seen
      expect(renewed?.bearer).toBe(`Bearer ${renewed?.stored}`)
      expect(keptTokens(erp)?.refreshToken).toBe(erp.issued.at(-1)?.refresh)
    } finally {
      await erp.close()
    }
  })

  it.for(isDay ? [0, 16, 40] : [0, 8, 16, 24, 32, 40, 48])(
    'survives a kill %i ms after the renewal was asked for: the next run goes on, where that is asked for',
    { timeout: 60_000 },
    async (afterMs, { expect }) => {
      // whoever rotates must expect that a response is lost on its way; the newest alone counts once it was used
      const erp = await startErp({ deathAt: 2, gracefulRotation: true, renewalDelayMs: 15 })
      try {
        const killed = await killedRun(erp, (all) => all.some(({ place }) => place === 'token'), afterMs)
        const kept = keptTokens(erp)
        if (kept !== null) expect(erp.issued.map(({ refresh }) => refresh)).toContain(kept.refreshToken)
        const next = await runInside(['check', '--spacing-ms', '20', '--token-retry'], {
          env: erp.env,
          cwd: killed.cwd,
        })
        expect({ status: next.status, err: next.err }).toEqual({ status: 0, err: next.err })
        const used = erp.arrivals.filter(({ place }) => place !== 'token').at(-1)
        expect(used?.headers.authorization).toBe(`Bearer ${erp.issued.at(-1)?.access}`)
      } finally {
        await erp.close()
      }
    },
  )

  it('of a service that forgets the old one at once is never lost once it has arrived', {
    timeout: 60_000,
  }, async ({ expect }) => {
    const erp = await startErp({ deathAt: 2 })
    try {
      // the step that follows a renewal arrives: its token was saved before, so a kill right then loses nothing
      const renewed = (all: readonly Arrived[]) => all.filter(({ place }) => place === 2).length >= 2
      const killed = await killedRun(erp, renewed, 0)
      expect(keptTokens(erp)?.refreshToken).toBe(erp.issued.at(-1)?.refresh)
      const next = await runInside(['check', '--spacing-ms', '20'], { env: erp.env, cwd: killed.cwd })
      expect({ status: next.status, err: next.err, issued: erp.issued.length }).toEqual({
        status: 0,
        err: next.err,
        issued: 2,
      })
    } finally {
      await erp.close()
    }
  })
})

describe.concurrent('two runs on one account', () => {
  it('never come closer than the spacing, whoever of them asks', { timeout: 60_000 }, async ({ expect }) => {
    const erp = await startErp({ jitterMs: 20 })
    // runs of one user meet in a folder of the user's own, whatever TMPDIR says
    try {
      const runs = await Promise.all(
        [1, 2, 3].map(() => runTool(['check', '--spacing-ms', '300'], { env: erp.env })),
      )
      expect(runs.map(({ status }) => status)).toEqual([0, 0, 0])
      expect(erp.arrivals).toHaveLength(15)
      expect(Math.min(...gapsOf(erp.arrivals).afterResponse)).toBeGreaterThanOrEqual(300)
      expect(runs.filter(({ err }) => /homologa check/.test(err)).length).toBeGreaterThanOrEqual(2)
    } finally {
      await erp.close()
    }
  })

  it('go on where the first one was killed', { timeout: 60_000 }, async ({ expect }) => {
    const erp = await startErp()
    const { env } = erp
    try {
      const first = runTool(['check', '--spacing-ms', '60000'], {
        env,
        onStart: (child) => {
          const timer = setInterval(() => {
            if (erp.arrivals.length === 0) return
            clearInterval(timer)
            child.kill('SIGKILL')
          }, 5)
        },
      })
      await first
      const second = await runTool(['check', '--spacing-ms', '300'], { env })
      expect({ status: second.status, err: second.err }).toEqual({ status: 0, err: second.err })
      expect(Math.min(...gapsOf(erp.arrivals).afterResponse)).toBeGreaterThanOrEqual(300)
    } finally {
      await erp.close()
    }
  })
})
