import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readAtMost, readTextFile } from './text-file.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-text-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const fresh = () => join(folder, `f${made++}`)

function pipe(): string {
  const path = fresh()
  execFileSync('mkfifo', [path])
  return path
}

describe('a text', () => {
  const read = (bytes: Buffer) => {
    writeFileSync(join(folder, 'text'), bytes)
    return readTextFile('text', folder)
  }

  it('is read as it stands there', async () => {
    expect(await read(Buffer.from('descrição\uFFFD 🍬\r\n'))).toBe('descrição\uFFFD 🍬\r\n')
  })

  it.each([
    ['Latin-1', Buffer.from('a: b\nc: descri\xe7\xe3o\n', 'latin1'), 2],
    ['Latin-1 of Windows lines', Buffer.from('a\r\nb\r\nc \xe9\r\n', 'latin1'), 3],
    ['UTF-16 with its mark', Buffer.from('\uFEFFa: b\nc: d', 'utf16le'), 1],
    ['half a character', Buffer.from('ç').subarray(0, 1), 1],
  ])('of %s is refused with its line', async (_, bytes, line) => {
    await expect(read(bytes)).rejects.toMatchObject({
      key: 'settings.encoding',
      values: { file: 'text', line },
    })
  })

  it('may be Latin-1 in its comments, where it has some, and in none of its other lines', async () => {
    const lines = ['# configura\xe7\xe3o', '  # \xe9', 'a=b', '']
    writeFileSync(join(folder, 'noted'), lines.join('\r\n'), 'latin1')
    const noted = () => readTextFile('noted', folder, 'settings.file', /^\s*#/)
    expect(await noted()).toContain('\r\na=b\r\n')
    writeFileSync(join(folder, 'noted'), [...lines, 'c=\xe9 # d'].join('\r\n'), 'latin1')
    await expect(noted()).rejects.toMatchObject({ key: 'settings.encoding', values: { line: 5 } })
  })

  it('that is not there is told with the key that was given', async () => {
    const reading = readTextFile('none', folder, 'settings.ca')
    await expect(reading).rejects.toMatchObject({
      key: 'settings.ca',
      values: { file: 'none', why: 'ENOENT' },
    })
  })
})

describe('bytes', () => {
  it('are read up to the most, and no further', async () => {
    const path = fresh()
    writeFileSync(path, '12345')
    expect(String(await readAtMost(path, 5))).toBe('12345')
    await expect(readAtMost(path, 4)).rejects.toMatchObject({ code: 'EFBIG' })
  })

  it.skipIf(!existsSync('/dev/zero'))('of a device that never ends are refused', async () => {
    await expect(readAtMost('/dev/zero', 1000)).rejects.toMatchObject({ code: 'EFBIG' })
  })

  it('of a folder are refused as the system does', async () => {
    await expect(readAtMost(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

describe('a pipe', () => {
  const writer = (path: string, script: string) => spawn('/bin/sh', ['-c', `exec > '${path}'; ${script}`])

  it('that nobody writes into is refused, and holds nobody up', async () => {
    await expect(readAtMost(pipe())).rejects.toMatchObject({ code: 'ENXIO' })
  })

  it('is read to its end, whoever comes late and writes with pauses', async () => {
    const path = pipe()
    const reading = readAtMost(path)
    setTimeout(() => writer(path, 'printf 12; sleep 0.2; printf 345'), 50)
    expect(String(await reading)).toBe('12345')
  })

  it('is waited for as long as somebody holds it open', async () => {
    const path = pipe()
    writer(path, 'sleep 0.8; printf 12')
    expect(String(await readAtMost(path))).toBe('12')
  })

  it('is read up to the most', async () => {
    const path = pipe()
    writer(path, 'printf 12345')
    await expect(readAtMost(path, 4)).rejects.toMatchObject({ code: 'EFBIG' })
  })
})
