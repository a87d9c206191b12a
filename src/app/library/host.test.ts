import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface Told {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Runs the fixture in a vitest of its own and returns the outcome of each test. */
async function runFixture(): Promise<Told[]> {
  const cli = join(root, 'node_modules/vitest/vitest.mjs')
  const config = 'src/app/library/host.fixture.config.ts'
  const flags = ['run', '--config', config, '--reporter=json', `--root=${root}`]
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HOMOLOGA_'))
  const child = spawn(process.execPath, [cli, ...flags], { cwd: root, env: Object.fromEntries(own) })
  let text = ''
  child.stdout.on('data', (data) => (text += data))
  await new Promise((resolve) => child.once('close', resolve))
  const report = JSON.parse(text.slice(text.indexOf('{'))) as { testResults: { assertionResults: Told[] }[] }
  return report.testResults.flatMap(({ assertionResults }) => assertionResults)
}

it('a suite under vitest is one test a step and one for the whole run, and each failure says why', async () => {
  const told = await runFixture()
  const messageOf = (title: string) =>
    told.find((one) => one.title.startsWith(title))?.failureMessages.join('\n') ?? ''
  expect(told.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'ours/list: GET /produtos [read][nightly] failed',
    'ours/again: GET /depositos [read] passed',
    'ours/one: GET /produtos/{idProduto} [read] skipped',
    'the run as a whole failed',
    'homologation/1: GET /homologacao/produtos failed',
    'homologation/2: POST /homologacao/produtos failed',
    'homologation/3: PUT /homologacao/produtos/{idProduto} failed',
    'homologation/4: PATCH /homologacao/produtos/{idProduto}/situacoes failed',
    'homologation/5: DELETE /homologacao/produtos/{idProduto} failed',
    'the run as a whole failed',
  ])
  expect(messageOf('ours/list')).toContain('data/shape: ')
  expect(messageOf('homologation/4')).toMatch(/homologation\/4 was not reached: \w+/)
}, 60_000)
