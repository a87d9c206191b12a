import { causeFingerprint } from '../rules/fingerprint.js'
import { groupBy } from '../specification/plain-object.js'
import type { Report, ReportFinding } from './report.js'

/**
 * Maps the findings of each report by a key that equal findings of the other reports have too. If a report has a finding
 * twice, the graver one counts. A cause that any report shows on several routes is split by route, because another report
 * may show it on some of them only.
 */
export function alignFindings<const Reports extends readonly Pick<Report, 'findings'>[]>(
  reports: Reports,
): { [Index in keyof Reports]: Map<string, ReportFinding> } {
  // The fingerprint of a finding on several routes is made from its code alone (`combineFindings`).
  const isOnRoutes = ({ code, fingerprint }: ReportFinding) => fingerprint === causeFingerprint(code)
  const codesToSplit = new Set(
    reports.flatMap(({ findings }) => findings.filter(isOnRoutes).map(({ code }) => code)),
  )
  const mapOf = ({ findings }: Reports[number]) => {
    const found = new Map<string, ReportFinding>()
    const split = findings.flatMap((finding) =>
      codesToSplit.has(finding.code) ? splitByRoute(finding) : [finding],
    )
    for (const finding of split) {
      const { code, route, fingerprint, severity } = finding
      const key = codesToSplit.has(code) ? `${code} ${route}` : fingerprint
      const known = found.get(key)
      if (!known || severityRanks[severity] > severityRanks[known.severity]) found.set(key, finding)
    }
    return found
  }
  return reports.map(mapOf) as ReturnType<typeof alignFindings<Reports>>
}

/** The gravest severity has the highest rank. */
export const severityRanks = { info: 0, warning: 1, error: 2 }

function splitByRoute(finding: ReportFinding): ReportFinding[] {
  const byRoute = groupBy(everyPlace(finding), ({ route }) => route)
  return [...byRoute.values()].map(([first, ...places]) => ({ ...finding, ...first, places }))
}

/** Undoes the split by route: merges entries of one finding for which `resultOf` returns the same text. */
export function joinFindings<Entry extends { readonly finding: ReportFinding }>(
  entries: readonly Entry[],
  resultOf: (entry: Entry) => string,
): Entry[] {
  const groups = groupBy(
    entries,
    (entry) => `${entry.finding.fingerprint} ${entry.finding.severity} ${resultOf(entry)}`,
  )
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    if (rest.length === 0) return [first]
    const places = [...(first.finding.places ?? []), ...rest.flatMap(({ finding }) => everyPlace(finding))]
    return [{ ...first, finding: { ...first.finding, places } }]
  })
}

/** Every place where a finding was seen, its own first. */
export function everyPlace({ route, step, exchange, places = [] }: ReportFinding) {
  return [{ route, step, exchange }, ...places]
}

/** `GET /produtos +2`: the route of a finding, and the number of further routes on which it was seen. */
export function routeText(finding: ReportFinding): string {
  const further = new Set(everyPlace(finding).map(({ route }) => route)).size - 1
  return `${finding.route ?? ''}${further > 0 ? ` +${further}` : ''}`
}
