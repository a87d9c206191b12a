import type { Report } from './report.js'

/** Routes of which a step failed, and those of errors that no step shows: of the baseline, of the user's document. */
export function failedRoutes(steps: Report['steps'], findings: Report['findings']): string[] {
  const failed = steps.filter(({ verdict }) => verdict === 'fail').map(({ route }) => route)
  const named = findings.flatMap(({ severity, step, route }) =>
    severity === 'error' && step === null && route !== null ? [route] : [],
  )
  return [...new Set([...failed, ...named])]
}
