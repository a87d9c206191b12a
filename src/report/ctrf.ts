import type { CTRFReport, Test } from 'ctrf'
import type { Catalogue } from '../words/catalogue.js'
import { type TestCase, testCasesOf } from './junit.js'
import type { Report } from './report.js'

/** The test cases of junit.xml in the Common Test Report Format (https://ctrf.io), as one object. */
export function ctrfOf(report: Report, catalogue: Catalogue): CTRFReport {
  const { run } = report
  const tests = testCasesOf(report, catalogue).map((one) => testOf(one, run.command))
  const count = (wanted: Test['status']) => tests.filter(({ status }) => status === wanted).length
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  const start = Date.parse(run.startedAt)
  const duration = Math.round(run.durationMs)
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0', // the version of the format's published schema
    generatedBy: run.tool.name,
    timestamp: run.startedAt,
    results: {
      tool: run.tool,
      summary: {
        tests: tests.length,
        ...counts,
        pending: 0,
        other: 0,
        suites: 1,
        start,
        stop: start + duration,
        duration,
      },
      tests,
      environment: { testEnvironment: run.target.baseUrl, extra: { run: run.id, profile: run.profile } },
      extra: { verdict: report.verdict, cause: report.cause },
    },
  }
}

function testOf({ className, name, durationMs, outcome, notes }: TestCase, command: string): Test {
  // CTRF has no status for an error; `rawStatus` tells it from a failure
  const failedOrSkipped = outcome?.is === 'skipped' ? 'skipped' : 'failed'
  return {
    name,
    status: outcome === null ? 'passed' : failedOrSkipped,
    duration: Math.round(durationMs),
    suite: [`homologa ${command}`, className],
    ...(outcome && { message: outcome.message, rawStatus: outcome.is }),
    ...(outcome?.text && { trace: outcome.text, tags: [outcome.type] }),
    ...(notes !== '' && { stdout: notes.split('\n') }),
  }
}
