import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeEnvFileNow } from './env-file.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-env-file-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const client = {
  ...{ baseUrl: 'http://127.0.0.1:9/Api/v3', tokenUrl: 'http://127.0.0.1:9/token', accessToken: 'a' },
  ...{ refreshToken: 'r', clientId: 'c', clientSecret: 's' },
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
