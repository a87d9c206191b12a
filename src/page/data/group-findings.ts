import type { ReportFinding } from '../../report/report.js'
import { everyPlace, severityRanks } from '../../report/same-findings.js'
import { groupBy } from '../../specification/plain-object.js'

/** A root cause with all its consequences, direct and indirect. */
export interface FindingGroup {
  readonly finding: ReportFinding
  readonly consequences: readonly ReportFinding[]
  /** The findings of further groups that say the same about other fields. */
  readonly alike: readonly ReportFinding[]
}

/** Groups findings by root cause: errors first, then warnings, then infos, otherwise in the order of the report. */
export function groupFindings(findings: readonly ReportFinding[]): FindingGroup[] {
  // reversed, so that of several findings with the same fingerprint the first is kept
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  const byRoot = groupBy(findings, (finding) => rootOf(finding, byFingerprint))
  const groups = [...byRoot].map(([finding, members]) => {
    return { finding, consequences: members.filter((member) => member !== finding), alike: [] }
  })
  const rankOf = ({ finding }: FindingGroup) => severityRanks[finding.severity]
  return joinAlike(groups).sort((a, b) => rankOf(b) - rankOf(a))
}

/** If more groups than this say the same, they become one card. */
const MOST_ALIKE = 3

/** Joins groups of warnings or infos that say the same. Errors and groups with consequences stay apart: their key is the finding itself. */
function joinAlike(groups: readonly FindingGroup[]): FindingGroup[] {
  const byKind = groupBy(groups, ({ finding, consequences }) => {
    const { code, severity, blame, since, run } = finding
    const isAlone = severity === 'error' || consequences.length > 0
    return isAlone ? finding : JSON.stringify([code, severity, blame, since, run])
  })
  return [...byKind.values()].flatMap((members) => {
    const [first, ...rest] = members
    if (!first || members.length <= MOST_ALIKE) return members
    return [{ ...first, alike: rest.map(({ finding }) => finding) }]
  })
}

/** Follows the causes to the root. If they form a circle, the finding is its own root. */
function rootOf(finding: ReportFinding, byFingerprint: ReadonlyMap<string, ReportFinding>): ReportFinding {
  const causeOf = ({ consequenceOf }: ReportFinding) => byFingerprint.get(consequenceOf ?? '')
  const seen = new Set([finding])
  let root = finding
  for (let cause = causeOf(root); cause; cause = causeOf(root)) {
    if (seen.has(cause)) return finding
    seen.add(cause)
    root = cause
  }
  return root
}

/** Ids of the exchanges that broke a requirement. One finding may name several, because it stands for every time a mistake was made. */
export function exchangesBreaking(
  requirement: string,
  findings: readonly ReportFinding[],
): ReadonlySet<string> {
  const broken = findings.filter((finding) => finding.requirement === requirement)
  return new Set(broken.flatMap(everyPlace).flatMap(({ exchange }) => exchange ?? []))
}

/** The worst severity of the findings about each exchange, by the exchange's id. */
export function severityByExchange(findings: readonly ReportFinding[]) {
  const worstLast = findings.toSorted((a, b) => severityRanks[a.severity] - severityRanks[b.severity])
  const severities = new Map<string, ReportFinding['severity']>()
  for (const finding of worstLast)
    for (const { exchange } of everyPlace(finding))
      if (exchange !== null) severities.set(exchange, finding.severity)
  return severities
}
