import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readProject } from '../settings/project-file.js'
import type { Diagnosis } from './diagnosis.js'
import { projectLines } from './doctor-project.js'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-project-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cwd, { recursive: true, force: true })
})

async function diagnosed(command: string, timeoutMs = 10_000): Promise<Diagnosis[]> {
  writeFileSync(join(cwd, 'homologa.yaml'), `command: ${command}\n`)
  const lines: Diagnosis[] = []
  for await (const line of projectLines({ cwd, project: await readProject(cwd) }, timeoutMs)) lines.push(line)
  return lines
}

/** A program of this name on the PATH. */
function program(name: string, script: string): void {
  writeFileSync(join(cwd, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(cwd, name), 0o755)
  vi.stubEnv('PATH', [cwd, process.env.PATH].join(delimiter))
}

it('names the settings in .env even if the program of the command is missing', async () => {
  writeFileSync(join(cwd, '.env'), 'BLING_API_URL=x\n')
  const lines = await diagnosed('no-such-program-of-ours x')
  expect(lines.map(({ key }) => key)).toEqual(['doctor.interpreter.none', 'doctor.names'])
})

it.each([
  ['a check that never ends', 'case "$1" in --version) echo 8;; *) sleep 60;; esac', 'timeout'],
  ['a version that never comes', 'sleep 60', 'php --version: timeout'],
  ['a check that fails in silence', 'case "$1" in --version) echo 8;; *) exit 7;; esac', 'status 7'],
  ['a check that explains itself', 'case "$1" in --version) echo 8;; *) echo no; exit 1;; esac', 'no'],
])('says why a command cannot start: %s', async (_, script, why) => {
  program('php', script)
  const lines = await diagnosed('php artisan homologar', 500)
  expect(lines.at(-1)).toMatchObject({ key: 'doctor.command.fail', values: { why } })
})

it('never runs a script of the user, not even with --version', async () => {
  program('start.sh', 'touch ran')
  expect((await diagnosed('./start.sh')).map(({ key }) => key)).toEqual(['doctor.command'])
  expect((await diagnosed('./other.sh')).map(({ values }) => values.why)).toEqual(['ENOENT: ./other.sh'])
  expect(readdirSync(cwd)).not.toContain('ran')
})
