import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { homologate } from '../../examples/typescript/homologation.js'
import { examine, toPassHomologation } from '../../src/index.js'
import { lacks } from '../needs.js'

const deaths = [1, 2, 3, 4, 5, 'never'] as const

describe('the example in TypeScript', () => {
  it.each(deaths)('passes when its token dies at %s', async (invalidateAt) => {
    const service = await examine({ profile: 'bling', invalidateAt })
    await homologate({ ...service, pauseMs: 10 })
    expect(toPassHomologation(await service.result())).toMatchObject({ pass: true })
  })
})

const python = spawnSync('python3', ['--version']).status === 0

describe.skipIf(lacks('python3', python))('the example in Python (where python3 is there)', () => {
  it.each(deaths)('passes when its token dies at %s', async (invalidateAt) => {
    const service = await examine({ profile: 'bling', invalidateAt })
    const script = fileURLToPath(new URL('../../examples/python/homologar.py', import.meta.url))
    await promisify(execFile)('python3', [script], {
      env: { ...process.env, ...service.env, PAUSE_S: '0.01' },
    })
    const result = await service.result()
    const told = result.report.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
    expect([result.verdict, told]).toEqual(['pass', []])
  })
})
