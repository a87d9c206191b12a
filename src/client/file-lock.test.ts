import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import {
  type FileLockOptions,
  type Holder,
  holderOfLock,
  isAlive,
  msSinceTouched,
  processSpace,
  takeLock,
} from './file-lock.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-lock-'))
  path = join(folder, 'a.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const gone = 2 ** 22 + 1
const other = {
  pid: process.ppid,
  command: 'homologa check',
  since: 'then',
  space: processSpace(),
  processStart: null,
}

/** A lock of somebody else, touched so many seconds ago. */
function laid(record: unknown, agoS = 0, at = path): void {
  writeFileSync(at, typeof record === 'string' ? record : JSON.stringify(record))
  const then = Date.now() / 1000 - agoS
  utimesSync(at, then, then)
}

/** In virtual time; `onSleep` hears of each wait. */
function take(options: Partial<FileLockOptions> & { onSleep?: (ms: number) => void } = {}) {
  const { onSleep = () => undefined, ...rest } = options
  const clock = createVirtualClock({
    takes(ms) {
      onSleep(ms)
      return ms
    },
  })
  return takeLock(path, { command: 'homologa test', waitMs: 0, clock, ...rest })
}

async function taken(options: Parameters<typeof take>[0] = {}) {
  const found = await take(options)
  if ('holder' in found) throw new Error(`held by ${found.holder.command}`)
  return found.lock
}

describe('a lock', () => {
  it('names who holds it, and is gone once it is released, twice as well', async () => {
    const lock = await taken()
    expect(lock.abandonedAtMs).toBe(null)
    expect(holderOfLock(path)).toMatchObject({ pid: process.pid, command: 'homologa test' })
    expect(Date.parse(holderOfLock(path)?.since ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(readdirSync(folder)).toEqual(['a.lock'])
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    const next = await taken()
    lock.release()
    expect(existsSync(path)).toBe(true)
    next.release()
  })

  it('beats every five seconds, for those who know its holder by nothing else', async () => {
    const beats: [() => void, number][] = []
    const timer = { unref: () => undefined } as unknown as NodeJS.Timeout
    const every = vi.spyOn(globalThis, 'setInterval').mockImplementation((beat, ms = 0) => {
      beats.push([beat as () => void, ms])
      return timer
    })
    const lock = await taken().finally(() => every.mockRestore())
    const then = Date.now() / 1000 - 100
    utimesSync(path, then, then)
    expect(beats).toMatchObject([[expect.any(Function), 5_000]])
    for (const [beat] of beats) beat()
    expect(msSinceTouched(path)).toBeLessThan(50_000)
    lock.release()
    for (const [beat] of beats) beat()
    expect(existsSync(path)).toBe(false)
  })

  it('that is somebody else’s by now is left to them, though they have the same process number', async () => {
    const lock = await taken()
    laid({ ...other, pid: process.pid, id: 'theirs' })
    lock.release()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: 'theirs' })
  })

  it('is not to be laid where a folder is, or none', async () => {
    mkdirSync(path)
    await expect(take()).rejects.toMatchObject({ name: 'LockUnusableError', key: 'client.lock-unusable' })
    path = join(folder, 'none', 'a.lock')
    await expect(take()).rejects.toMatchObject({ name: 'LockUnusableError' })
  })
})

describe('whose lock it is', () => {
  const processStart = readBeginning()
  // the same host name: what tells containers apart is the namespace of their process numbers
  const elsewhere = { ...other, space: `${processSpace()?.replace(/\d+\]$/, '')}1]` }

  it.each<[string, unknown, number, boolean]>([
    ['a process that lives', other, 0, true],
    ['a process that lives and was silent', other, 31, false],
    [
      'a process that lives, known by when it began',
      { ...other, processStart },
      3_600,
      processStart !== null,
    ],
    ['a process that has its number alone', { ...other, processStart: '1' }, 0, processStart === null],
    ['a process that ended', { ...other, pid: gone }, 0, false],
    ['a process of another container, whose number nobody has here', { ...elsewhere, pid: gone }, 29, true],
    [
      'a process of another container, whose number is ours here',
      { ...elsewhere, pid: process.pid, processStart },
      29,
      true,
    ],
    ['a process of another container that was silent', elsewhere, 31, false],
    ['a process of another container, by a clock that was put back', elsewhere, -31, false],
    ['a process of a system that does not tell its space', { ...other, pid: gone, space: null }, 29, true],
    ['a process of a system that does not tell its space, silent', { ...other, space: null }, 31, false],
    ['nobody that can be read', '{', 0, true],
    ['nobody that can be read, for long', '{', 31, false],
    ['nobody with a number', { ...other, pid: 'x' }, 31, false],
  ])('%s', async (_, record, agoS, isHeld) => {
    laid(record, agoS)
    const found = await take()
    expect('holder' in found).toBe(isHeld)
    if ('lock' in found) found.lock.release()
  })

  it.each([
    ['EPERM', true],
    ['ESRCH', false],
  ])('a process whose signal gets %s lives: %s', (code, lives) => {
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error(code), { code })
    })
    try {
      expect(isAlive(process.ppid)).toBe(lives)
    } finally {
      kill.mockRestore()
    }
  })

  it('is told with what is known', async () => {
    laid({ pid: process.ppid, space: processSpace() })
    expect(holderOfLock(path)).toMatchObject({ pid: process.ppid, command: '', since: '' })
    laid('{')
    expect([holderOfLock(path), await take()]).toEqual([
      null,
      { holder: { pid: 0, command: 'another run', since: 'a moment ago' } },
    ])
    laid({ ...other, pid: gone })
    expect(holderOfLock(path)).toBe(null)
    rmSync(path)
    expect([holderOfLock(path), msSinceTouched(path)]).toEqual([null, null])
  })
})

describe('a lock that was abandoned', () => {
  it('says when its holder was last heard of, at most a beat later', async () => {
    laid({ ...other, pid: gone }, 100)
    const touchedAtMs = statSync(path).mtimeMs
    const lock = await taken()
    expect(lock.abandonedAtMs).toBeGreaterThan(touchedAtMs + 4_000)
    expect(lock.abandonedAtMs).toBeLessThan(touchedAtMs + 6_000)
    lock.release()
    laid({ ...other, pid: gone }, 1)
    const next = await taken()
    expect(next.abandonedAtMs).toBeLessThanOrEqual(Date.now())
    expect(next.abandonedAtMs).toBeGreaterThan(Date.now() - 60_000)
    next.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is left to whoever takes it over already, unless they were silent', async () => {
    laid({ ...other, pid: gone }, 100)
    laid(other, 0, `${path}.takeover`)
    expect(await take()).toMatchObject({ holder: { pid: gone, command: 'homologa check' } })
    expect(existsSync(`${path}.takeover`)).toBe(true)
    laid(other, 31, `${path}.takeover`)
    expect('holder' in (await take())).toBe(true)
    expect(readdirSync(folder)).toEqual(['a.lock'])
    expect('lock' in (await take())).toBe(true)
  })
})

describe('another holder', () => {
  it('is waited for in short turns until it is gone, and told of once', async () => {
    laid(other)
    const told: Holder[] = []
    const waits: number[] = []
    const lock = await taken({
      waitMs: 10_000,
      onWaiting: (holder) => told.push(holder),
      onSleep(ms) {
        waits.push(ms)
        if (waits.length === 3) rmSync(path)
      },
    })
    expect(waits).toEqual([200, 200, 200])
    expect(told).toMatchObject([{ pid: process.ppid, command: 'homologa check' }])
    lock.release()
  })

  it('is told of again where it is another', async () => {
    laid(other)
    const told: string[] = []
    const found = await take({
      waitMs: 500,
      onWaiting: ({ command }) => told.push(command),
      onSleep: () => laid({ ...other, pid: process.pid, command: 'homologa proxy' }),
    })
    expect([told, 'holder' in found]).toEqual([['homologa check', 'homologa proxy'], true])
  })

  it('is waited for no longer than was said, nor after an interrupt', async () => {
    laid(other)
    const waits: number[] = []
    const found = await take({ waitMs: 450, onSleep: (ms) => waits.push(ms) })
    expect([waits, found]).toMatchObject([[200, 200, 50], { holder: { pid: process.ppid } }])
    await expect(take({ waitMs: 450, signal: AbortSignal.abort() })).rejects.toThrow()
  })
})

/** When this test's parent began, as the system tells; null where it does not. */
function readBeginning(): string | null {
  try {
    return (
      readFileSync(`/proc/${process.ppid}/stat`, 'latin1')
        .replace(/^.*\)\s/s, '')
        .split(' ')[19] ?? null
    )
  } catch {
    return null
  }
}
