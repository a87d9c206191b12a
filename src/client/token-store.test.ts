import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { figure } from '../../test/end-to-end/figures.js'
import { LockUnusableError } from './file-lock.js'
import {
  createTokenStore,
  fingerprint,
  type Reservation,
  type StoredTokens,
  TokenStoreError,
} from './token-store.js'

/** What the disk refuses from now on: system calls by name and path. */
const refused = vi.hoisted(() => ({
  by: (_call: string, _path: string): string | null => null,
  /** Bytes that one call writes at most. */
  mostBytes: Number.POSITIVE_INFINITY,
}))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const paths = new Map<number, string>()
  const guard = (call: string, path: string) => {
    const code = refused.by(call, path)
    if (code !== null) throw Object.assign(new Error(`${code}: ${call} '${path}'`), { code })
  }
  return {
    ...fs,
    openSync: (path: string, ...rest: [string, number?]) => {
      guard('open', path)
      const file = fs.openSync(path, ...rest)
      paths.set(file, path)
      return file
    },
    writeSync: (file: number, bytes: Buffer | string, ...rest: number[]) => {
      guard('write', paths.get(file) ?? '')
      if (typeof bytes === 'string') return fs.writeSync(file, bytes)
      const [at = 0, length = bytes.length, position] = rest
      return fs.writeSync(file, bytes, at, Math.min(length, refused.mostBytes), position)
    },
    writeFileSync: (file: number | string, ...rest: [string]) => {
      if (typeof file === 'string') guard('open', file)
      guard('write', typeof file === 'number' ? (paths.get(file) ?? '') : file)
      fs.writeFileSync(file, ...rest)
    },
    linkSync: (from: string, to: string) => {
      guard('link', to)
      fs.linkSync(from, to)
    },
    renameSync: (from: string, to: string) => {
      guard('rename', to)
      fs.renameSync(from, to)
    },
  }
})

let root = ''
let folder = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tokens-'))
  folder = join(root, 'state')
})
afterEach(() => {
  refused.by = () => null
  refused.mostBytes = Number.POSITIVE_INFINITY
  rmSync(root, { recursive: true, force: true })
})

const stemsFrom = { accessToken: null, refreshToken: fingerprint('given') }

const tokens = (refreshToken: string): StoredTokens => ({
  accessToken: `access of ${refreshToken}`,
  expiresAtMs: null,
  refreshToken,
  stemsFrom,
  spendingSinceMs: null,
})

/** The store as a run in this working folder has it. */
const storeOf = (working = 'one', retriesSpent = false) => createTokenStore(working, { folder, retriesSpent })

async function reserved(store = storeOf(), from = tokens('given'), account = 'a') {
  const reservation = await store.reserve(account, from)
  if (reservation.kind !== 'reserved') throw new Error('it may be spent')
  return reservation as Extract<Reservation, { kind: 'reserved' }>
}

async function rotate(to: string, store = storeOf(), from = tokens('given'), account = 'a') {
  return (await reserved(store, from, account)).keep({ ...tokens(to) })
}

const path = (account = 'a') => storeOf().pathOf(account, stemsFrom)
const read = (account = 'a', working = 'one') => storeOf(working).read(account, stemsFrom)
const everyFile = () =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []

describe('the token file', () => {
  it('keeps the tokens of each account, readable by their owner alone', async () => {
    await rotate('r1')
    await rotate('r2', storeOf(), tokens('given'), 'b')
    await rotate('r3')
    expect([read(), read('b'), read('c')]).toEqual([tokens('r3'), tokens('r2'), null])
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(everyFile()).toHaveLength(2)
  })

  it('is named by the account and the token that its chain began with, and shows neither', async () => {
    const account = fingerprint('account') ?? ''
    await rotate('r1', storeOf(), tokens('given'), account)
    expect(everyFile()).toEqual([`${account.slice(0, 32)}-${fingerprint('given')?.slice(0, 32)}.tokens.json`])
  })

  it('of tokens that stem from others than the environment has now says nothing', async () => {
    await rotate('r1')
    const changed = { accessToken: null, refreshToken: fingerprint('changed') }
    expect(storeOf().read('a', changed)).toBeNull()
    expect(storeOf().read('a', { ...stemsFrom, accessToken: fingerprint('newer') })?.refreshToken).toBe('r1')
  })

  it('serves every working folder that starts from the same token', async () => {
    await rotate('r1')
    expect(read('a', 'other')).toEqual(tokens('r1'))
    await rotate('r2', storeOf('other'))
    expect(read()).toEqual(tokens('r2'))
  })

  it('keeps a login, which ends every doubt', async () => {
    await reserved().then((one) => one.release('maybe-spent'))
    await storeOf().write('a', tokens('of-login'))
    expect(read()).toMatchObject({ refreshToken: 'of-login', spendingSinceMs: null })
    expect((await reserved()).refreshToken).toBe('of-login')
  })

  it('keeps logins of different folders apart where the environment has no refresh token', async () => {
    const nothing = { accessToken: null, refreshToken: null }
    for (const working of ['one', 'other'])
      await storeOf(working).write('a', { ...tokens(working), stemsFrom: nothing })
    expect(storeOf('one').read('a', nothing)?.refreshToken).toBe('one')
    expect(storeOf('other').read('a', nothing)?.refreshToken).toBe('other')
  })

  it('is whole on a disk that takes few bytes at a time', async () => {
    refused.mostBytes = 100
    await rotate('r1')
    expect(read()).toEqual(tokens('r1'))
    expect(readFileSync(path(), 'utf8')).toMatch(/\}\n$/)
  })

  it('can be proved to take tokens, and keeps nothing of the proof', async () => {
    await storeOf().checkWritable('a', stemsFrom)
    expect(everyFile()).toEqual([])
    await rotate('r1')
    await storeOf().checkWritable('a', stemsFrom)
    expect(read()).toEqual(tokens('r1'))
  })

  it('is looked at without leaving a trace', () => {
    expect(read()).toBeNull()
    expect(existsSync(folder)).toBe(false)
  })
})

describe('a refresh token about to be spent', () => {
  it('is marked on disk', async () => {
    const before = Date.now()
    const reservation = await reserved()
    expect(read()?.refreshToken).toBe('given')
    expect(read()?.spendingSinceMs).toBeGreaterThanOrEqual(before)
    expect(reservation.refreshToken).toBe('given')
    expect(reservation.keep(tokens('r1'))).toEqual(tokens('r1'))
    expect(read()).toEqual(tokens('r1'))
    expect(everyFile()).toHaveLength(1)
  })

  it('is not spent again where no response was kept, except on request', async () => {
    await reserved().then((one) => one.release('maybe-spent'))
    for (const working of ['one', 'other']) {
      const again = await storeOf(working).reserve('a', tokens('given'))
      expect(again).toMatchObject({ kind: 'maybe-spent', sinceMs: expect.any(Number) })
    }
    await expect(storeOf('one', true).reserve('a', tokens('given'))).resolves.toMatchObject({
      kind: 'reserved',
      refreshToken: 'given',
    })
  })

  it('is unspent where it was never sent, and then leaves nothing', async () => {
    await reserved().then((one) => one.release('unspent'))
    expect(everyFile()).toEqual([])
    await rotate('r1')
    await reserved(storeOf(), tokens('r1')).then((one) => one.release('unspent'))
    expect(read()).toEqual(tokens('r1'))
  })

  it.each([
    ['of links', null],
    ['without links', 'EPERM'],
  ])(
    'is locked until its response is kept, on a disk %s: the next one gets the successor',
    async (_, code) => {
      refused.by = (call) => (call === 'link' ? code : null)
      const first = await reserved()
      const second = reserved(storeOf('other'))
      await new Promise((resolve) => setImmediate(resolve))
      first.keep(tokens('r1'))
      expect((await second).refreshToken).toBe('r1')
      ;(await second).release('unspent')
    },
  )
})

/** What is wrong with the store, laid before a renewal that must then fail before the token is sent. */
const damages: readonly [string, () => void][] = [
  ['a broken file', () => lay(path(), '{"version":1,"acc')],
  ['an empty file', () => lay(path(), '')],
  ['a file of another version', () => lay(path(), '{"version":2,"accounts":{}}')],
  [
    'a file with a record of another shape',
    () => lay(path(), '{"version":1,"accounts":{"a":{"refreshToken":7}}}'),
  ],
  ['a folder in its place', () => mkdirSync(path(), { recursive: true })],
  ['a file in place of its folder', () => writeFileSync(folder, 'no folder')],
  ['a folder in place of its lock', () => mkdirSync(`${path()}.lock`, { recursive: true })],
  ['a read-only folder', () => refuse('open', (to) => to.startsWith(folder), 'EROFS')],
  ['a full disk', () => refuse('write', () => true, 'ENOSPC')],
  ['a disk that is full but for a lock', () => refuse('write', (to) => to.endsWith('.tmp'), 'ENOSPC')],
  ['a folder in which nothing can be replaced', () => refuse('rename', (to) => to === path(), 'EPERM')],
  ['a link to nowhere below a file', () => symlinkSync(join(root, 'nowhere', 'x'), folder)],
]

function lay(at: string, text: string): void {
  mkdirSync(join(at, '..'), { recursive: true })
  writeFileSync(at, text)
}

function refuse(call: string, where: (path: string) => boolean, code: string): void {
  refused.by = (one, to) => (one === call && where(to) ? code : null)
}

describe('a damaged store', () => {
  it.each(damages)(
    '(%s) is known before a token is spent, and the message says what to do',
    async (_what, damage) => {
      damage()
      const outcome = await storeOf()
        .reserve('a', tokens('given'))
        .catch((error: Error) => error)
      expect(outcome).toSatisfy((one) => one instanceof TokenStoreError || one instanceof LockUnusableError)
      expect((outcome as Error).message).toMatch(/Make |Fix |Mend |Delete |delete /)
      refused.by = () => null
      const isMarked = everyFile().some(
        (name) =>
          name.endsWith('tokens.json') &&
          statSync(join(folder, name)).isFile() &&
          /"spendingSinceMs": \d/.test(readFileSync(join(folder, name), 'utf8')),
      )
      figure('damaged store', { tries: 1, failures: isMarked ? 1 : 0 })
      expect(isMarked).toBe(false)
    },
  )

  it.each(damages)('(%s) is known to a login before its code is spent', async (_what, damage) => {
    damage()
    await expect(storeOf().checkWritable('a', stemsFrom)).rejects.toSatisfy(
      (one) => one instanceof TokenStoreError || one instanceof LockUnusableError,
    )
  })

  it('is named, and never written over', async () => {
    lay(path(), '{"version":1,"acc')
    expect(() => read()).toThrow(/is not a token file.*Fix the file, or delete it/)
    await expect(storeOf().write('a', tokens('r2'))).rejects.toThrow(TokenStoreError)
    expect(readFileSync(path(), 'utf8')).toBe('{"version":1,"acc')
  })

  it('that cannot be read is not taken for an empty one', () => {
    // as good as forbidden, and forbidden to root as well
    symlinkSync('state', folder)
    expect(() => read()).toThrow(TokenStoreError)
  })

  it.each([
    ['of a dead process, from the future', { pid: 2 ** 22 + 1, host: hostname() }, -3_600_000],
    ['of garbage, from the future', 'garbage', -3_600_000],
    ['of garbage, old', 'garbage', 60_000],
    ['of another machine, from the future', { pid: 1, host: 'elsewhere' }, -3_600_000],
  ])('with a lock %s is taken over', async (_what, record, ageMs) => {
    const lock = `${path()}.lock`
    lay(lock, JSON.stringify(record))
    utimesSync(lock, (Date.now() - ageMs) / 1000, (Date.now() - ageMs) / 1000)
    await rotate('r1')
    expect(read()?.refreshToken).toBe('r1')
  })

  it('with a file that a killed run left half written goes on', async () => {
    lay(`${path()}.tmp`, 'x')
    await rotate('r1')
    expect([read(), everyFile()]).toEqual([tokens('r1'), [basename(path())]])
  })
})

it('a successor that cannot be written is lost, and the message says so and what to do', async () => {
  const reservation = await reserved()
  refuse('rename', () => true, 'ENOSPC')
  expect(() => reservation.keep(tokens('r1'))).toThrow(/ENOSPC.*is spent.*homologa login/)
  refused.by = () => null
  // the mark stays, so the spent token is not sent again
  expect((await storeOf().reserve('a', tokens('given'))).kind).toBe('maybe-spent')
})

describe('the file', () => {
  it('is whole whenever its writer is killed', async () => {
    const { build } = await import('rolldown')
    const bundle = join(root, 'bundle.mjs')
    const input = join(import.meta.dirname, 'token-store.ts')
    await build({
      input,
      output: { file: bundle, format: 'esm', codeSplitting: false },
      platform: 'node',
      logLevel: 'silent',
    })
    const source = `
      const { createTokenStore } = await import(${JSON.stringify(bundle)})
      const store = createTokenStore('one', { folder: ${JSON.stringify(folder)} })
      for (let i = 1; ; i++) {
        const stemsFrom = { accessToken: null, refreshToken: null }
        await store.write('a', { accessToken: 'a'.repeat(3000), expiresAtMs: i, refreshToken: 'r' + i, stemsFrom })
        process.stdout.write(i + '\\n')
      }`
    for (const afterMs of [3, 11, 20]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', source])
      let told = ''
      child.stdout.on('data', (data) => (told += data))
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('close', resolve))
      const last = Number(told.trim().split('\n').at(-1))
      const stored = storeOf().read('a', { accessToken: null, refreshToken: null })
      expect(stored?.expiresAtMs).toBeGreaterThanOrEqual(last)
      expect(stored?.refreshToken).toBe(`r${stored?.expiresAtMs}`)
    }
  }, 20_000)
})
