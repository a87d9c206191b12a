import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Reporter } from 'vitest/node'
import manifest from '../../package.json' with { type: 'json' }
import { emulate } from '../../src/index.js'
import type { Report } from '../../src/report/report.js'
import HomologaReporter from '../../src/vitest-reporter.js'
import { newFolder, removeFolders, reportOf, runInside, runTool } from './tool.js'

/** The package under a vitest of its own: the one that is installed, or another that `npm run test:nodes` names. */
const vitest = process.env.HOMOLOGA_VITEST ?? join(import.meta.dirname, '../../node_modules/vitest')
const { version } = JSON.parse(readFileSync(join(vitest, 'package.json'), 'utf8')) as { version: string }
const [major = 0, minor = 0] = version.split('.').map(Number)
const hasTags = major > 4 || (major === 4 && minor > 0)

const ours = `const step = (id, path) => ({ id, method: 'GET', path })
export default { id: 'ours', steps: [step('list', '/categorias/produtos'), step('others', '/depositos')] }`
const host = `import { hostContract } from 'homologa/vitest'
import ours from './ours.mjs'
await hostContract(ours)`
const second = `import { hostContract } from 'homologa/vitest'
await hostContract({ id: 'more', steps: [{ id: 'list', method: 'GET', path: '/depositos' }] })`
const examined = `import { test } from 'homologa/vitest'
import { expect } from 'vitest'
test('passes homologation', { retry: 1 }, async ({ homologation: { accessToken, baseUrl, result } }) => {
  await fetch(baseUrl + '/homologacao/produtos', { headers: { authorization: 'Bearer ' + accessToken } })
  expect(await result()).toPassHomologation()
})`

afterAll(removeFolders)

function projectOf(files: Readonly<Record<string, string>>): string {
  const cwd = newFolder()
  const installed = join(cwd, 'node_modules/homologa')
  mkdirSync(installed, { recursive: true })
  cpSync(dirname(inject('tool')), join(installed, 'dist'), { recursive: true })
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest))
  symlinkSync(vitest, join(cwd, 'node_modules/vitest'), 'dir')
  const reporters = ['default', 'homologa/vitest/reporter']
  const config = `export default { test: { reporters: ${JSON.stringify(reporters)} } }`
  for (const [name, text] of Object.entries({ 'vitest.config.mjs': config, ...files }))
    writeFileSync(join(cwd, name), text)
  return cwd
}

function runVitest(cwd: string, env: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
  const tool = join(vitest, 'vitest.mjs')
  return runTool(['run', ...flags], { tool, cwd, env: { NO_COLOR: '1', ...env } })
}

/** What a report says, whenever it was made. */
function saidIn({ verdict, cause, steps, findings, readings }: Report) {
  return { verdict, cause, findings, readings, steps: steps.map(({ durationMs, gapMs, ...step }) => step) }
}

const files = [
  'ctrf-report.json',
  'exchanges.har',
  'journal.ndjson',
  'junit.xml',
  'report.html',
  'report.json',
  'summary.md',
]

describe(`the reporter under vitest ${version}`, () => {
  it('fits where vitest takes a reporter', () => {
    const reporter: Reporter = new HomologaReporter()
    expect(reporter).toBeDefined()
  })

  it.each([
    [[], 0, 'PASS'],
    [['list-missing'], 1, 'FAIL'],
  ])(
    'leaves and says what the command does, of a service with the faults %j',
    async (faults, code, verdict) => {
      await using erp = await emulate({ faults })
      const cwd = projectOf({ 'ours.mjs': ours, 'ours.test.mjs': host })
      const { dir, err, out, status } = await runVitest(cwd, erp.env)
      expect(status, out).toBe(code)
      expect(err.includes('curl --include')).toBe(status === 1)
      expect(readdirSync(dir).sort()).toEqual(files)
      const words = ['contract', 'ours', '--suite', 'ours.mjs']
      const command = await runInside(words, { cwd, env: erp.env, dir: join(cwd, 'command') })
      expect(saidIn(reportOf({ dir }))).toEqual(saidIn(reportOf(command)))
      const endOf = (text: string) =>
        text
          .slice(text.lastIndexOf(verdict))
          .replace(/[\d.]+ m?s /, '')
          .replace('command/', 'out/')
          .replace(/(?<=Run again ).*/, '')
      expect(endOf(out)).toBe(endOf(command.out))
    },
  )

  it('merges suites, keeps other runs apart, and ends with the one that failed', async () => {
    const cwd = projectOf({
      'ours.mjs': ours,
      'ours.test.mjs': host,
      'more.test.mjs': second,
      'app.test.mjs': examined,
    })
    const { err, out, status } = await runVitest(cwd, { HOMOLOGA_REPORT_DIR: '' })
    expect(status, out).toBe(1)
    expect(err).toMatch(/Look at .*curl --include/s)
    const reports = join(cwd, 'reports')
    const [contract = '', examination = '', latest, ...others] = readdirSync(reports).sort()
    expect([latest, others]).toEqual(['latest', []])
    const merged = reportOf({ dir: join(reports, contract) })
    expect([merged.run.command, merged.verdict]).toEqual(['contract', 'pass'])
    expect(merged.steps.map(({ id }) => id).sort()).toEqual(['more/list', 'ours/list', 'ours/others'])
    expect(readdirSync(join(reports, examination)).sort()).toEqual(files)
    const { run, verdict, cause } = reportOf({ dir: join(reports, 'latest') })
    expect([run.command, verdict]).toEqual(['examine', 'fail'])
    const [, end = ''] = out.split('✓ PASS')
    expect(end).toContain(cause)
    expect(end).toContain(`reports/${examination}/report.html`)
  })

  it.skipIf(!hasTags)('tags tests by resource and risk', async () => {
    const known = `import { hostContract } from 'homologa/vitest'
      await hostContract({ id: 'contatos', steps: [{ id: 'list', method: 'GET', path: '/contatos' }] })
      await hostContract({ id: 'depositos', steps: [{ id: 'list', method: 'GET', path: '/depositos' }] })`
    const cwd = projectOf({ 'known.test.mjs': known })
    const { out, status } = await runVitest(cwd, {}, '--tags-filter', 'contatos and read')
    expect(status, out).toBe(0)
    expect(out).toContain('1 passed | 3 skipped')
  })
})
