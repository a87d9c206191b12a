import { describe, expect, it } from 'vitest'
import type { ReportFinding } from '../report/report.js'
import { runDataOf } from './mcp.js'
import type { ShownRun } from './outcome.js'

const finding = (over: Partial<ReportFinding>) =>
  ({
    severity: 'error',
    consequenceOf: null,
    expected: '',
    actual: '',
    hint: '',
    route: null,
    ...over,
  }) as ReportFinding

const dataOf = (verdict: string, cause: string | null, ...findings: ReportFinding[]) =>
  runDataOf({ report: { verdict, cause, findings }, diff: [], files: [] } as unknown as ShownRun)

describe('the data of a run', () => {
  const known = finding({
    requirement: 'homologation/spacing',
    message: 'known',
    hint: 'fix the known',
    since: 'known',
  })
  const fresh = finding({ requirement: 'lists/array', message: 'new', hint: 'fix the new', since: 'new' })

  it('has requirement and fix of the cause, though another error comes first', () => {
    const data = dataOf('fail', 'new', known, fresh)
    expect(data).toMatchObject({ cause: 'new', requirement: 'lists/array', fix: 'fix the new' })
    expect(data.problems).toMatchObject([{ message: 'known' }])
  })

  it('has the fix of a cause that is no error', () => {
    const stray = finding({ severity: 'warning', message: 'no such route', hint: 'add /Api/v3' })
    expect(dataOf('incomplete', 'no such route', stray)).toMatchObject({ fix: 'add /Api/v3', problems: [] })
  })

  it('has no cause, but problems, where only known errors are left', () => {
    const data = dataOf('pass', null, known)
    expect(data).toMatchObject({ cause: null, requirement: null, fix: null })
    expect(data.problems).toHaveLength(1)
  })
})
