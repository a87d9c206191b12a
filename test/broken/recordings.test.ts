import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.js'
import { writeHar } from '../../src/exchange/har.js'
import { openJournal, type RunHeader } from '../../src/exchange/journal.js'
import { readRecording } from '../../src/exchange/recording.js'
import { createTrafficGrader } from '../../src/judging/grade-traffic.js'
import { judge } from '../../src/judging/judge.js'
import type { Judgement } from '../../src/rules/finding.js'
import { type FaultName, faultNames, faults } from '../../src/service/faults/index.js'
import type { BrokenClient } from './broken-client.js'
import { type Course, type Recorded, recordCourse } from './client.js'
import { brokenClients } from './clients/index.js'
import { harmlessCourses } from './harmless.js'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'homologa-recordings-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const courses: readonly (readonly [string, Course])[] = [
  ...(Object.entries(brokenClients) as [string, BrokenClient][]).map(
    ([name, { broken }]) => [`client ${name}`, broken] as const,
  ),
  ...faultNames.map((name: FaultName) => [`fault ${name}`, { service: { faults: [faults[name]] } }] as const),
  ...harmlessCourses.slice(0, 30),
]

function contextOf({ profile, baseUrl, tokenUrl }: Recorded) {
  return { profile, baseUrl, tokenUrl, toleranceMs: 5, underTest: 'application' } as const
}

function headerOf({ profile, baseUrl, tokenUrl }: Recorded): RunHeader {
  return {
    id: 'r1',
    command: 'examine',
    startedAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'homologa', version: '0.1.0' },
    profile,
    baseUrl,
    tokenUrl,
    embedded: true,
    toleranceMs: 5,
    seed: null,
    source: 'examine',
  }
}

async function graded(exchanges: Iterable<Exchange> | AsyncIterable<Exchange>, recorded: Recorded) {
  const grader = createTrafficGrader({ context: contextOf(recorded), idleMs: 60_000 })
  const judgements: Judgement[] = []
  for await (const exchange of exchanges) judgements.push(...grader.see(exchange).map((run) => run.judgement))
  return [...judgements, ...grader.end().map((run) => run.judgement)]
}

describe.each(courses)('the recording of %s', (name, course) => {
  it('is judged as the run was', async () => {
    const recorded = recordCourse(course)
    const live = judge(recorded.exchanges, { ...contextOf(recorded), ended: true })
    const path = join(dir, name.replaceAll(/\W+/g, '-'))
    const journal = openJournal(`${path}.ndjson`, headerOf(recorded))
    for (const exchange of recorded.exchanges) journal.append(exchange)
    await journal.close()
    await writeHar(`${path}.har`, recorded.exchanges, headerOf(recorded))
    for (const file of [`${path}.ndjson`, `${path}.har`]) {
      const read: Exchange[] = []
      for await (const exchange of (await readRecording(file)).exchanges) read.push(exchange)
      expect(judge(read, { ...contextOf(recorded), ended: true })).toEqual(live)
    }
  })

  it('is one run, whatever was left of it', async () => {
    const recorded = recordCourse(course)
    const runs = await graded(recorded.exchanges, recorded)
    expect(runs.length).toBe(1)
    const { verdict, findings } = judge(recorded.exchanges, { ...contextOf(recorded), ended: true })
    expect(runs[0]?.verdict).toBe(verdict)
    const errors = (list: typeof findings) =>
      list.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
    expect(errors(runs[0]?.findings ?? [])).toEqual(errors(findings))
  })
})
