import { describe, expect, it } from 'vitest'
import { everyDeath, passing, twoRuns } from '../../../test/browser/samples.js'
import { findReportedRun, revocationRows, runByExchange, selectRun } from './select-run.js'

describe('selectRun', () => {
  it('shows first the run that the report is about', () => {
    expect(findReportedRun(twoRuns())).toBe(2)
    expect(selectRun(twoRuns(), 2).report.steps.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'fail',
      'fail',
      'fail',
      'not-reached',
    ])
  })

  it('shows the steps and readings of each run where they are given', () => {
    const good = passing()
    const runs = [
      { run: 1, exchanges: ['e1', 'e2'], steps: good.report.steps, readings: good.report.readings },
    ]
    const { exchanges, report } = selectRun({ ...twoRuns(), runs }, 1)
    expect(exchanges.map(({ id }) => id)).toEqual(['e1', 'e2'])
    expect(report.steps[0]?.verdict).toBe('pass')
    expect(report.readings).toHaveLength(7)
  })

  it('takes everything for one run where there is only one', () => {
    expect(selectRun(passing(), 1).exchanges).toHaveLength(7)
  })
})

describe('revocationRows', () => {
  it('names every death, those that no run met as well', () => {
    const rows = revocationRows(everyDeath().report).map(({ death, run }) => [death, run?.run, run?.verdict])
    expect(rows).toEqual([
      [1, 1, 'pass'],
      [2, 2, 'pass'],
      [3, 3, 'pass'],
      [4, 4, 'fail'],
      [5, undefined, undefined],
      ['never', 5, 'pass'],
    ])
  })

  it('is silent of runs whose token dies anywhere', () => {
    expect(revocationRows(twoRuns().report)).toEqual([])
    expect(revocationRows(passing().report)).toEqual([])
  })
})

describe('a run of several', () => {
  it('has its own exchanges and findings, and nobody else’s', () => {
    const data = everyDeath()
    expect(runByExchange(data).get('r4e1')).toBe(4)
    expect(selectRun(data, 2).report.findings).toEqual([])
    expect(selectRun(data, 4).report.findings).toHaveLength(data.report.findings.length)
  })
})
