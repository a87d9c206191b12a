import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { figure, tries } from './figures.js'
import { keptTokens } from './kept-tokens.js'
import { type Erp, startErp } from './services/erp.js'
import { newFolder, removeFolders, runInside, runTool, type ToolRun } from './tool.js'

afterAll(removeFolders)

interface Broken {
  readonly run: ToolRun
  readonly erp: Erp
}

/** A run whose first step finds its token dead, and that gets `signals` some time around its renewal. */
async function brokenRun(
  signals: readonly NodeJS.Signals[],
  afterMs: number,
  delayMs: number,
): Promise<Broken> {
  const erp = await startErp({ deathAt: 1, renewalDelayMs: delayMs })
  const run = await runTool(['check', '--spacing-ms', '5'], {
    env: erp.env,
    onStart(child) {
      const timer = setInterval(() => {
        if (renewals(erp) === 0) return
        clearInterval(timer)
        setTimeout(() => {
          for (const signal of signals) child.kill(signal)
        }, afterMs)
      }, 1)
      child.once('exit', () => clearInterval(timer))
    },
  })
  return { run, erp }
}

/** What the service says of a refresh token that was sent after its successor had been issued. */
const SPENT = 'a refresh token that is not the newest'

const renewals = ({ arrivals }: Erp) => arrivals.filter(({ place }) => place === 'token').length

const asked: readonly (readonly NodeJS.Signals[])[] = [
  ['SIGINT'],
  ['SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGHUP'],
]

describe('a rotated token', () => {
  it('is never lost to Ctrl-C, SIGTERM or a closed terminal', { timeout: 1_800_000 }, async ({ expect }) => {
    const lost: unknown[] = []
    const count = tries(4)
    for (let i = 0; i < count; i++) {
      const delayMs = 5 + Math.round(Math.random() * 40)
      const signals = asked[i % asked.length] ?? ['SIGINT']
      const { erp, run } = await brokenRun(signals, Math.round(Math.random() * 1.3 * delayMs), delayMs)
      const kept = keptTokens(erp)
      const isKept = kept?.refreshToken === erp.issued.at(-1)?.refresh && kept?.spendingSinceMs === null
      figure('renewal, signals', { tries: 1, failures: isKept ? 0 : 1 })
      if (!isKept) lost.push({ signals, delayMs, status: run.status, err: run.err })
      await erp.close()
    }
    expect(lost).toEqual([])
  })

  it('is lost to a kill only before its answer, and the spent one is not sent again unasked', {
    timeout: 1_800_000,
  }, async ({ expect }) => {
    const wrong: unknown[] = []
    const count = tries(2)
    for (let i = 0; i < count; i++) {
      const delayMs = 5 + Math.round(Math.random() * 40)
      const { erp, run } = await brokenRun(['SIGKILL'], Math.round(Math.random() * 10 * delayMs), delayMs)
      const kept = keptTokens(erp)
      const isKept = kept?.refreshToken === erp.issued.at(-1)?.refresh
      const before = renewals(erp)
      const next = await runInside(['check', '--spacing-ms', '5'], { env: erp.env, cwd: run.cwd })
      const again = renewals(erp) - before
      const isFound = next.status === 0
      const isSaid = !isKept && again === 0 && /homologa login/.test(next.err)
      const isSpentAgain = erp.complaints.includes(SPENT)
      const isRight = (isFound || isSaid) && !isSpentAgain
      if (!isRight) wrong.push({ delayMs, isKept, again, status: next.status, err: next.err })
      figure('renewal, kill -9', { tries: 1, failures: isRight ? 0 : 1, unanswered: isFound ? 0 : 1 })
      await erp.close()
    }
    expect(wrong).toEqual([])
  })

  it('that may be spent goes out once more where that is asked for', { timeout: 60_000 }, async ({
    expect,
  }) => {
    const { erp, run } = await brokenRun(['SIGKILL'], 0, 2_000)
    try {
      const again = await runInside(['check', '--spacing-ms', '5', '--token-retry'], {
        env: erp.env,
        cwd: run.cwd,
      })
      expect(renewals(erp)).toBe(2)
      expect(again.err).not.toMatch(/homologa login.*--token-retry/)
    } finally {
      await erp.close()
    }
  })

  it('serves another folder and another TMPDIR of the same user', { timeout: 60_000 }, async ({ expect }) => {
    const erp = await startErp({ deathAt: 1 })
    try {
      for (const cwd of [newFolder(), newFolder()]) {
        const run = await runTool(['check', '--spacing-ms', '5'], { env: { ...erp.env, TMPDIR: cwd }, cwd })
        expect({ status: run.status, err: run.err }).toEqual({ status: 0, err: run.err })
      }
      expect(erp.complaints).not.toContain(SPENT)
      // the second folder goes on with the access token of the first
      expect(erp.issued).toHaveLength(2)
    } finally {
      await erp.close()
    }
  })

  it('needs no address where a command gives tokens', { timeout: 60_000 }, async ({ expect }) => {
    const env = {
      HOMOLOGA_BASE_URL: 'http://127.0.0.1:9/Api/v3',
      HOMOLOGA_REFRESH_TOKEN: 'refresh-1',
      HOMOLOGA_TOKEN_COMMAND: 'echo token-1',
    }
    const { status, err } = await runInside(['check'], { env })
    expect([status, err]).toEqual([4, expect.not.stringContaining('HOMOLOGA_TOKEN_URL')])
  })

  it.skipIf(process.platform === 'win32')(
    'is kept where there is no home folder',
    { timeout: 60_000 },
    async ({ expect }) => {
      const shared = join('/tmp', `homologa-${userInfo().uid}`)
      for (const home of [{ HOME: '/dev/null/none' }, { HOME: '' }]) {
        const erp = await startErp({ deathAt: 1 })
        const run = await runTool(['check', '--spacing-ms', '5'], {
          env: { ...erp.env, XDG_STATE_HOME: '/dev/null/none', ...home },
        })
        expect({ status: run.status, err: run.err }).toEqual({ status: 0, err: run.err })
        expect(keptTokens(erp, shared)?.refreshToken).toBe(erp.issued.at(-1)?.refresh)
        await erp.close()
      }
    },
  )
})
