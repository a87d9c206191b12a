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
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { figure } from '../../test/end-to-end/figures.js'
import { LockUnusableError } from './file-lock.js'
import {
  createTokenStore,
  fingerprint,
  peekTokens,
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
let shared = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tokens-'))
  folder = join(root, '.homologa')
  shared = join(root, 'state')
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
  root: fingerprint('given'),
  rotation: 0,
  spendingSinceMs: null,
})

const storeIn = (where = folder, retriesSpent = false) =>
  createTokenStore(where, { sharedFolder: shared, retriesSpent })

async function reserved(store = storeIn(), from = tokens('given'), account = 'a') {
  const reservation = await store.reserve(account, from)
  if (reservation.kind !== 'reserved') throw new Error('it may be spent')
  return reservation as Extract<Reservation, { kind: 'reserved' }>
}

async function rotate(to: string, store = storeIn(), from = tokens('given'), account = 'a') {
  return (await reserved(store, from, account)).keep({ ...tokens(to) })
}

const path = () => join(folder, 'tokens.json')
const read = (where = folder, account = 'a') => storeIn(where).read(account, stemsFrom)
const everyFile = () =>
  [folder, shared].flatMap((one) =>
    statSync(one, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(one).map((name) => join(one, name))
      : [],
  )

describe('the token file', () => {
  it('keeps the tokens of each account, readable by their owner alone', async () => {
    await rotate('r1')
    await rotate('r2', storeIn(), tokens('given'), 'b')
    await rotate('r3')
    expect(read()).toEqual({ ...tokens('r3'), rotation: 2 })
    expect(read(folder, 'b')).toEqual({ ...tokens('r2'), rotation: 1 })
    expect(read(folder, 'c')).toBeNull()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual(['tokens.json'])
  })

  it('of an older version is read as it is', () => {
    mkdirSync(folder)
    const { root: _root, rotation: _rotation, spendingSinceMs: _spending, ...older } = tokens('r1')
    writeFileSync(path(), JSON.stringify({ version: 1, accounts: { a: older } }))
    expect(read()).toEqual(tokens('r1'))
  })

  it('of tokens that stem from others than the environment has now says nothing', async () => {
    await rotate('r1')
    const changed = { accessToken: null, refreshToken: fingerprint('changed') }
    expect(storeIn().read('a', changed)).toBeNull()
    expect(storeIn().read('a', { ...stemsFrom, accessToken: fingerprint('newer') })?.refreshToken).toBe('r1')
  })

  it('keeps a login, which ends every doubt', async () => {
    await reserved().then((one) => one.release('maybe-spent'))
    await storeIn().write('a', tokens('of-login'))
    expect(read()).toMatchObject({ refreshToken: 'of-login', spendingSinceMs: null })
    expect((await reserved()).refreshToken).toBe('of-login')
  })

  it('keeps a login where the environment has no token, in a chain of its own', async () => {
    const nothing = { accessToken: null, refreshToken: null }
    await storeIn().write('a', { ...tokens('one'), stemsFrom: nothing })
    await storeIn(join(root, 'other')).write('a', { ...tokens('two'), stemsFrom: nothing })
    expect(storeIn().read('a', nothing)?.refreshToken).toBe('one')
    expect(storeIn(join(root, 'other')).read('a', nothing)?.refreshToken).toBe('two')
  })

  it('keeps a login without a refresh token in the working folder alone', async () => {
    const nothing = { accessToken: null, refreshToken: null }
    await storeIn().write('a', { ...tokens('x'), refreshToken: null, stemsFrom: nothing })
    expect(storeIn().read('a', nothing)).toMatchObject({ accessToken: 'access of x', root: null })
    expect(existsSync(shared)).toBe(false)
  })

  it('is whole on a disk that takes few bytes at a time', async () => {
    refused.mostBytes = 100
    await rotate('r1')
    expect(read()).toEqual({ ...tokens('r1'), rotation: 1 })
    expect(readFileSync(path(), 'utf8')).toMatch(/\}\n$/)
  })

  it('can be proved to take tokens, and keeps nothing of the proof', async () => {
    await storeIn().prove('a')
    expect(everyFile()).toEqual([])
  })
})

describe('a refresh token about to be spent', () => {
  it('is marked on disk, and room is made for its successor', async () => {
    const before = Date.now()
    const reservation = await reserved()
    const marked = JSON.parse(readFileSync(path(), 'utf8')).accounts.a as StoredTokens
    expect(marked.refreshToken).toBe('given')
    expect(marked.spendingSinceMs).toBeGreaterThanOrEqual(before)
    const rooms = everyFile().filter((name) => name.endsWith('.tmp'))
    expect(rooms).toHaveLength(2)
    for (const room of rooms) expect(statSync(room).size).toBeGreaterThan(60_000)
    expect(reservation.refreshToken).toBe('given')
    expect(reservation.keep(tokens('r1'))).toEqual({ ...tokens('r1'), rotation: 1 })
    expect(read()).toEqual({ ...tokens('r1'), rotation: 1 })
    expect(everyFile().filter((name) => !name.endsWith('tokens.json'))).toEqual([])
  })

  it('is not spent again where no answer was kept, but where that is asked for', async () => {
    await reserved().then((one) => one.release('maybe-spent'))
    const again = await storeIn().reserve('a', tokens('given'))
    expect(again).toMatchObject({ kind: 'maybe-spent', sinceMs: expect.any(Number) })
    await expect(storeIn(folder, true).reserve('a', tokens('given'))).resolves.toMatchObject({
      kind: 'reserved',
      refreshToken: 'given',
    })
  })

  it('is not spent again by another folder either', async () => {
    await reserved().then((one) => one.release('maybe-spent'))
    const other = storeIn(join(root, 'other'))
    expect((await other.reserve('a', tokens('given'))).kind).toBe('maybe-spent')
  })

  it('is unspent where it never left, and then leaves nothing', async () => {
    await reserved().then((one) => one.release('unspent'))
    expect(everyFile()).toEqual([])
    await rotate('r1')
    await reserved(storeIn(), tokens('r1')).then((one) => one.release('unspent'))
    expect(read()).toEqual({ ...tokens('r1'), rotation: 1 })
  })

  it.each([
    ['of links', null],
    ['without links', 'EPERM'],
  ])(
    'is held until its answer is kept, on a disk %s: whoever comes then gets the successor',
    async (_, code) => {
      refused.by = (call) => (call === 'link' ? code : null)
      const first = await reserved()
      const second = reserved(storeIn(join(root, 'other')))
      await new Promise((resolve) => setTimeout(resolve, 30))
      first.keep(tokens('r1'))
      expect((await second).refreshToken).toBe('r1')
      ;(await second).release('unspent')
    },
  )
})

describe('two folders on one account', () => {
  it('find their chain below the beginnings of two fingerprints, as in every version', async () => {
    const account = fingerprint('account') ?? ''
    await rotate('r1', storeIn(), tokens('given'), account)
    const name = `${account.slice(0, 32)}-${fingerprint('given')?.slice(0, 32)}.tokens.json`
    expect(readdirSync(shared)).toEqual([name])
  })

  it('share the newest refresh token, and no access token', async () => {
    await rotate('r1')
    expect(read(join(root, 'other'))).toMatchObject({ refreshToken: 'r1', accessToken: null, rotation: 1 })
    await rotate('r2', storeIn(join(root, 'other')))
    expect(read()).toMatchObject({ refreshToken: 'r2', accessToken: 'access of r1', rotation: 2 })
    await rotate('r3')
    expect(read()).toEqual({ ...tokens('r3'), rotation: 3 })
  })

  it('share nothing where their tokens stem from others', async () => {
    await rotate('r1')
    const stems = { accessToken: null, refreshToken: fingerprint('elsewhere') }
    expect(storeIn(join(root, 'other')).read('a', stems)).toBeNull()
  })

  it('go by the one that was written last, where a kill came between the two writes', async () => {
    await rotate('r1')
    refused.by = (call, to) => (call === 'rename' && to.startsWith(shared) ? 'EIO' : null)
    const reservation = await reserved(storeIn(), tokens('r1')).catch((error: Error) => error)
    expect(reservation).toBeInstanceOf(TokenStoreError)
    refused.by = () => null
    const second = await reserved(storeIn(), tokens('r1'))
    refused.by = (call, to) => (call === 'rename' && to.startsWith(shared) ? 'EIO' : null)
    second.keep(tokens('r2'))
    refused.by = () => null
    expect(read()).toMatchObject({ refreshToken: 'r2', spendingSinceMs: null })
    // the other folder knows of the mark alone, and spends nothing
    expect((await storeIn(join(root, 'other')).reserve('a', tokens('given'))).kind).toBe('maybe-spent')
  })
})

/** What is wrong with the store, laid before a renewal that is to fail before the token goes out, or to lose nothing. */
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
  ['a broken file of the chain', () => lay(chainPath(), 'x')],
  ['a folder in place of the lock of the chain', () => mkdirSync(`${chainPath()}.lock`, { recursive: true })],
  ['a read-only folder', () => refuse('open', (to) => to.startsWith(folder), 'EROFS')],
  ['a full disk', () => refuse('write', () => true, 'ENOSPC')],
  ['a disk that is full but for a lock', () => refuse('write', (to) => to.endsWith('.tmp'), 'ENOSPC')],
  ['a folder in which nothing can be replaced', () => refuse('rename', (to) => to === path(), 'EPERM')],
  ['a link to nowhere below a file', () => symlinkSync(join(root, 'nowhere', 'x'), folder)],
]

function isMarked(file: string): boolean {
  return /"spendingSinceMs": \d/.test(readFileSync(file, 'utf8'))
}

function lay(at: string, text: string): void {
  mkdirSync(join(at, '..'), { recursive: true })
  writeFileSync(at, text)
}

function chainPath(): string {
  return join(shared, `a-${fingerprint('given')?.slice(0, 32)}.tokens.json`)
}

function refuse(call: string, where: (path: string) => boolean, code: string): void {
  refused.by = (one, to) => (one === call && where(to) ? code : null)
}

describe('a damaged store', () => {
  it.each(damages)('(%s) is known before a token is spent, and told how to mend', async (_what, damage) => {
    damage()
    const outcome = await storeIn()
      .reserve('a', tokens('given'))
      .catch((error: Error) => error)
    expect(outcome).toSatisfy((one) => one instanceof TokenStoreError || one instanceof LockUnusableError)
    expect((outcome as Error).message).toMatch(/Make |Mend |Delete |delete /)
    refused.by = () => null
    const files = everyFile().filter((name) => name.endsWith('tokens.json') && statSync(name).isFile())
    figure('damaged store', { tries: 1, failures: files.some(isMarked) ? 1 : 0 })
    expect(files.filter(isMarked)).toEqual([])
  })

  it.each(damages)('(%s) is known to a login before its code is spent', async (_what, damage) => {
    if (_what.includes('chain') || _what.includes('replaced')) return
    damage()
    await expect(storeIn().prove('a')).rejects.toSatisfy(
      (one) => one instanceof TokenStoreError || one instanceof LockUnusableError,
    )
  })

  it('is kept, named, and never written over', async () => {
    lay(path(), '{"version":1,"acc')
    expect(() => read()).toThrow(/is not a token file.*\.corrupt.*Mend the file, or delete it/)
    await expect(storeIn().write('a', tokens('r2'))).rejects.toThrow(TokenStoreError)
    expect(readFileSync(path(), 'utf8')).toBe('{"version":1,"acc')
    const copies = readdirSync(folder).filter((name) => name.endsWith('.corrupt'))
    expect(copies).toEqual([expect.stringMatching(/^tokens\.json\.[0-9a-f]{8}\.corrupt$/)])
    expect(readFileSync(join(folder, copies[0] ?? ''), 'utf8')).toBe('{"version":1,"acc')
    expect(statSync(join(folder, copies[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('that cannot be read is not taken for an empty one', () => {
    // as good as forbidden, and forbidden to root as well
    symlinkSync('.homologa', folder)
    expect(() => read()).toThrow(TokenStoreError)
    expect(() => peekTokens(folder, 'a')).toThrow(TokenStoreError)
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

  it('with room that a killed run had made is cleaned', async () => {
    lay(`${path()}.123.abc.tmp`, 'x')
    await rotate('r1')
    expect(readdirSync(folder)).toEqual(['tokens.json'])
  })
})

describe('a successor that cannot be written', () => {
  it('is in the file of its chain, and the message says so', async () => {
    const reservation = await reserved()
    refuse('rename', (to) => to === path(), 'EPERM')
    expect(() => reservation.keep(tokens('r1'))).toThrow(
      /is safe in ".*\.tokens\.json", where the next run finds it/,
    )
    refused.by = () => null
    expect((await reserved()).refreshToken).toBe('r1')
  })

  it('uses the room that was made: a disk that has filled up since loses nothing', async () => {
    const reservation = await reserved()
    refuse('open', (to) => to.endsWith('.tmp'), 'ENOSPC')
    reservation.keep(tokens('r1'))
    expect(read()).toMatchObject({ refreshToken: 'r1', spendingSinceMs: null })
  })

  it('is saved wherever a file can be, and the message names it', async () => {
    const reservation = await reserved()
    refuse('rename', () => true, 'EIO')
    let message = ''
    try {
      reservation.keep(tokens('r1'))
    } catch (error) {
      message = (error as Error).message
    }
    const elsewhere = /It is in "([^"]+)": move that file/.exec(message)?.[1] ?? ''
    expect(JSON.parse(readFileSync(elsewhere, 'utf8')).accounts.a.refreshToken).toBe('r1')
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600)
    rmSync(elsewhere)
  })

  it('and cannot be saved anywhere says that it is lost', async () => {
    const reservation = await reserved()
    refused.by = (call, to) => (call === 'rename' || to.includes('homologa-tokens-') ? 'EIO' : null)
    expect(() => reservation.keep(tokens('r1'))).toThrow(/nor anywhere else.*homologa login/)
  })
})

describe('a look at the tokens', () => {
  it('finds them, and takes nothing and leaves nothing', async () => {
    expect(peekTokens(folder, 'a')).toBeNull()
    expect(existsSync(folder)).toBe(false)
    await rotate('r1')
    expect(peekTokens(folder, 'a')?.refreshToken).toBe('r1')
    expect(peekTokens(folder, 'b')).toBeNull()
    writeFileSync(path(), 'x')
    expect(() => peekTokens(folder, 'a')).toThrow(/not a token file/)
    expect(readdirSync(folder)).toEqual(['tokens.json'])
    rmSync(path())
    mkdirSync(path())
    expect(() => peekTokens(folder, 'a')).toThrow(TokenStoreError)
    expect(() => peekTokens(folder, 'a')).not.toThrow(/not a token file/)
  })
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
      const store = createTokenStore(${JSON.stringify(folder)}, { sharedFolder: ${JSON.stringify(shared)} })
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
      const stored = storeIn().read('a', { accessToken: null, refreshToken: null })
      expect(stored?.expiresAtMs).toBeGreaterThanOrEqual(last)
      expect(stored?.refreshToken).toBe(`r${stored?.expiresAtMs}`)
    }
  }, 20_000)
})
