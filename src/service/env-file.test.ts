import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { holdsOtherSettings, writeEnvFileNow } from './env-file.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-env-file-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const client = {
  baseUrl: 'http://127.0.0.1:9/Api/v3',
  tokenUrl: 'http://127.0.0.1:9/token',
  accessToken: 'a',
  refreshToken: 'r',
  clientId: 'c',
  clientSecret: 's',
}

describe('writeEnvFileNow', () => {
  it('writes the settings for their owner alone, into a folder that need not be there', () => {
    writeEnvFileNow('new/client.env', client, cwd)
    expect(readFileSync(join(cwd, 'new/client.env'), 'utf8')).toMatch(/^HOMOLOGA_ACCESS_TOKEN=a$/m)
    expect(statSync(join(cwd, 'new/client.env')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(cwd, 'new'))).toEqual(['client.env'])
  })

  it('leaves no secret behind where it cannot write', () => {
    mkdirSync(join(cwd, 'taken/client.env'), { recursive: true })
    expect(() => writeEnvFileNow('taken/client.env', client, cwd)).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
    expect(readdirSync(join(cwd, 'taken'))).toEqual(['client.env'])
  })
})

describe('isOfAnother', () => {
  const path = join(cwd, 'own.env')

  it.each([
    ['settings of an application', 'DB_PASSWORD=x\n', true],
    ['some of the names', 'HOMOLOGA_CLIENT_ID=x\nHOMOLOGA_CLIENT_SECRET=y\n', true],
    ['nothing', '', false],
  ])('of a file with %s', (_, text, expected) => {
    writeFileSync(path, text)
    expect(holdsOtherSettings(path)).toBe(expected)
  })

  it('is false of what was written, of none and of a folder, and true of one line more', () => {
    writeEnvFileNow('own.env', client, cwd)
    expect([path, join(cwd, 'none.env'), cwd].map(holdsOtherSettings)).toEqual([false, false, false])
    writeFileSync(path, 'APP_KEY=z\n', { flag: 'a' })
    expect(holdsOtherSettings(path)).toBe(true)
  })
})
