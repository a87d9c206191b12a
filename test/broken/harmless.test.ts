import { describe, expect, it } from 'vitest'
import { judge } from '../../src/judging/judge.js'
import { recordCourse } from './client.js'
import { harmlessCourses } from './harmless.js'

describe('a client that keeps the rules', () => {
  it.each(harmlessCourses)('is never accused: %s', (_what, exchangesOf) => {
    const { exchanges, profile, baseUrl, tokenUrl } = recordCourse(exchangesOf)
    const context = { profile, baseUrl, tokenUrl, toleranceMs: 5, ended: true } as const
    const { verdict, findings, steps } = judge(exchanges, { ...context, underTest: 'application' })
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([])
    expect(steps.map((step) => step.verdict)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
    expect(verdict).toBe('pass')
  })

  it('does so in at least fifty ways', () => {
    expect(new Set(harmlessCourses.map(([what]) => what)).size).toBeGreaterThanOrEqual(50)
    expect(harmlessCourses.length).toBe(new Set(harmlessCourses.map(([what]) => what)).size)
  })
})
