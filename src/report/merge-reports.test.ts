import { describe, expect, it } from 'vitest'
import { mergeReports } from './merge-reports.js'
import { type Report, type ReportFinding, type ReportStep, reportSchema } from './report.js'

function step(id: string, verdict: ReportStep['verdict'] = 'pass'): ReportStep {
  return { id, title: id, route: 'GET /x', verdict, gapMs: null, durationMs: 1, exchanges: ['e1'] }
}

function finding(fingerprint: string, exchange = 'e1'): ReportFinding {
  return {
    requirement: 'lists/limit',
    code: 'lists/limit:longer',
    values: {},
    severity: 'error',
    blame: 'service',
    step: 'x/list',
    route: 'GET /x',
    message: 'm',
    expected: 'e',
    actual: 'a',
    hint: 'h',
    clause: 'c',
    exchange,
    consequenceOf: null,
    fingerprint,
  }
}

function part(change: Partial<Report>, startedAt = '2026-05-04T10:00:00.000Z', durationMs = 1000): Report {
  return {
    schemaVersion: 1,
    run: {
      id: 'r',
      command: 'contract',
      startedAt,
      durationMs,
      tool: { name: 'homologa', version: '0.1.0' },
      profile: 'spec',
      assumptions: [],
      target: { baseUrl: 'https://x', embedded: false },
      lang: 'en',
      repeats: 0,
      seed: null,
    },
    verdict: 'pass',
    cause: null,
    steps: [],
    findings: [],
    readings: [],
    coverage: { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised: [] } },
    ...change,
  }
}

function routes(exercised: string[], notExercised: [string, string][]): Pick<Report, 'coverage'> {
  const listed = notExercised.map(([route, reason]) => ({ route, reason }))
  return {
    coverage: { requirements: { tested: [], untested: [] }, routes: { exercised, notExercised: listed } },
  }
}

describe('the report of several parts', () => {
  it('says nothing of what any part had turned off', () => {
    expect(mergeReports([part({ off: ['a'] }), part({}), part({ off: ['b', 'a'] })]).off).toEqual(['a', 'b'])
    expect(mergeReports([part({}), part({})])).not.toHaveProperty('off')
  })

  it('calls new what any part found for the first time, and fixed what no part found again', () => {
    const against = { run: 'before', startedAt: null, failOn: 'new' as const }
    const [known, fresh] = (['known', 'new'] as const).map((since) => ({ ...finding('f'), since }))
    const [gone, here] = [finding('gone'), finding('f')].map((one) => ({ ...one, code: one.fingerprint }))
    const all = [known, fresh, gone, here].filter((one) => one !== undefined)
    const [a, b, c, d] = all
    if (!a || !b || !c || !d) throw new Error('the samples are missing')
    const merged = mergeReports([
      part({ against, findings: [a], fixed: [c] }),
      part({ against, findings: [b], fixed: [d] }),
    ])
    expect(merged.findings.map(({ since }) => since)).toEqual(['new'])
    expect([merged.against, merged.fixed?.map(({ fingerprint }) => fingerprint)]).toEqual([against, ['gone']])
    const one = mergeReports([part({ against, findings: [a], fixed: [c] }), part({})])
    expect([one.against, one.fixed]).toEqual([undefined, undefined])
  })

  it('tells what each part left in the account', () => {
    const one = { route: 'DELETE /contatos/{idContato}', id: '7', reason: 'refused' }
    const merged = mergeReports([part({ left: [one] }), part({}), part({ left: [{ ...one, id: '8' }] })])
    expect(merged.left).toEqual([one, { ...one, id: '8' }])
    expect(mergeReports([part({}), part({})])).not.toHaveProperty('left')
  })

  it('tells why each part ended early', () => {
    const stop = { reason: 'x' }
    expect(mergeReports([part({ stops: [stop] }), part({}), part({ stops: [stop] })]).stops).toEqual([
      stop,
      stop,
    ])
  })

  it('tells what was accepted in each part, one cause once a reason', () => {
    const one = (route: string, reason: string) => ({
      requirement: 'envelope/data',
      code: 'envelope/data:extra',
      values: {},
      severity: 'error' as const,
      blame: 'service' as const,
      step: null,
      route,
      message: '',
      expected: '',
      actual: '',
      hint: '',
      clause: '',
      exchange: 'e1',
      consequenceOf: null,
      fingerprint: route,
      acceptance: { reason, expires: '2999-01-01' },
    })
    const merged = mergeReports([
      part({ accepted: [one('a', 'x')] }),
      part({ accepted: [one('b', 'x'), one('c', 'y')] }),
    ])
    expect(merged.accepted?.map(({ exchange, places = [] }) => [exchange, places.length])).toEqual([
      ['p1-e1', 1],
      ['p2-e1', 0],
    ])
  })

  it('is a report, with the worst verdict and its cause', () => {
    const merged = mergeReports([
      part({}),
      part({ verdict: 'fail', cause: 'why' }),
      part({ verdict: 'incomplete' }),
    ])
    expect(reportSchema.parse(merged)).toEqual(merged)
    expect([merged.verdict, merged.cause]).toEqual(['fail', 'why'])
    expect(mergeReports([part({}), part({ verdict: 'incomplete' })]).verdict).toBe('incomplete')
  })

  it('lasts from the first start to the last end', () => {
    const { run } = mergeReports([
      part({}, '2026-05-04T10:00:05.000Z', 1000),
      part({}, '2026-05-04T10:00:00.000Z', 2000),
    ])
    expect([run.startedAt, run.durationMs]).toEqual(['2026-05-04T10:00:00.000Z', 6000])
  })

  it('names exchanges with their part, and steps once', () => {
    const merged = mergeReports([
      part({ steps: [step('a/1')] }),
      part({ steps: [step('a/1', 'fail'), step('b/1')] }),
    ])
    expect(merged.steps.map(({ id, verdict, exchanges }) => [id, verdict, exchanges])).toEqual([
      ['a/1', 'fail', ['p1-e1', 'p2-e1']],
      ['b/1', 'pass', ['p2-e1']],
    ])
    const reversed = mergeReports([part({ steps: [step('a/1', 'fail')] }), part({ steps: [step('a/1')] })])
    expect(reversed.steps.map(({ verdict }) => verdict)).toEqual(['fail'])
  })

  it('names the exchange of each place with its part', () => {
    const places = [
      { step: 'y/list', route: 'GET /y', exchange: 'e2' },
      { step: null, route: 'GET /z', exchange: null },
    ]
    const { findings } = mergeReports([part({}), part({ findings: [{ ...finding('f'), places }] })])
    expect(findings[0]?.places?.map(({ exchange }) => exchange)).toEqual(['p2-e2', null])
  })

  it('counts a requirement as tested where any part did', () => {
    const of = (tested: string[], untested: string[]) => ({
      coverage: {
        requirements: { tested, untested: untested.map((id) => ({ id, reason: 'none' })) },
        routes: { exercised: [], notExercised: [] },
      },
    })
    const { coverage } = mergeReports([part(of(['a'], ['b', 'c'])), part(of(['b'], ['a', 'c']))])
    expect(coverage.requirements).toEqual({ tested: ['a', 'b'], untested: [{ id: 'c', reason: 'none' }] })
  })

  it('holds the same cause once, with all its places', () => {
    const merged = mergeReports([
      part({ findings: [finding('f')] }),
      part({ findings: [finding('f', 'e9'), { ...finding('g'), code: 'lists/page:same' }] }),
    ])
    expect(
      merged.findings.map(({ fingerprint, places }) => [
        fingerprint,
        places?.map(({ exchange }) => exchange),
      ]),
    ).toEqual([
      ['f', ['p2-e9']],
      ['g', undefined],
    ])
  })

  it('makes one of what one run would have made one: the same cause on routes of several parts', () => {
    const { findings } = mergeReports([
      part({ findings: [finding('f')] }),
      part({ findings: [{ ...finding('g'), route: 'GET /y', step: 'y/list' }] }),
      part({ findings: [{ ...finding('d'), requirement: 'data/shape', code: 'data/shape:type' }] }),
      part({ findings: [{ ...finding('e'), requirement: 'data/shape', code: 'data/shape:type' }] }),
    ])
    expect(findings.map(({ route, places }) => [route, places?.map((place) => place.route)])).toEqual([
      ['GET /x', ['GET /y']],
      ['GET /x', undefined],
      ['GET /x', undefined],
    ])
  })

  it('calls a list empty where it was to every part that read it', () => {
    const empty = (exercised: string[], empty: string[]) => {
      const one = part(routes(exercised, []))
      return { ...one, coverage: { ...one.coverage, routes: { ...one.coverage.routes, empty } } }
    }
    const merged = mergeReports([
      empty(['GET /a', 'GET /b', 'GET /d'], ['GET /a', 'GET /b']),
      empty(['GET /a', 'GET /b', 'GET /c'], ['GET /a', 'GET /c']),
    ])
    expect(merged.coverage.routes.empty).toEqual(['GET /a', 'GET /c'])
  })

  it('counts a route as exercised where any part did, and keeps the telling reason where none did', () => {
    const elsewhere = 'Another shard has it.'
    const merged = mergeReports([
      part(
        routes(
          ['GET /a'],
          [
            ['GET /b', elsewhere],
            ['GET /c', elsewhere],
            ['GET /d', elsewhere],
          ],
        ),
      ),
      part(
        routes(
          ['GET /b'],
          [
            ['GET /a', elsewhere],
            ['GET /c', 'No record was found.'],
            ['GET /d', elsewhere],
          ],
        ),
      ),
    ])
    expect(merged.coverage.routes).toEqual({
      exercised: ['GET /a', 'GET /b'],
      notExercised: [
        { route: 'GET /c', reason: 'No record was found.' },
        { route: 'GET /d', reason: elsewhere },
      ],
    })
  })

  it('of one part is that part', () => {
    const only = part({ findings: [finding('f')] })
    expect(mergeReports([only])).toBe(only)
    expect(() => mergeReports([])).toThrow(TypeError)
  })
})
