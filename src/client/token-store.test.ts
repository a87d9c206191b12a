import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTokenStore, fingerprint, type StoredTokens, TokenStoreError } from './token-store.js'

let root = ''
let folder = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tokens-'))
  folder = join(root, '.homologa')
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const tokens = (refreshToken: string): StoredTokens => ({
  accessToken: `access of ${refreshToken}`,
  expiresAtMs: null,
  refreshToken,
  stemsFrom: { accessToken: null, refreshToken: fingerprint('given') },
})

describe('the token file', () => {
  it('keeps the tokens of each account, readable by their owner alone', () => {
    createTokenStore(folder).write('a', tokens('r1'))
    createTokenStore(folder).write('b', tokens('r2'))
    createTokenStore(folder).write('a', tokens('r3'))
    expect(createTokenStore(folder).read('a')).toEqual(tokens('r3'))
    expect(createTokenStore(folder).read('b')).toEqual(tokens('r2'))
    expect(createTokenStore(folder).read('c')).toBeNull()
    expect(statSync(join(folder, 'tokens.json')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual(['tokens.json'])
  })

  it('that is broken is kept, named, and never written over', () => {
    createTokenStore(folder).write('a', tokens('r1'))
    const path = join(folder, 'tokens.json')
    writeFileSync(path, '{"version":1,"acc')
    const store = createTokenStore(folder)
    expect(() => store.read('a')).toThrow(/is not a token file.*\.corrupt.*Mend the file, or delete it/)
    expect(() => store.prepare()).toThrow(TokenStoreError)
    expect(() => store.write('a', tokens('r2'))).toThrow(TokenStoreError)
    expect(readFileSync(path, 'utf8')).toBe('{"version":1,"acc')
    const copies = readdirSync(folder).filter((name) => name.endsWith('.corrupt'))
    expect(copies).toHaveLength(1)
    expect(readFileSync(join(folder, copies[0] ?? ''), 'utf8')).toBe('{"version":1,"acc')
  })

  it.skipIf(process.getuid?.() === 0)('that cannot be written is known before a token is spent', () => {
    createTokenStore(folder).prepare()
    chmodSync(folder, 0o500)
    expect(() => createTokenStore(folder).prepare()).toThrow(/Make its folder writable/)
  })

  it('in whose place a file stands is known before a token is spent', () => {
    writeFileSync(folder, 'no folder')
    expect(() => createTokenStore(folder).prepare()).toThrow(/cannot be used/)
  })

  it('is whole whenever its writer is killed', async () => {
    const { build } = await import('rolldown')
    const bundle = join(root, 'bundle.mjs')
    const input = join(import.meta.dirname, 'token-store.ts')
    await build({
      input,
      output: { file: bundle, format: 'esm' },
      platform: 'node',
      logLevel: 'silent',
      external: ['zod'],
    })
    const source = `
      const { createTokenStore } = await import(${JSON.stringify(bundle)})
      const store = createTokenStore(${JSON.stringify(folder)})
      for (let i = 1; ; i++) {
        const stemsFrom = { accessToken: null, refreshToken: null }
        store.write('a', { accessToken: 'a'.repeat(3000), expiresAtMs: i, refreshToken: 'r' + i, stemsFrom })
        process.stdout.write(i + '\\n')
      }`
    writeFileSync(
      bundle,
      readFileSync(bundle, 'utf8').replace('"zod"', JSON.stringify(import.meta.resolve('zod'))),
    )
    for (const afterMs of [3, 11, 20]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', source])
      let told = ''
      child.stdout.on('data', (data) => (told += data))
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('close', resolve))
      const last = Number(told.trim().split('\n').at(-1))
      const stored = createTokenStore(folder).read('a')
      expect(stored?.expiresAtMs).toBeGreaterThanOrEqual(last)
      expect(stored?.refreshToken).toBe(`r${stored?.expiresAtMs}`)
    }
  }, 20_000)
})
