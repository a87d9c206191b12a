import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { existingUserFolder, userFolder } from './user-folder.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'homologa-folder-'))
  for (const name of ['state', 'home']) mkdirSync(join(root, name))
  vi.stubEnv('HOME', join(root, 'home'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const inHome = () => join(root, 'home', '.local', 'state', 'homologa')

it('lies where the state of programs lies, for its owner alone', () => {
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  const folder = join(root, 'state', 'homologa')
  expect(userFolder()).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(existingUserFolder()).toBe(folder)
})

it.skipIf(process.platform === 'win32').each(['', 'state'])(
  'lies below the home folder where %j is no place',
  (state) => {
    vi.stubEnv('XDG_STATE_HOME', state)
    expect(userFolder()).toBe(inHome())
    expect(existingUserFolder()).toBe(inHome())
  },
)

it.skipIf(process.platform === 'win32')('lies below the home folder where a file stands in its place', () => {
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  writeFileSync(join(root, 'state', 'homologa'), '')
  expect(userFolder()).toBe(inHome())
  expect(existingUserFolder()).toBe(inHome())
})
