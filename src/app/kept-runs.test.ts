import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { baseUrl, tokenUrl } from '../rules/exchanges.fixture.js'
import { spec } from '../specification/profile.js'
import { newestRecording } from './kept-runs.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0

type Kept = readonly [command: string, verdict: string]

/** A folder of kept runs, the oldest first. */
function kept(...runs: readonly Kept[]): string {
  const reports = join(folder, `k${++count}`)
  for (const [i, [command, verdict]] of runs.entries()) {
    const dir = join(reports, `${i}`)
    mkdirSync(dir, { recursive: true })
    const header = {
      id: 'r',
      command,
      startedAt: 'x',
      tool: { name: 'homologa', version: '0' },
      profile: spec,
    }
    const facts = { baseUrl, tokenUrl, embedded: true, toleranceMs: 5, seed: null, source: 'examine' }
    const path = join(dir, 'journal.ndjson')
    writeFileSync(path, `${JSON.stringify({ journal: 1, run: { ...header, ...facts } })}\n`)
    utimesSync(path, 1_000 + i, 1_000 + i)
    writeFileSync(join(dir, 'report.json'), JSON.stringify({ verdict }))
  }
  return reports
}

it('prefers the work of an application to a later check of ours, and the newest of either', async () => {
  const newest = async (...runs: readonly Kept[]) => {
    const reports = kept(...runs)
    return (await newestRecording(reports))?.slice(reports.length + 1, reports.length + 2) ?? null
  }
  expect(await newest(['check', 'pass'], ['check', 'pass'], ['contract', 'pass'])).toBe('1')
  expect(await newest(['examine', 'fail'], ['proxy', 'fail'], ['check', 'pass'])).toBe('1')
  expect(await newest(['contract', 'pass'])).toBe(null)
})

it('takes the newest run of an application that passed', async () => {
  const reports = kept(['examine', 'pass'], ['proxy', 'pass'], ['examine', 'fail'], ['check', 'pass'])
  expect(await newestRecording(reports, { passedOnly: true })).toBe(join(reports, '1', 'journal.ndjson'))
  expect(await newestRecording(kept(['examine', 'fail']), { passedOnly: true })).toBe(null)
})
