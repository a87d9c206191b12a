import { describe, expect, it } from 'vitest'
import { combineFindings } from '../judging/together.js'
import { findingSentence, type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import { compareRuns, isSame } from './compare-runs.js'
import { renderComparisonText } from './render-comparison.js'
import type { Report, ReportFinding } from './report.js'

const finding = (fingerprint: string, over: Partial<ReportFinding> = {}): ReportFinding => ({
  requirement: 'drift/removed',
  code: 'drift/removed:field',
  values: {},
  severity: 'error',
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
  ...over,
})

const report = (findings: ReportFinding[], over: Partial<Report> = {}): Report => ({
  schemaVersion: 1,
  run: {
    id: 'run-1',
    command: 'contract',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    tool: { name: 'homologa', version: '0.1.0' },
    profile: 'spec',
    assumptions: [],
    target: { baseUrl: 'https://service.example/Api/v3', embedded: false },
    lang: 'en',
    repeats: 0,
    seed: null,
  },
  verdict: findings.length > 0 ? 'fail' : 'pass',
  cause: null,
  steps: [],
  findings,
  readings: [],
  coverage: { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised: [] } },
  ...over,
})

const prints = (findings: readonly ReportFinding[]) => findings.map(({ fingerprint }) => fingerprint)

const step = (id: string, verdict: Report['steps'][number]['verdict']): Report['steps'][number] => ({
  id,
  title: id,
  route: 'GET /produtos',
  verdict,
  gapMs: null,
  durationMs: null,
  exchanges: [],
})

describe('two runs', () => {
  it('have new, fixed and remaining findings', () => {
    const compared = compareRuns(report([finding('a'), finding('b')]), report([finding('b'), finding('c')]))
    expect([
      prints(compared.added),
      prints(compared.fixed),
      compared.still.map((s) => s.finding.fingerprint),
    ]).toEqual([['c'], ['a'], ['b']])
  })

  it('differ in nothing from themselves', () => {
    const one = report([finding('a')], { steps: [step('homologation/1', 'pass')] })
    expect(isSame(compareRuns(one, structuredClone(one)))).toBe(true)
  })

  it('differ in their verdict alone', () => {
    expect(isSame(compareRuns(report([]), report([], { verdict: 'incomplete' })))).toBe(false)
  })

  it('do not call gone what a worse finding of the same route hides, but what stood beside that before', () => {
    const lacking = finding('a', { code: 'data/shape:missing', values: { path: '$.data.nome' } })
    const broken = finding('b', { code: 'service/answers:500' })
    const elsewhere = finding('c', { code: 'service/answers:500', route: 'GET /contatos' })
    const fates = (before: ReportFinding[], after: ReportFinding[]) => {
      const { fixed, notTested } = compareRuns(report(before), report(after))
      return [fixed.map(({ code }) => code), notTested.map(({ code }) => code)]
    }
    expect(fates([lacking], [broken])).toEqual([[], ['data/shape:missing']])
    expect(fates([lacking, broken], [broken])).toEqual([['data/shape:missing'], []])
    expect(fates([lacking], [elsewhere])).toEqual([['data/shape:missing'], []])
  })

  it('count a finding of several runs of one report once, by its gravest', () => {
    const twice = report([finding('a', { severity: 'warning' }), finding('a')])
    const compared = compareRuns(report([]), twice)
    expect(compared.added.map(({ severity }) => severity)).toEqual(['error'])
  })

  it.each([
    [
      'the route',
      {
        requirements: { tested: [], untested: [] },
        routes: { exercised: [], notExercised: [{ route: 'GET /produtos', reason: 'none' }] },
      },
    ],
    [
      'the requirement',
      {
        requirements: { tested: [], untested: [{ id: 'drift/removed', reason: 'none' }] },
        routes: { exercised: [], notExercised: [] },
      },
    ],
  ])('do not call fixed what was not tested again: %s', (_, coverage) => {
    const compared = compareRuns(report([finding('a')]), report([], { coverage }))
    expect([prints(compared.fixed), prints(compared.notTested)]).toEqual([[], ['a']])
  })

  it.each([
    ['of its requirement', 'lists/array', 'notTested'],
    ['of its code', 'lists/array:none', 'notTested'],
    ['of another', 'lists/page', 'fixed'],
  ])('do not call fixed what was turned off, by the name %s', (_, name, fate) => {
    const before = report([finding('a', { requirement: 'lists/array', code: 'lists/array:none' })])
    const compared = compareRuns(before, report([], { off: [name] }))
    expect(prints(compared[fate as 'fixed' | 'notTested'])).toEqual(['a'])
  })

  it.each<[Partial<ReportFinding>, 'fixed' | 'notTested']>([
    [{ values: { path: '$.data[].telefone' } }, 'notTested'],
    [{ values: { path: '$.total' } }, 'fixed'],
    [{ requirement: 'lists/identifier' }, 'notTested'],
    [{ requirement: 'records/same-identifier' }, 'notTested'],
    [{ requirement: 'lists/array' }, 'fixed'],
    [{ requirement: 'envelope/status' }, 'fixed'],
    [{ requirement: 'lists/identifier', route: 'GET /contatos' }, 'fixed'],
    [{ requirement: 'lists/identifier', route: null }, 'fixed'],
  ])('call %o of a list that was empty this time %s', (over, expected) => {
    const routes = { exercised: ['GET /produtos'], notExercised: [], empty: ['GET /produtos'] }
    const coverage = { requirements: { tested: [], untested: [] }, routes }
    const compared = compareRuns(report([finding('a', over)]), report([], { coverage }))
    expect(prints(compared[expected])).toEqual(['a'])
  })

  it.each<[Report['steps'], 'fixed' | 'notTested']>([
    [[step('a', 'not-reached'), step('b', 'not-applicable'), step('c', 'pass')], 'notTested'],
    [[step('a', 'not-reached'), step('b', 'pass')], 'fixed'],
    [[step('a', 'fail'), step('b', 'not-reached')], 'fixed'],
    [[step('c', 'not-reached')], 'fixed'],
    [[], 'fixed'],
  ])('call a finding of the steps a and b, where the later run has %j, %s', (steps, expected) => {
    const places = [{ route: null, step: 'b', exchange: null }]
    const compared = compareRuns(report([finding('a', { step: 'a', places })]), report([], { steps }))
    expect(prints(compared[expected])).toEqual(['a'])
  })

  describe('with a cause that shows on several routes', () => {
    const on = (...routes: string[]) => {
      const code = 'envelope/data:extra'
      const places = routes.map((route) =>
        finding(`print of ${route}`, { requirement: 'envelope/data', code, route, step: route }),
      )
      return report(combineFindings(places), { steps: routes.map((route) => step(route, 'fail')) })
    }
    const routesOf = (findings: readonly ReportFinding[]) =>
      findings.map(({ route, places = [] }) => [route, ...places.map((place) => place.route)])

    it.each<[string, string[], string[], Record<'added' | 'fixed' | 'still', string[][]>]>([
      ['on one alone', ['a', 'b', 'c'], ['b'], { added: [], fixed: [['a', 'c']], still: [['b']] }],
      ['on more', ['b'], ['a', 'b', 'c'], { added: [['a', 'c']], fixed: [], still: [['b']] }],
      ['on another', ['a', 'b'], ['b', 'c'], { added: [['c']], fixed: [['a']], still: [['b']] }],
      ['on the same', ['a', 'b'], ['a', 'b'], { added: [], fixed: [], still: [['a', 'b']] }],
    ])('%s the next time, tell each route as what became of it', (_, before, after, expected) => {
      const { added, fixed, still } = compareRuns(on(...before), on(...after))
      const told = { added, fixed, still: still.map((one) => one.finding) }
      expect({
        added: routesOf(told.added),
        fixed: routesOf(told.fixed),
        still: routesOf(told.still),
      }).toEqual(expected)
    })

    it('say how many further ones a line stands for', async () => {
      const words = await loadCatalogue('en')
      const text = renderComparisonText(compareRuns(on('a', 'b', 'c'), on('b')), {
        catalogue: words,
        lang: 'en',
      })
      expect(text).toMatch(
        /Fixed \(1\)\n {2}error {2}envelope\/data {2}a \+1 {2}.*\n\nStill there \(1\)\n.* b {2}/,
      )
    })
  })

  it('call nothing fixed that is accepted since, and nothing at all of what was so before', async () => {
    const [a, b] = [finding('a'), finding('b')]
    const compared = compareRuns(report([a, b]), report([], { accepted: [a] }))
    expect([prints(compared.accepted), prints(compared.fixed)]).toEqual([['a'], ['b']])
    expect(isSame(compareRuns(report([a], { verdict: 'pass' }), report([], { accepted: [a] })))).toBe(false)
    const words = await loadCatalogue('en')
    expect(renderComparisonText(compared, { catalogue: words, lang: 'en' })).toContain(
      'Accepted since (1)\n  error',
    )
    const quiet = compareRuns(report([], { accepted: [a] }), report([], { accepted: [a] }))
    expect(isSame(quiet)).toBe(true)
    expect(prints(compareRuns(report([], { accepted: [a] }), report([a])).added)).toEqual(['a'])
  })

  it('tell a severity that changed', () => {
    const compared = compareRuns(report([finding('a', { severity: 'warning' })]), report([finding('a')]))
    expect([
      compared.still[0]?.severityBefore,
      compared.still[0]?.finding.severity,
      isSame(compared),
    ]).toEqual(['warning', 'error', false])
  })

  it('tell verdicts of steps and readings that changed, came or went', () => {
    const reading = (verdict: 'pass' | 'fail') => [
      { id: 'spacing/at-most', verdict, inForce: false, because: '', marginMs: null },
    ]
    const compared = compareRuns(
      report([], { steps: [step('a', 'pass'), step('b', 'pass')], readings: reading('pass') }),
      report([], { steps: [step('b', 'fail'), step('c', 'not-reached')], readings: reading('fail') }),
    )
    expect(compared.steps).toEqual([
      { id: 'a', before: 'pass', after: null },
      { id: 'b', before: 'pass', after: 'fail' },
      { id: 'c', before: null, after: 'not-reached' },
    ])
    expect(compared.readings).toEqual([{ id: 'spacing/at-most', before: 'pass', after: 'fail' }])
  })
})

describe.each(langs)('in %s', (lang: Lang) => {
  const docsTest = report([finding('b'), finding('c', { message: 'a | b `c`\n<d>' })], {
    run: {
      ...report([]).run,
      id: 'run-2',
      target: { baseUrl: 'https://docs.example/Api/v3', embedded: false },
    },
    steps: [step('produtos/1', 'fail')],
  })
  const compared = compareRuns(report([finding('a'), finding('b')]), docsTest)

  it('text and JSON name both sides and every finding', async () => {
    const words = await loadCatalogue(lang)
    const texts = [
      renderComparisonText(compared, { catalogue: words, lang: lang }),
      JSON.stringify(compared, null, 2),
    ]
    for (const text of texts) {
      for (const part of ['run-1', 'run-2', 'docs.example', 'message of a', 'message of b', 'produtos/1'])
        expect(text).toContain(part)
    }
  })

  it('a comparison without difference says so', async () => {
    const words = await loadCatalogue(lang)
    expect(renderComparisonText(compareRuns(docsTest, docsTest), { catalogue: words, lang: lang })).toContain(
      words.ui['compare.same'],
    )
  })

  it('a value with braces, such as a placeholder that was never filled, is translated too', async () => {
    const values = { method: 'GET', path: '/homologacao/produtos/{idProduto}', step: 3 }
    const code = 'homologation/right-routes:unknown-path'
    const catalogue = await loadCatalogue(lang)
    const words = { catalogue, lang }
    const text = renderComparisonText(
      compareRuns(report([]), report([finding('a', { code, values })])),
      words,
    )
    expect(text).toContain(findingSentence({ code, values }, 'message', catalogue, lang))
    const old = finding('a', { code, values: { method: 'GET' } })
    expect(renderComparisonText(compareRuns(report([]), report([old])), words)).toContain('message of a')
  })

  it('each finding is one line, whatever its message holds', async () => {
    const words = await loadCatalogue(lang)
    const lines = renderComparisonText(compared, { catalogue: words, lang: lang })
      .split('\n')
      .filter((line) => line.includes('drift/removed'))
    expect(lines).toHaveLength(3)
  })
})
