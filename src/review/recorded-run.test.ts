import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal, type RunHeader } from '../exchange/journal.js'
import { createMasker } from '../exchange/masking.js'
import { baseUrl, exchangesOf, type Shot, step, steps, tokenUrl } from '../rules/exchanges.fixture.js'
import { spec } from '../specification/profile.js'
import { readLastRun, watchTraffic } from './recorded-run.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-work-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0

async function recorded(command: string, shots: readonly Shot[], more: Partial<RunHeader> = {}) {
  const path = join(folder, `r${++count}`, 'journal.ndjson')
  const journal = openJournal(path, {
    id: 'r',
    command,
    startedAt: '2026-05-04T00:00:00.000Z',
    profile: spec,
    baseUrl,
    tokenUrl,
    tool: { name: 'homologa', version: '0' },
    embedded: false,
    toleranceMs: 5,
    seed: null,
    source: 'examine',
    ...more,
  })
  for (const exchange of exchangesOf(shots)) journal.append(exchange)
  await journal.close()
  return path
}

async function read(...paths: string[]) {
  const traffic = watchTraffic()
  const options = { profile: spec, toleranceMs: 5, masker: createMasker() }
  return { run: await readLastRun(paths, options, traffic.see), traffic: traffic.facts }
}

it.each([
  [true, 'run', true],
  [false, 'run', false],
  [true, 'examine', false],
] as const)(
  'of a service of ours: %s, and by %s, a run is homologa’s own: %s',
  async (embedded, source, isOwn) => {
    const path = await recorded(
      'check',
      steps().map((shot) => ({ ...shot, source })),
      { embedded, source },
    )
    expect((await read(path)).run?.isOurOwn).toBe(isOwn)
  },
)

it('takes the last of several runs, whatever else was recorded after it', async () => {
  const first = await recorded('examine', steps())
  const last = await recorded('examine', steps())
  const other = await recorded('proxy', [{ ask: 'GET /produtos', response: { data: [] } }], {
    source: 'proxy',
  })
  const { run, traffic } = await read(first, last, other)
  expect(run?.path).toBe(last)
  expect(traffic.used.map(({ route }) => route)).toContain('GET /produtos')
})

describe('credentials that went to another address', () => {
  const token = '[access_token#1]'
  const run = ([1, 2, 3, 4, 5] as const).map((number) => step(number, { token }))
  const elsewhere = (more: Partial<Shot>): Shot => ({
    ask: 'GET https://b.invalid/x',
    channel: 'elsewhere',
    token: null,
    response: '',
    ...more,
  })

  it.each<[string, Shot, string[]]>([
    ['a token', elsewhere({ token }), ['auth/same-origin:foreign']],
    [
      'a token in the address',
      elsewhere({ ask: `GET https://b.invalid/x?t=${token}` }),
      ['auth/same-origin:in-url'],
    ],
    ['another service’s own', elsewhere({ token: '[access_token#2]' }), []],
    ['none, over plain http', elsewhere({ ask: 'GET http://b.invalid/x' }), []],
  ])('%s, are told amid the run and behind it', async (_, shot, codes) => {
    for (const shots of [
      [...run.slice(0, 2), shot, ...run.slice(2)],
      [...run, { ...shot, afterMs: 90_000 }],
    ]) {
      const judgement = (await read(await recorded('proxy', shots, { source: 'proxy' }))).run?.judgement
      expect(judgement?.findings.map(({ code }) => code)).toEqual(codes)
      expect(judgement?.verdict).toBe(codes.length > 0 ? 'fail' : 'pass')
      expect(judgement?.cause?.code).toBe(codes[0])
    }
  })
})
