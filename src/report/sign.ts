import type { RunVerdict, Severity, StepVerdict } from '../rules/finding.js'

const SIGNS = {
  pass: '✓',
  fail: '✗',
  incomplete: '!',
  'not-reached': '–',
  'not-applicable': '–',
  error: '✗',
  warning: '!',
  info: '–',
} as const satisfies Record<RunVerdict | StepVerdict | Severity, string>

/** The sign of a verdict or severity, so that colour is never the only hint. */
export function signOf(verdict: keyof typeof SIGNS): string {
  return SIGNS[verdict]
}
