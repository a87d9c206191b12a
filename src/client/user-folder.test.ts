import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { existingUserFolder, userFolder } from './user-folder.js'

/** The name of the user, or why there is none. */
const told = vi.hoisted(() => ({ username: (): string => '' }))

vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>()
  return { ...os, userInfo: () => ({ ...os.userInfo(), username: told.username() }) }
})

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'homologa-folder-'))
  for (const name of ['state', 'home']) mkdirSync(join(root, name))
  vi.stubEnv('HOME', join(root, 'home'))
})

afterEach(() => {
  vi.restoreAllMocks()
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

it.skipIf(process.platform === 'win32')('is nobody else’s', () => {
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  const folder = userFolder()
  if (process.getuid?.() === 0) chownSync(folder, 4_711, 4_711)
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  expect(existingUserFolder()).not.toBe(folder)
})

it.skipIf(process.platform === 'win32')(
  'needs no name of the user, because containers may run as a number',
  () => {
    vi.stubEnv('XDG_STATE_HOME', '')
    told.username = () => {
      throw new Error('uv_os_get_passwd returned ENOENT')
    }
    expect(userFolder()).toBe(inHome())
  },
)

describe.skipIf(process.platform === 'win32')('without a home', () => {
  const name = `homologa-t_${process.pid}`
  const inTmp = join('/tmp', name)

  beforeEach(() => {
    // a system without numbers of users has names, which may hold what no folder's name should
    vi.spyOn(process, 'getuid').mockReturnValue(undefined as never)
    told.username = () => `t.${process.pid}`
    writeFileSync(join(root, 'file'), '')
    for (const variable of ['HOME', 'XDG_STATE_HOME']) vi.stubEnv(variable, join(root, 'file'))
    vi.stubEnv('TMPDIR', join(root, 'state'))
  })
  afterEach(() => rmSync(inTmp, { recursive: true, force: true }))

  it('lies below /tmp, under the name of the user', () => {
    expect(existingUserFolder()).toBe(null)
    expect(userFolder()).toBe(inTmp)
    expect(existingUserFolder()).toBe(inTmp)
  })

  it('lies in the temporary folder where something else stands there, and nowhere where that is none', () => {
    writeFileSync(inTmp, '')
    expect(userFolder()).toBe(join(root, 'state', name))
    vi.stubEnv('TMPDIR', join(root, 'file'))
    expect(existingUserFolder()).toBe(null)
    expect(userFolder).toThrow(join(root, 'file', name))
  })
})
