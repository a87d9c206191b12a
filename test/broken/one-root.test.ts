import { describe, expect, it } from 'vitest'
import { TrafficGrader } from '../../src/judging/grade-traffic.js'
import { judge } from '../../src/judging/judge.js'
import type { Finding } from '../../src/rules/finding.js'
import { loadShapes } from '../../src/specification/shapes.js'
import { recordCourse } from './client.js'
import { oneMistakes, twoMistakes } from './one-root.js'

const shapes = await loadShapes()

function rootsOf(findings: readonly Finding[]): string[] {
  const roots = findings.filter(
    ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
  )
  return roots.map(({ code }) => code)
}

describe.each(['spec', 'bling'] as const)('one mistake is one root, under %s:', (profile) => {
  it.each(oneMistakes)('%s', (_what, root, exchangesOf) => {
    const { exchanges, ...facts } = recordCourse({ profile, ...exchangesOf })
    const context = { ...facts, toleranceMs: 5, underTest: 'application', shapes } as const
    const { findings, cause } = judge(exchanges, { ...context, ended: true })
    expect(rootsOf(findings)).toEqual([root])
    expect(cause?.code).toBe(root)

    const grader = new TrafficGrader({ context, idleMs: 60_000 })
    const runs = [...exchanges.flatMap((one) => grader.see(one)), ...grader.end()]
    expect(runs.map(({ judgement }) => rootsOf(judgement.findings))).toEqual([[root]])
  })
})

describe('two mistakes that have nothing to do with one another are two roots:', () => {
  it.each(twoMistakes)('%s', (_what, roots, exchangesOf) => {
    const { exchanges, ...facts } = recordCourse(exchangesOf)
    const context = { ...facts, toleranceMs: 5, underTest: 'application', shapes, ended: true } as const
    expect(new Set(rootsOf(judge(exchanges, context).findings))).toEqual(new Set(roots))
  })
})
