import { expect, it } from 'vitest'
import { finding, report } from '../../test/browser/samples.js'
import { loadCatalogue } from '../words/catalogue.js'
import { renderJunit } from './junit.js'
import type { ReportStep } from './report.js'

const step = (id: string, verdict: ReportStep['verdict']): ReportStep => ({
  ...{ id, verdict, title: id, route: 'GET /nfe', gapMs: null, durationMs: 1, exchanges: [] },
})

it('names the cause at every step in which it shows', async () => {
  const shown = (at: string) => ({ step: at, route: 'GET /nfe', exchange: null })
  const shape = finding({
    ...{ requirement: 'data/shape', step: 'nfe/read', message: '`$.data.numero` is of another type' },
    places: [shown('nfe/list'), shown('nfe/list')],
  })
  const steps = [step('nfe/read', 'fail'), step('nfe/list', 'fail'), step('nfe/other', 'pass')]
  const xml = renderJunit(report({ verdict: 'fail', steps, findings: [shape] }), await loadCatalogue('en'))
  const failures = xml.match(/<failure type="[^"]*" message="[^"]*"/g)
  expect(failures).toEqual(
    Array(2).fill('<failure type="data/shape" message="`$.data.numero` is of another type"'),
  )
  expect(xml).toContain('failures="2"')
})
