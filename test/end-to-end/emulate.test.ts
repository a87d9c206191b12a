import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startErp } from './services/erp.js'
import { begin, newFolder, removeFolders, reportOf, rootsOf, runInside } from './tool.js'

afterAll(removeFolders)

interface Emulator {
  readonly env: Record<string, string>
  readonly file: string
  stop(): Promise<unknown>
}

/** The emulator as a process of its own, ready to be called. */
async function startEmulator(words: readonly string[]): Promise<Emulator> {
  const cwd = newFolder()
  const file = join(cwd, 'client.env')
  const child = spawn(process.execPath, [inject('tool'), 'emulate', '--write-env', file, ...words], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: cwd },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await ready(child)
  return { env: settingsIn(file), file, stop: () => ended(child) }
}

/** The same as `begin` runs it: in this process by day. */
async function beginEmulator(words: readonly string[]): Promise<Emulator> {
  const cwd = newFolder()
  const file = join(cwd, 'client.env')
  const { said, ended: over, stop } = begin(['emulate', '--write-env', file, ...words], { cwd })
  let isOver = false
  over.finally(() => {
    isOver = true
  })
  while (!said.err.includes('Ctrl-C')) {
    if (isOver) throw new Error(said.err)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return { env: settingsIn(file), file, stop }
}

function settingsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let err = ''
    child.stderr?.on('data', (part: Buffer) => {
      err += part.toString()
      if (err.includes('Ctrl-C')) resolve()
    })
    child.once('exit', (status) => reject(new Error(`ended with ${status}: ${err}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

describe.concurrent('emulate', () => {
  it.for([
    [['--invalidate-at', '1'], [], 0],
    [['--invalidate-at', '5', '--dead-token', '400', '--hash', 'fixed'], [], 0],
    [['--invalidate-at', 'never', '--hash', 'rotating'], [], 0],
    [['--fault', 'no-hash'], ['homologation/hash-issued'], 1],
    [['--fault', 'renewal-refused', '--invalidate-at', '3'], ['auth/renewal'], 1],
    [['--fault', 'endless-body'], ['service/answers'], 1],
  ] as const)(
    '%j serves what a check finds',
    { timeout: 60_000 },
    async ([words, roots, status], { expect }) => {
      // the service keeps the same time as whoever is told to
      const spacing = ['--spacing-ms', '20']
      // one of them is a process
      const start = words[1] === '1' ? startEmulator : beginEmulator
      const { env, stop } = await start([...words, ...spacing])
      try {
        const run = await runInside(['check', '--timeout-ms', '2000', ...spacing], { env })
        expect({ status: run.status, roots: rootsOf(reportOf(run)), err: run.err }).toEqual({
          status,
          roots,
          err: run.err,
        })
      } finally {
        await stop()
      }
    },
  )

  it('enforces the spacing itself: whoever is too quick is told so', { timeout: 60_000 }, async ({
    expect,
  }) => {
    const { env, stop } = await beginEmulator(['--invalidate-at', 'never'])
    try {
      const run = await runInside(['check', '--spacing-ms', '5'], { env })
      expect(run.status).toBe(1)
      expect(rootsOf(reportOf(run))).toEqual(['homologation/limit-hit'])
    } finally {
      await stop()
    }
  })

  it('gives its credentials to their owner alone', { timeout: 60_000 }, async ({ expect }) => {
    const { env, file, stop } = await startEmulator([])
    await stop()
    expect(Object.keys(env)).toEqual([
      'HOMOLOGA_BASE_URL',
      'HOMOLOGA_TOKEN_URL',
      'HOMOLOGA_ACCESS_TOKEN',
      'HOMOLOGA_REFRESH_TOKEN',
      'HOMOLOGA_CLIENT_ID',
      'HOMOLOGA_CLIENT_SECRET',
    ])
    expect(statSync(file).mode & 0o077).toBe(0)
  })
})

describe.concurrent('judge and report', () => {
  it.for([
    ['a pass', { deathAt: 3 }],
    ['a missing hash', { hashHeader: 'x-else' }],
    [
      'a refusal that nobody mends',
      {
        deathAt: 2,
        instead: { token: (r: { writeHead(s: number): { end(): void } }) => r.writeHead(503).end() },
      },
    ],
  ] as const)(
    'find in the journal and in the HAR what the run found: %s',
    { timeout: 60_000 },
    async ([, options], { expect }) => {
      const erp = await startErp(options as Parameters<typeof startErp>[0])
      try {
        const run = await runInside(['check', '--spacing-ms', '30'], { env: erp.env })
        const found = (dir: string) =>
          reportOf({ dir }).findings.map(({ fingerprint, severity }) => `${severity} ${fingerprint}`)
        for (const [command, file] of [
          ['judge', 'journal.ndjson'],
          ['judge', 'exchanges.har'],
          ['report', 'journal.ndjson'],
        ] as const) {
          const dir = join(run.cwd, `${command}-${file}`)
          const again = await runInside([command, join(run.dir, file), '--spacing-ms', '30'], {
            cwd: run.cwd,
            dir,
          })
          expect({ command, file, status: again.status, found: found(dir) }).toEqual({
            command,
            file,
            status: run.status,
            found: found(run.dir),
          })
        }
      } finally {
        await erp.close()
      }
    },
  )
})

describe('the access log of emulate', () => {
  it.each([
    ['has each request', [], true],
    ['leaves requests out at the level error', ['--log-level', 'error'], false],
  ] as const)('%s', { timeout: 30_000 }, async (_, words, isLogged) => {
    const cwd = newFolder()
    const { said, stop } = begin(['emulate', '--write-env', 'client.env', ...words], { cwd })
    while (!said.err.includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 25))
    const { HOMOLOGA_BASE_URL = '' } = settingsIn(join(cwd, 'client.env'))
    await (await fetch(`${HOMOLOGA_BASE_URL}/produtos`)).text()
    await stop()
    expect(said.err.includes('GET /Api/v3/produtos 401')).toBe(isLogged)
  })
})
