import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.js'
import { TrafficGrader } from '../../src/judging/grade-traffic.js'
import { judge } from '../../src/judging/judge.js'
import type { Judgement } from '../../src/rules/finding.js'
import { type FaultName, faultNames, faults } from '../../src/service/faults/index.js'
import type { BrokenClient } from './broken-client.js'
import { type Course, type Recorded, recordCourse } from './client.js'
import { brokenClients } from './clients/index.js'
import { harmlessCourses } from './harmless.js'

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

async function graded(exchanges: Iterable<Exchange> | AsyncIterable<Exchange>, recorded: Recorded) {
  const grader = new TrafficGrader({ context: contextOf(recorded), idleMs: 60_000 })
  const judgements: Judgement[] = []
  for await (const exchange of exchanges) judgements.push(...grader.see(exchange).map((run) => run.judgement))
  return [...judgements, ...grader.end().map((run) => run.judgement)]
}

describe.each(courses)('the recording of %s', (_name, exchangesOf) => {
  it('is one run, whatever was left of it', async () => {
    const recorded = recordCourse(exchangesOf)
    const runs = await graded(recorded.exchanges, recorded)
    expect(runs.length).toBe(1)
    const { verdict, findings } = judge(recorded.exchanges, { ...contextOf(recorded), ended: true })
    expect(runs[0]?.verdict).toBe(verdict)
    const errors = (list: typeof findings) =>
      list.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
    expect(errors(runs[0]?.findings ?? [])).toEqual(errors(findings))
  })
})
