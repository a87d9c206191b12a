import { causeKey, together } from '../judging/together.js'
import type { ReportFinding } from './report.js'

/**
 * One mistake is one finding: the same cause in several steps, attempts and runs is merged, and each place becomes an
 * occurrence. A mistake is told from others of its kind by the field or resource that it concerns.
 */
export function oneMistakeEach(findings: readonly ReportFinding[]): ReportFinding[] {
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  const keyOf = (finding: ReportFinding) => {
    const own = mistakeOf(finding)
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    // A repetition is no consequence of the first time, even if the rules tie it to that.
    const isRoot = finding.consequenceOf === null || (root && mistakeOf(root) === own)
    return isRoot ? own : `${own} ${root ? mistakeOf(root) : finding.consequenceOf}`
  }
  const keys = new Map(findings.map((finding) => [finding, keyOf(finding)]))
  const merged = reportedTogether(findings, (finding) => keys.get(finding) ?? '')
  const names = new Map([...new Set(keys.values())].map((key, at) => [key, merged[at]?.fingerprint ?? null]))
  return merged.map((finding) => {
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    return root ? { ...finding, consequenceOf: names.get(keys.get(root) ?? '') ?? null } : finding
  })
}

/** As {@link together}. The evidence of each place stands with the occurrences, not a second time with the places. */
export function reportedTogether(
  findings: readonly ReportFinding[],
  keyOf?: (finding: ReportFinding) => string,
): ReportFinding[] {
  return together(findings, keyOf).map(({ places, ...finding }) => ({
    ...finding,
    ...(places && { places: places.map(({ route, step, exchange }) => ({ route, step, exchange })) }),
  }))
}

function mistakeOf(finding: ReportFinding): string {
  const { path, field, resource, scope } = finding.values
  return JSON.stringify([finding.requirement, causeKey(finding), path, field, resource, scope])
}
