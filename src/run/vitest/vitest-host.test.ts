import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface Told {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Runs the fixture in a vitest of its own, and gives what each of its tests came to. */
async function runFixture(): Promise<Told[]> {
  const cli = join(root, 'node_modules/vitest/vitest.mjs')
  const flags = [
    'run',
    '--config',
    'src/run/vitest/vitest-host.fixture.config.ts',
    '--reporter=json',
    `--root=${root}`,
  ]
  const child = spawn(process.execPath, [cli, ...flags], { cwd: root })
  let text = ''
  child.stdout.on('data', (data) => (text += data))
  await new Promise((resolve) => child.once('close', resolve))
  const report = JSON.parse(text.slice(text.indexOf('{'))) as { testResults: { assertionResults: Told[] }[] }
  return report.testResults.flatMap(({ assertionResults }) => assertionResults)
}

describe('a suite under vitest', () => {
  it('is one test a step, and one for the whole: a step fails with its findings, or because it was not reached', async () => {
    const told = await runFixture()
    expect(told.map(({ title, status }) => `${title} ${status}`)).toEqual([
      'homologation/1: GET /homologacao/produtos passed',
      'homologation/2: POST /homologacao/produtos passed',
      'homologation/3: PUT /homologacao/produtos/{idProduto} failed',
      'homologation/4: PATCH /homologacao/produtos/{idProduto}/situacoes failed',
      'homologation/5: DELETE /homologacao/produtos/{idProduto} failed',
      'the run as a whole failed',
    ])
    expect(told[2]?.failureMessages.join()).toContain('Step 2 never came')
    expect(told[3]?.failureMessages.join()).toContain(
      'homologation/4 was not reached: homologation/3 got status 404.',
    )
  }, 60_000)
})
