import { fill } from '../words/catalogue.js'
import type { Words } from './look.js'
import type { Report } from './report.js'
import { routeText } from './same-findings.js'

/** Facts of a contract run, mostly as lines. The terminal, `summary.md`, `junit.xml` and the page print the same. */

/** True for a run whose findings the user can accept for a while (`homologa accept`). */
export function canAccept({ run }: Pick<Report, 'run'>): boolean {
  return run.command === 'contract'
}

/** One line for each accepted finding, with the reason and the last day. */
export function acceptedLines({ accepted = [] }: Pick<Report, 'accepted'>, words: Words): string[] {
  return accepted.map((finding) => {
    const { requirement, message, acceptance } = finding
    const where = `${requirement} ${routeText(finding).trimStart()}`.trimEnd()
    // the acceptance has the values `reason` and `expires`
    return fill(words.catalogue.ui['accepted.line'], { where, message, ...acceptance }, words.lang)
  })
}

/** One line for each finding of the earlier run that is gone. */
export function fixedLines({ fixed = [] }: Pick<Report, 'fixed'>): string[] {
  return fixed.map(({ route, message }) => (route === null ? message : `${route} ${message}`))
}

/** One line for each record that the run left in the account. */
export function leftLines({ left = [] }: Pick<Report, 'left'>, { catalogue: { ui }, lang }: Words): string[] {
  return left.map((record) => fill(ui['cleanup.left'], record, lang))
}

/** Each reason why the run, or a part of it, ended early. Equal reasons are one line. */
export function stopLines({ stops = [] }: Pick<Report, 'stops'>): string[] {
  return [...new Set(stops.map(({ reason }) => reason))]
}

/** The number of requests that the steps sent. */
export function requestsIn(steps: Report['steps']): number {
  return steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0)
}

/**
 * The routes that failed: those of failed steps, and those of errors that belong to no step because they come from the
 * baseline or from the user's OpenAPI document.
 */
export function failedRoutes(steps: Report['steps'], findings: Report['findings']): string[] {
  const failed = steps.filter(({ verdict }) => verdict === 'fail').map(({ route }) => route)
  const named = findings.flatMap(({ severity, step, route }) =>
    severity === 'error' && step === null && route !== null ? [route] : [],
  )
  return [...new Set([...failed, ...named])]
}
