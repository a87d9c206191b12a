import { causeKey, combineFindings } from '../judging/together.js'
import type { ReportFinding } from './report.js'

/**
 * Merges the findings of one mistake, made in several steps, attempts or runs, into one finding with several occurrences.
 * Findings of one requirement are different mistakes if they concern different fields or resources. Consequences are merged
 * only if their roots are one mistake.
 */
export function oneMistakeEach(findings: readonly ReportFinding[]): ReportFinding[] {
  // reversed, so that the first of equal fingerprints stays
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  const rootOf = ({ consequenceOf }: ReportFinding) => byFingerprint.get(consequenceOf ?? '')
  const keys = mergeKeys(findings, rootOf)
  const merged = mergeEqual(findings, (finding) => keys.get(finding) ?? '')
  // `merged` is in the order in which the keys first occur
  const fingerprintByKey = new Map(
    [...new Set(keys.values())].map((key, i) => [key, merged[i]?.fingerprint ?? null]),
  )
  return merged.map((finding) => {
    const root = rootOf(finding)
    // the root may have been merged into another finding
    return root ? { ...finding, consequenceOf: fingerprintByKey.get(keys.get(root) ?? '') ?? null } : finding
  })
}

/** A key for each finding, equal for findings to be merged: its mistake, and for a consequence also that of its root. */
function mergeKeys(
  findings: readonly ReportFinding[],
  rootOf: (finding: ReportFinding) => ReportFinding | undefined,
): ReadonlyMap<ReportFinding, string> {
  /** The mistakes that were no consequence so far, each with its run. */
  const madeInRun = new Set<string>()
  const keyOf = (finding: ReportFinding) => {
    const mistake = mistakeOf(finding)
    const inRun = `${finding.run} ${mistake}`
    const root = rootOf(finding)
    // A repetition is no consequence of the first time, even if the rules tie it to that.
    const isRepetition = root !== undefined && mistakeOf(root) === mistake
    const isHabit = madeInRun.has(inRun) && isOfProcedure(finding)
    if (finding.consequenceOf !== null && !isRepetition && !isHabit)
      return `${mistake} ${root ? mistakeOf(root) : finding.consequenceOf}`
    madeInRun.add(inRun)
    return mistake
  }
  return new Map(findings.map((finding) => [finding, keyOf(finding)]))
}

/** Merges findings as {@link combineFindings} does, but leaves evidence out of `places`, because `occurrences` hold it. */
export function mergeEqual(findings: readonly ReportFinding[], keyOf?: (finding: ReportFinding) => string) {
  return combineFindings(findings, keyOf).map(({ places, ...finding }) => ({
    ...finding,
    ...(places && { places: places.map(({ route, step, exchange }) => ({ route, step, exchange })) }),
  }))
}

/**
 * A mistake of the procedure that a run makes again is a habit, not a consequence: an application that waits too little
 * at step 2 and before a needless repeat would wait too little without that repeat as well.
 */
function isOfProcedure({ requirement }: ReportFinding): boolean {
  return requirement.startsWith('homologation/')
}

/** Equal for findings of one mistake. */
function mistakeOf(finding: ReportFinding): string {
  const { path, field, resource, scope } = finding.values
  return JSON.stringify([finding.requirement, causeKey(finding), path, field, resource, scope])
}
