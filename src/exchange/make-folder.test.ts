import fs, { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
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

  it('refuses a link that leads nowhere as `mkdir` does', () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
    expect(() => makeFolder(join(folder, 'link'))).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  })

  it('ends at a root that does not exist, such as a drive of Windows', () => {
    const nothing = vi.spyOn(fs, 'statSync').mockReturnValue(undefined)
    const refusing = vi.spyOn(fs, 'mkdirSync').mockImplementation((path) => {
      throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' })
    })
    syncBuiltinESMExports()
    try {
      expect(() => makeFolder('/a/b')).toThrow('no /')
    } finally {
      nothing.mockRestore()
      refusing.mockRestore()
      syncBuiltinESMExports()
    }
  })
})
