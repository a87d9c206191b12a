import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { homologate } from '../../examples/typescript/homologation.js'
import { type Examinee, examine, toPassHomologation } from '../../src/index.js'
import { lacks } from '../needs.js'

/** The examples are fit to copy: short, and their application survives the death of its token at every step. */

const deaths = [1, 2, 3, 4, 5, 'never'] as const
/** No more than three requests a second, as the profile `bling` has it. */
const pauseMs = 350

function file(name: string): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
}

function isThere(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0
}

async function passes(
  invalidateAt: (typeof deaths)[number],
  client: (service: Examinee) => Promise<unknown>,
) {
  const service = await examine({ profile: 'bling', invalidateAt })
  await client(service)
  const result = await service.result()
  const told = result.report.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
  expect(told).toEqual([])
  expect(toPassHomologation(result)).toMatchObject({ pass: true })
}

describe.concurrent('the example in TypeScript', () => {
  it.each(deaths)('passes when its token dies at %s', (invalidateAt) =>
    passes(invalidateAt, (service) => homologate({ ...service, pauseMs })),
  )
})

const scripts = [
  ['JavaScript', process.execPath, 'javascript/homologar.mjs'],
  ['Python', 'python3', 'python/homologar.py'],
  ['PHP', 'php', 'php/homologar.php'],
] as const

describe.concurrent.each(scripts)('the example in %s', (_language, tool, name) => {
  it.skipIf(lacks(tool, isThere(tool))).each(deaths)(
    `run by ${tool} passes when its token dies at %s`,
    (invalidateAt) =>
      passes(invalidateAt, ({ env }) =>
        promisify(execFile)(tool, [file(name)], {
          env: { ...process.env, ...env, PAUSE_MS: String(pauseMs) },
        }),
      ),
  )
})

it.each(['typescript/homologation.ts', ...scripts.map(([, , name]) => name)])(
  '%s has 60 lines or fewer',
  (name) => {
    expect(readFileSync(file(name), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  },
)
