import { causeFingerprint } from '../rules/fingerprint.js'
import type { Report, ReportFinding } from './report.js'

type Place = NonNullable<ReportFinding['places']>[number]

/**
 * Gives each report's findings keys under which equal findings match. If several runs of one report show the same
 * finding, the gravest counts. A cause that any report shows on several routes is split by route, because another run
 * may show it on some of them only.
 */
export function alignFindings(reports: readonly Pick<Report, 'findings'>[]): Map<string, ReportFinding>[] {
  const isWide = ({ code, fingerprint }: ReportFinding) => fingerprint === causeFingerprint(code)
  const wide = new Set(reports.flatMap(({ findings }) => findings.filter(isWide).map(({ code }) => code)))
  return reports.map(({ findings }) => {
    const found = new Map<string, ReportFinding>()
    for (const finding of findings.flatMap((one) => (wide.has(one.code) ? onEachRoute(one) : [one]))) {
      const { code, route, fingerprint, severity } = finding
      const key = wide.has(code) ? `${code} ${route}` : fingerprint
      const known = found.get(key)
      if (!known || ranks[severity] > ranks[known.severity]) found.set(key, finding)
    }
    return found
  })
}

const ranks = { info: 0, warning: 1, error: 2 }

function onEachRoute(finding: ReportFinding): ReportFinding[] {
  const byRoute = new Map<string | null, Place[]>()
  for (const place of everyPlace(finding))
    byRoute.set(place.route, [...(byRoute.get(place.route) ?? []), place])
  return [...byRoute.values()].map(([first, ...places]) => ({ ...finding, ...first, places }))
}

/** Merges findings that differ only by their route and came to the same result. */
export function joinFindings<T extends { readonly finding: ReportFinding }>(
  all: readonly T[],
  fateOf: (one: T) => string = () => '',
): T[] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = `${one.finding.fingerprint} ${one.finding.severity} ${fateOf(one)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first || rest.length === 0) return first ?? []
    const places = [...(first.finding.places ?? []), ...rest.flatMap(({ finding }) => everyPlace(finding))]
    return [{ ...first, finding: { ...first.finding, places } }]
  })
}

/** Every place of a finding, its own first. */
export function everyPlace({ route, step, exchange, places = [] }: ReportFinding): Place[] {
  return [{ route, step, exchange }, ...places]
}

/** The number of routes besides its own on which a finding was seen. */
export function furtherRoutes(finding: ReportFinding): number {
  return new Set(everyPlace(finding).map(({ route }) => route)).size - 1
}
