import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { toBaseline } from '../drift/baseline.js'
import { writeBaseline } from '../drift/baseline-file.js'
import { learnResponse, type Shapes } from '../drift/shapes.js'
import { loadCatalogue } from '../words/catalogue.js'
import { run } from './drift.js'
import type { InvocationOf } from './invocation.js'
import type { Options } from './options.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-drift-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const baseline = (body: object) => {
  const shapes: Shapes = new Map()
  for (let i = 0; i < 10; i++) learnResponse(shapes, 'GET /produtos', 200, JSON.stringify(body))
  return writeBaseline(toBaseline(shapes))
}

async function compared(old: string, now: string, options: Options<'drift'> = {}) {
  writeFileSync(join(cwd, 'old'), old)
  writeFileSync(join(cwd, 'new'), now)
  return run({
    args: ['old', 'new'],
    options,
    settings: { cwd },
    catalogue: await loadCatalogue('en'),
    lang: 'en',
  } as unknown as InvocationOf<'drift'>)
}

describe('drift', () => {
  it.each([
    [{}, 'pass'],
    [{ failOn: 'warning' }, 'pass'],
    [{ failOn: 'info' }, 'fail'],
  ] as const)('ends, under %j, on a field that was added with %s', async (options, ending) => {
    const outcome = await compared(baseline({ id: 1 }), baseline({ id: 1, nome: 'x' }), options)
    expect(outcome.ending).toBe(ending)
  })

  it('refuses an OpenAPI document, since only baselines are compared', async () => {
    const document = '{"openapi":"3.0.0","info":{},"paths":{}}'
    await expect(compared(document, document)).rejects.toMatchObject({ code: 'not-a-baseline', file: 'old' })
  })
})
