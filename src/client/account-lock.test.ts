import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lacks } from '../../test/needs.js'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import { AccountBusyError, type AccountLock, holderOf, lockAccount } from './account-lock.js'
import type { Holder } from './file-lock.js'
import { processSpace } from './file-lock.js'

let folder = ''
const held: AccountLock[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => {
  for (const lock of held.splice(0)) lock.release()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function take(account = 'a', options: Partial<Parameters<typeof lockAccount>[0]> = {}) {
  const lock = await lockAccount({ account, command: 'homologa check', folder, waitMs: 0, ...options })
  held.push(lock)
  return lock
}

/** A process that lives until it is killed. */
async function otherProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up");setInterval(()=>{},1000)'])
  children.push(child)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child as ChildProcess & { pid: number }
}

function layLock(record: object, ageMs = 0): string {
  const path = join(folder, 'a.lock')
  writeFileSync(
    path,
    JSON.stringify({
      command: 'homologa proxy',
      since: 'then',
      space: processSpace(),
      processStart: null,
      ...record,
    }),
  )
  const at = (Date.now() - ageMs) / 1000
  utimesSync(path, at, at)
  return path
}

describe('an account', () => {
  it('serves one run at a time, and the next once it is free', async () => {
    const first = await take()
    await expect(take()).rejects.toThrow(AccountBusyError)
    first.release()
    const second = await take()
    expect(second.quietForMs).toBeGreaterThanOrEqual(0)
    expect(second.quietForMs).toBeLessThan(3_600_000)
  })

  it('is no other account', async () => {
    await take('a')
    await expect(take('b')).resolves.toMatchObject({ quietForMs: null })
  })

  it('in use by another process is waited for, and says who holds it', async () => {
    const other = await otherProcess()
    const processStart = readFileSync(`/proc/${other.pid}/stat`, 'latin1')
      .replace(/^.*\)\s/s, '')
      .split(' ')[19]
    layLock({ pid: other.pid, processStart })
    const heard: Holder[] = []
    const clock = createVirtualClock()
    const taken = take('a', { clock, waitMs: 60_000, onWaiting: (holder) => heard.push(holder) })
    await expect(taken).rejects.toThrow(/"homologa proxy" \(process \d+\) since then/)
    expect(heard).toMatchObject([{ pid: other.pid, command: 'homologa proxy' }])
    expect(clock.now()).toBeGreaterThanOrEqual(60_000)
  })

  it('is taken over from a process that was killed', async () => {
    const other = await otherProcess()
    const path = layLock({ pid: other.pid })
    other.kill('SIGKILL')
    await new Promise((resolve) => other.once('exit', resolve))
    await take()
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid)
  })

  it('that was abandoned was last used when its holder was last heard of, at most a beat later', async () => {
    layLock({ pid: 2 ** 22 + 1 }, 100_000)
    const { quietForMs } = await take()
    expect(quietForMs).toBeGreaterThanOrEqual(94_000)
    expect(quietForMs).toBeLessThan(160_000)
  })

  it('tells who uses it, and leaves nothing behind', async () => {
    expect([holderOf('a', folder), holderOf('a', null)]).toEqual([null, null])
    await take()
    expect(holderOf('a', folder)).toMatchObject({ pid: process.pid, command: 'homologa check' })
    expect(holderOf('b', folder)).toBe(null)
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })

  it('is taken over where another process got the number of the holder', async () => {
    const other = await otherProcess()
    layLock({ pid: other.pid, processStart: '1' })
    await expect(take()).resolves.toBeDefined()
  })

  it.each([
    ['of another container', { pid: 1, space: 'elsewhere' }, 60_000, true],
    ['of another container', { pid: 1, space: 'elsewhere' }, 1_000, false],
    ['of garbage', { pid: 'x' }, 60_000, true],
    ['of garbage', { pid: 'x' }, 0, false],
  ])('with a lock %s %o, silent for %i ms: taken over is %s', async (_what, record, ageMs, isTaken) => {
    layLock(record, ageMs)
    const outcome = await take().then(
      () => true,
      () => false,
    )
    expect(outcome).toBe(isTaken)
  })

  it('is not waited for after an interrupt', async () => {
    await take()
    const control = new AbortController()
    const waiting = take('a', {
      waitMs: 60_000,
      signal: control.signal,
      onWaiting: () => control.abort(new Error('^C')),
    })
    await expect(waiting).rejects.toThrow('^C')
  })

  it('leaves nothing of a run behind but when it was', async () => {
    const lock = await take()
    lock.release()
    lock.release()
    expect(readdirSync(folder)).toEqual(['a.last'])
  })

  it('forgets what is old, but no token that lies there', async () => {
    const ages = ['b.last', 'a-root.tokens.json'].map((name) => join(folder, name))
    for (const path of ages) {
      writeFileSync(path, '')
      utimesSync(path, Date.now() / 1000 - 7_200, Date.now() / 1000 - 7_200)
    }
    await take()
    expect(readdirSync(folder).sort()).toEqual(['a-root.tokens.json', 'a.lock'])
  })

  it('is remembered for an hour', async () => {
    const path = join(folder, 'a.last')
    for (const [ageMs, isKnown] of [
      [3_599_000, true],
      [3_601_000, false],
    ] as const) {
      writeFileSync(path, '')
      utimesSync(path, (Date.now() - ageMs) / 1000, (Date.now() - ageMs) / 1000)
      const lock = await take()
      expect(lock.quietForMs !== null).toBe(isKnown)
      lock.release()
    }
  })

  it('is never held twice, however many ask at once for an abandoned lock', async () => {
    const source = `
      const { lockAccount } = await import(${JSON.stringify(join(folder, 'bundle.mjs'))})
      const lock = await lockAccount({ account: 'a', command: 'c', folder: ${JSON.stringify(folder)}, waitMs: 20000 })
      const fs = await import('node:fs')
      const mark = ${JSON.stringify(join(folder, 'inside'))}
      fs.writeFileSync(mark, '', { flag: 'wx' })
      await new Promise((resolve) => setTimeout(resolve, 15))
      fs.rmSync(mark)
      lock.release()
      process.exit(0)
    `
    const { build } = await import('rolldown')
    await build({
      input: join(import.meta.dirname, 'account-lock.ts'),
      output: { file: join(folder, 'bundle.mjs'), format: 'esm', codeSplitting: false },
      platform: 'node',
      logLevel: 'silent',
    })
    layLock({ pid: 2 ** 22 + 1 }, 60_000)
    const exits = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' })
        children.push(child)
        return new Promise((resolve) => child.once('exit', resolve))
      }),
    )
    expect(exits).toEqual([0, 0, 0, 0])
  }, 30_000)
})

/** Where we are not root, a namespace of users lets us make one of processes. */
const separate = [[], ['--user', '--map-root-user']]
  .map((users) => [...users, '--pid', '--fork', '--mount-proc'])
  .find((words) => spawnSync('unshare', [...words, 'true']).status === 0)

describe.skipIf(process.platform !== 'linux' || lacks('unshare', separate !== undefined))(
  'runs in PID namespaces of their own, as in containers (it takes `unshare --pid`)',
  () => {
    const code = (bundle: string) => `import(${JSON.stringify(bundle)})
      .then(({ lockAccount }) => lockAccount({ account: 'a', command: 'homologa check', folder: ${JSON.stringify(folder)}, waitMs: 0 }))
      .then((lock) => { console.log('held by ' + process.pid); process.stdin.once('data', () => { lock.release(); process.exit() }) },
        (error) => { console.log(error.constructor.name + ': ' + error.message); process.exit() })`

    async function lockedRun(bundle: string) {
      const words = [...(separate ?? []), process.execPath, '-e', code(bundle)]
      const run = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'inherit'] })
      children.push(run)
      const [said] = await once(run.stdout, 'data')
      return { run, said: String(said) }
    }

    it('use one account one after the other: the second is refused while the first runs', async () => {
      const bundle = join(folder, 'bundle.mjs')
      await build({
        input: join(import.meta.dirname, 'account-lock.ts'),
        output: { file: bundle, format: 'esm' },
        platform: 'node',
        logLevel: 'silent',
      })
      const first = await lockedRun(bundle)
      expect(first.said).toContain('held by 1')
      expect((await lockedRun(bundle)).said).toMatch(/^AccountBusyError\b.*\(process 1\)/)
      first.run.stdin.write('go')
      await once(first.run, 'exit')
      expect((await lockedRun(bundle)).said).toContain('held by 1')
    })
  },
)
