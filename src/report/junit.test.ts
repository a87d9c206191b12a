import { expect, it } from 'vitest'
import { finding, report } from '../../test/browser/samples.js'
import { loadCatalogue } from '../words/catalogue.js'
import { renderJunit } from './junit.js'
import type { ReportStep } from './report.js'

const step = (id: string, verdict: ReportStep['verdict']): ReportStep => ({
  id,
  verdict,
  title: id,
  route: 'GET /nfe',
  gapMs: null,
  durationMs: 1,
  exchanges: [],
})

it('names the cause at every step in which it shows', async () => {
  const shown = (at: string) => ({ step: at, route: 'GET /nfe', exchange: null })
  const shape = finding({
    requirement: 'data/shape',
    step: 'nfe/read',
    message: '`$.data.numero` is of another type',
    places: [shown('nfe/list'), shown('nfe/list'), shown('nfe/read')],
  })
  const steps = [step('nfe/read', 'fail'), step('nfe/list', 'fail'), step('nfe/other', 'pass')]
  const xml = renderJunit(report({ verdict: 'fail', steps, findings: [shape] }), await loadCatalogue('en'))
  const failures = xml.match(/<failure type="[^"]*" message="[^"]*"/g)
  expect(failures).toEqual(
    Array(2).fill('<failure type="data/shape" message="`$.data.numero` is of another type"'),
  )
  expect(xml.match(/is of another type$/gm)).toHaveLength(2)
  expect(xml).toContain('failures="2"')
})

const rendered = async (change: Parameters<typeof report>[0]) =>
  renderJunit(report(change), await loadCatalogue('en'))

it('names a step without a title by its route, once', async () => {
  const steps = [{ ...step('nfe/read', 'pass'), title: 'GET /nfe' }]
  expect(await rendered({ verdict: 'pass', steps, findings: [] })).toContain('name="nfe/read GET /nfe"')
})

it.each([
  ['a fault of the harness', { blame: 'harness' }, 'error'],
  ['an error at a step that the report does not list', { step: 'cte/read' }, 'failure'],
] as const)('has a case for %s', async (_what, change, is) => {
  const findings = [finding({ requirement: 'data/shape', step: null, ...change })]
  const xml = await rendered({ verdict: 'fail', steps: [step('nfe/read', 'pass')], findings })
  expect(xml).toContain(`<${is} type="data/shape"`)
  expect(xml).toContain('tests="2"')
})

it('has a failing case of an incomplete run that found warnings alone', async () => {
  const findings = [finding({ requirement: 'data/shape', severity: 'warning', step: 'nfe/read' })]
  const xml = await rendered({ verdict: 'incomplete', steps: [step('nfe/read', 'pass')], findings })
  expect(xml).toContain('<error type="incomplete"')
})
