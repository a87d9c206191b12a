import { describe, expect, it } from 'vitest'
import { combineFindings } from '../judging/together.js'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { nightsOf } from './nights.js'
import { nightLines } from './render-comparison.js'
import type { Report, ReportFinding } from './report.js'

const finding = (fingerprint: string, severity: ReportFinding['severity'] = 'error'): ReportFinding => ({
  requirement: 'lists/filter',
  code: 'lists/filter:ignored',
  values: {},
  severity,
  blame: 'service',
  step: null,
  route: 'GET /produtos',
  message: `message of ${fingerprint}`,
  expected: '',
  actual: '',
  hint: '',
  clause: '',
  exchange: null,
  consequenceOf: null,
  fingerprint,
})

interface Night {
  readonly found?: readonly ReportFinding[]
  readonly untested?: boolean
  readonly command?: string
  readonly target?: Report['run']['target']
}

const live = { baseUrl: 'https://service.example/Api/v3', embedded: false }

function night(
  day: number,
  { found = [], untested = false, command = 'contract', target = live }: Night = {},
): Report {
  const startedAt = `2026-05-0${day}T03:10:00.000Z`
  return {
    schemaVersion: 1,
    run: {
      id: `run-${day}`,
      command,
      startedAt,
      durationMs: 1,
      profile: 'spec',
      assumptions: [],
      target,
      tool: { name: 'homologa', version: '0.1.0' },
      lang: 'en',
      repeats: 0,
      seed: null,
    },
    verdict: found.length > 0 ? 'fail' : 'pass',
    cause: null,
    steps: [],
    findings: [...found],
    readings: [],
    coverage: {
      requirements: { tested: [], untested: [] },
      routes: { exercised: [], notExercised: untested ? [{ route: 'GET /produtos', reason: 'x' }] : [] },
    },
  }
}

const a = finding('a')

describe('a folder of nights', () => {
  it('tells when a finding came, went and came back, whatever the order of the files', () => {
    const [series] = nightsOf([night(4, { found: [a] }), night(1), night(3), night(2, { found: [a] })])
    expect(series?.runs.map(({ id }) => id)).toEqual(['run-1', 'run-2', 'run-3', 'run-4'])
    expect(series?.findings).toMatchObject([
      {
        standings: ['gone', 'there', 'gone', 'there'],
        changes: [
          { run: 'run-2', to: 'there' },
          { run: 'run-3', to: 'gone' },
          { run: 'run-4', to: 'there' },
        ],
      },
    ])
    expect(series?.newErrors).toBe(1)
  })

  it('takes no night that did not test it for one that mended it', () => {
    const [series] = nightsOf([
      night(1, { found: [a] }),
      night(2, { untested: true }),
      night(3, { found: [a] }),
    ])
    expect(series?.findings[0]?.standings).toEqual(['there', 'untested', 'there'])
    expect(series?.findings[0]?.changes).toMatchObject([{ run: 'run-1', to: 'there' }])
  })

  it('follows a cause on each of its routes, and tells what stood alike as one', () => {
    const on = (...routes: string[]) => combineFindings(routes.map((route) => ({ ...finding(route), route })))
    const [series] = nightsOf([
      night(1, { found: on('a', 'b', 'c') }),
      night(2, { found: on('b') }),
      night(3, { found: on('b', 'd') }),
    ])
    const told = series?.findings.map(({ finding: { route, places = [] }, standings }) => ({
      routes: [route, ...places.map((place) => place.route)],
      standings: standings.join(' '),
    }))
    expect(told).toEqual([
      { routes: ['b'], standings: 'there there there' },
      { routes: ['d'], standings: 'gone gone there' },
      { routes: ['a', 'c'], standings: 'there gone gone' },
    ])
    expect(series?.newErrors).toBe(1)
  })

  it('takes what was accepted neither for gone nor for come back', () => {
    const nights = [
      night(1, { found: [a] }),
      { ...night(2), accepted: [a] },
      night(3, { found: [a] }),
      night(4),
    ]
    const [series] = nightsOf(nights)
    expect(series?.findings).toMatchObject([
      {
        standings: ['there', 'accepted', 'there', 'gone'],
        changes: [
          { run: 'run-1', to: 'there' },
          { run: 'run-4', to: 'gone' },
        ],
      },
    ])
  })

  it('counts as new only errors that the newest night has and the one before it had not', () => {
    const count = (...nights: Night[]) => nightsOf(nights.map((one, i) => night(i + 1, one)))[0]?.newErrors
    expect(count({ found: [a] }, { found: [a] })).toBe(0)
    expect(count({ found: [a] }, {})).toBe(0)
    expect(count({}, { found: [finding('b', 'warning')] })).toBe(0)
    expect(count({ found: [a] }, { found: [a, finding('b')] })).toBe(1)
    expect(count({ found: [a] })).toBe(0)
  })

  it('holds no run against one of another command or service, and counts a run once', () => {
    const embedded = (port: number) => ({ baseUrl: `http://127.0.0.1:${port}/Api/v3`, embedded: true })
    const series = nightsOf([
      ...[night(1), night(1), night(2, { command: 'check' }), night(3, { target: embedded(1) })],
      night(4, { target: embedded(2) }),
    ])
    expect(series.map(({ command, baseUrl, runs }) => [command, baseUrl, runs.length])).toEqual([
      ['contract', live.baseUrl, 1],
      ['check', live.baseUrl, 1],
      ['contract', null, 2],
    ])
  })

  it('shows what is there now first, and of that the gravest', () => {
    const nights = [
      night(1, { found: [finding('gone')] }),
      night(2, { found: [finding('mild', 'warning'), finding('grave')] }),
    ]
    expect(nightsOf(nights)[0]?.findings.map((one) => one.finding.fingerprint)).toEqual([
      'grave',
      'mild',
      'gone',
    ])
  })

  it.each(langs)('is told line by line in %s', async (lang) => {
    const series = nightsOf([night(1), night(2, { found: [a] }), night(3, { untested: true }), night(4)])
    const lines = nightLines(series, { catalogue: await loadCatalogue(lang), lang }).join('\n')
    expect(lines).toContain('·?■·')
    expect(lines).toContain(lang === 'en' ? 'came 2026-05-02 03:10' : 'surgiu em 02/05/2026 03:10')
    expect(lines).toContain(lang === 'en' ? 'went 2026-05-04 03:10' : 'sumiu em 04/05/2026 03:10')
    expect(lines).toContain('message of a')
  })
})
