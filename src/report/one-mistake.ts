import { causeKey, together } from '../judging/together.js'
import type { ReportFinding } from './report.js'

/**
 * One mistake is one finding: the same cause in several steps, attempts and runs is merged, and each place becomes an
 * occurrence. A mistake is told from others of its kind by the field or resource that it concerns.

 */
export function oneMistakeEach(findings: readonly ReportFinding[]): ReportFinding[] {
  // reversed, so that the first of equal fingerprints stays
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  const shown = new Set<string>()
  const keyOf = (finding: ReportFinding) => {
    const own = mistakeOf(finding)
    const ofRun = `${finding.run} ${own}`
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    // A repetition is no consequence of the first time, even if the rules tie it to that.
    const isRoot =
      finding.consequenceOf === null ||
      (root && mistakeOf(root) === own) ||
      isHabit(finding, shown.has(ofRun))
    if (isRoot) shown.add(ofRun)
    return isRoot ? own : `${own} ${root ? mistakeOf(root) : finding.consequenceOf}`
  }
  const keys = new Map(findings.map((finding) => [finding, keyOf(finding)]))
  const merged = reportedTogether(findings, (finding) => keys.get(finding) ?? '')
  // `merged` is in the order in which the keys first occur
  const fingerprintByKey = new Map(
    [...new Set(keys.values())].map((key, at) => [key, merged[at]?.fingerprint ?? null]),
  )
  return merged.map((finding) => {
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    return root ? { ...finding, consequenceOf: fingerprintByKey.get(keys.get(root) ?? '') ?? null } : finding
  })
}

/** Merges findings as {@link together} does. Places name route, step and exchange alone, because the occurrences hold their evidence. */
export function reportedTogether(
  findings: readonly ReportFinding[],
  keyOf?: (finding: ReportFinding) => string,
): ReportFinding[] {
  return together(findings, keyOf).map(({ places, ...finding }) => ({
    ...finding,
    ...(places && { places: places.map(({ route, step, exchange }) => ({ route, step, exchange })) }),
  }))
}

/**
 * Whether the run made this mistake of the procedure before. An application that waits too little at step 2, and again where a needless
 * repeat comes too soon, would wait too little without that repeat as well: a habit, no consequence.
 */
function isHabit({ requirement }: ReportFinding, wasShown: boolean): boolean {
  return wasShown && requirement.startsWith('homologation/')
}

function mistakeOf(finding: ReportFinding): string {
  const { path, field, resource, scope } = finding.values
  return JSON.stringify([finding.requirement, causeKey(finding), path, field, resource, scope])
}
