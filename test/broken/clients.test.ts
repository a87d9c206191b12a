import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judge } from '../../src/judging/judge.js'
import type { BrokenClient } from './broken-client.js'
import { type Course, recordCourse } from './client.js'
import { brokenClients } from './clients/index.js'

const clients = Object.entries(brokenClients) as [string, BrokenClient][]

function judged(course: Course) {
  const { exchanges, profile, baseUrl, tokenUrl } = recordCourse(course)
  return judge(exchanges, {
    profile,
    baseUrl,
    tokenUrl,
    toleranceMs: 5,
    ended: true,
    underTest: 'application',
  })
}

describe.each(clients)('the client %s', (_name, { broken, harmless, breaks, code }) => {
  it('trips its requirement and no other', () => {
    const roots = judged(broken).findings.filter(
      ({ consequenceOf, severity, blame }) =>
        consequenceOf === null && severity !== 'info' && blame === 'application',
    )
    expect([...new Set(roots.map((finding) => finding.code))]).toEqual([code])
    expect([...new Set(roots.map((finding) => finding.requirement))]).toEqual([breaks])
  })

  it('has a harmless twin that is not accused', () => {
    const { verdict, findings } = judged(harmless)
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
