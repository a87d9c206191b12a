import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../clock.js'
import { loadCatalogue } from '../words/catalogue.js'
import { type DriftOptions, run } from './drift.js'
import type { Invocation } from './invocation.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-drift-'))
afterAll(() => rmSync(cwd, { recursive: true }))

it.each([
  [{}, 'pass'],
  [{ failOn: 'warning' }, 'pass'],
  [{ failOn: 'info' }, 'fail'],
] as const)('ends, under %j, on an operation that was added with %s', async (options, ending) => {
  const operation = { get: { responses: { 200: { description: '' } } } }
  const document = (...paths: string[]) =>
    JSON.stringify({
      ...{ openapi: '3.0.0', info: { title: 'x', version: '1' } },
      paths: Object.fromEntries(paths.map((path) => [path, operation])),
    })
  writeFileSync(join(cwd, 'old.json'), document('/a'))
  writeFileSync(join(cwd, 'new.json'), document('/a', '/b'))
  const outcome = await run({
    ...{ args: ['old.json', 'new.json'], options, settings: { cwd }, clock: systemClock },
    ...{ catalogue: await loadCatalogue('en'), lang: 'en' },
  } as unknown as Invocation<DriftOptions>)
  expect(outcome.ending).toBe(ending)
})
