import { plainText, withoutRunnerCommands } from '../../exchange/plain-text.js'
import type { Report } from '../../report/report.js'
import { firstUnreached } from '../../report/with-notes.js'
import { isRootError } from '../../rules/finding.js'

/** A judged run of `examine`, `check` or `contract`, or a judged recording. */
export interface Graded {
  /** `incomplete`: too little happened for a verdict, for example without a connection or after an interrupt. */
  readonly verdict: Report['verdict']
  /** The same as `report.json` of the command. */
  readonly report: Report
}

/** The result that vitest and jest expect from a matcher. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/**
 * Passes if the verdict is `pass`; else the message contains the cause and up to five root findings, each with its fix.
 *
 * ```ts
 * expect.extend({ toPassHomologation })
 * expect(await service.result()).toPassHomologation()
 * ```
 *
 * @throws if the value is not a result, for example a promise of one
 */
export function toPassHomologation(received: Graded): MatcherResult {
  refuseUngraded(received)
  const pass = received.verdict === 'pass'
  return {
    pass,
    message: () => (pass ? 'expected the homologation not to pass, but it did' : failureOf(received)),
  }
}

/** Without this check, a promise (a forgotten `await`) would pass under `.not`. @throws TypeError if the value is no result */
function refuseUngraded(received: unknown): void {
  const { verdict, report, then } = (received ?? {}) as Partial<Graded & PromiseLike<Graded>>
  if (verdict !== undefined && report !== undefined) return
  const given = typeof then === 'function' ? 'a promise: await it' : String(received)
  throw new TypeError(`expected a result of examine, check, contract or judge, but got ${given}`)
}

const MOST_SHOWN = 5

function failureOf({ verdict, report }: Graded): string {
  const roots = report.findings.filter(isRootError)
  const lines = roots
    .slice(0, MOST_SHOWN)
    .flatMap((finding) => [
      `${finding.requirement}${finding.step ? ` (${finding.step})` : ''}: ${finding.message}`,
      `  expected: ${finding.expected}`,
      `  actual:   ${finding.actual}`,
      `  fix:      ${finding.hint}`,
    ])
  const more = roots.length > MOST_SHOWN ? [`… and ${roots.length - MOST_SHOWN} more`] : []
  const cause = report.cause ?? firstUnreached(report) ?? ''
  const all = [`expected the homologation to pass, but it is ${verdict}`, cause, ...lines, ...more]
  // The texts come from responses. They must not control the terminal, nor command a CI runner (`::error::`).
  return withoutRunnerCommands(plainText(all.filter((line) => line !== '').join('\n')))
}
