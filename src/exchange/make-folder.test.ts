import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('making a folder', () => {
  it('makes those above it, and minds none that is there', () => {
    const path = join(folder, 'a', 'b', 'c')
    makeFolder(path, 0o700)
    makeFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
  })

  it('ends where none can be made', () => {
    expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT|EACCES|EPERM/)
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeFolder(join(folder, 'file', 'x'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
    expect(existsSync('/proc/x')).toBe(false)
  })
})
