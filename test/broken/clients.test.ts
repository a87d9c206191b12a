import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judge } from '../../src/judging/judge.js'
import type { BrokenClient } from './broken-client.js'
import { type Course, recordCourse } from './client.js'
import { brokenClients } from './clients/index.js'
import { outcomes } from './outcomes.js'

const clients = Object.entries(brokenClients) as [keyof typeof brokenClients, BrokenClient][]

function judged(exchangesOf: Course) {
  const { exchanges, profile, baseUrl, tokenUrl } = recordCourse(exchangesOf)
  return judge(exchanges, {
    profile,
    baseUrl,
    tokenUrl,
    toleranceMs: 5,
    ended: true,
    underTest: 'application',
  })
}

/** Twins that cannot exercise their rule, and why. */
const unexercised: Partial<Record<keyof typeof brokenClients, string>> = {
  'no-renewal': 'only a token that is never refused needs no renewal',
}

describe.each(clients)('the client %s', (name, { broken, harmless, breaks, code }) => {
  it('trips its requirement and no other', () => {
    const { beside = [] } = outcomes[name]
    const roots = judged(broken).findings.filter(
      ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
    )
    expect(new Set(roots.map((finding) => finding.code))).toEqual(new Set([code, ...beside]))
    const own = roots.filter(({ blame }) => blame === 'application')
    expect([...new Set(own.map((finding) => finding.code))]).toEqual([code])
    expect([...new Set(own.map((finding) => finding.requirement))]).toEqual([breaks])
  })

  it('has its verdict, its cause, its steps, and consequences behind their roots', () => {
    const { verdict, fails, missed = [], beside = [], follows = [] } = outcomes[name]
    const { verdict: said, cause, steps, findings } = judged(broken)
    const stepsOf = (wanted: string) =>
      steps.filter((step) => step.verdict === wanted).map((step) => step.number)
    expect([said, stepsOf('fail'), stepsOf('not-reached')]).toEqual([verdict, fails, missed])
    const own = findings.find((finding) => finding.code === code)
    const wanted = own?.severity === 'error' ? code : beside[0]
    expect(cause?.code).toBe(wanted)
    const behind = findings.filter(({ consequenceOf }) => consequenceOf !== null)
    expect(behind.map((finding) => finding.code)).toEqual(follows)
    const at = new Map(findings.map(({ fingerprint }, i) => [fingerprint, i]))
    for (const [i, { consequenceOf }] of findings.entries())
      if (consequenceOf !== null) expect(at.get(consequenceOf)).toBeLessThan(i)
  })

  it('has a harmless twin that is not accused', () => {
    const { verdict, findings, coverage } = judged(harmless)
    if (!(name in unexercised)) expect(coverage.requirements.tested).toContain(breaks)
    expect(findings.filter(({ severity }) => severity !== 'info').map((finding) => finding.code)).toEqual([])
    expect(verdict).toBe('pass')
  })
})

it('bears the blame where the token address refuses a request of the wrong form', () => {
  const { broken } = brokenClients['credentials-in-token-body']
  const { findings } = judged({ ...broken, service: { enforce: true } })
  const refused = findings.find(({ code }) => code === 'auth/renewal:refused')
  expect(refused?.blame).toBe('application')
})

it('holds every file of its folder', () => {
  const files = readdirSync(new URL('./clients/', import.meta.url)).filter((name) => name !== 'index.ts')
  expect(files.map((name) => name.replace(/\.ts$/, '')).sort()).toEqual(Object.keys(brokenClients).sort())
})
