import { causeKey, combineFindings } from '../judging/together.js'
import type { ReportFinding } from './report.js'

/**
 * Merges the findings of one mistake, made in several steps, attempts or runs, into one finding with several occurrences.
 * Findings of one requirement are different mistakes if they concern different fields or resources, or if one is a
 * consequence of another finding.
 */
export function oneMistakeEach(findings: readonly ReportFinding[]): ReportFinding[] {
  // reversed, so that the first of equal fingerprints stays
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  /** Each mistake that was a root so far, with its run. */
  const seenInRun = new Set<string>()
  const keyOf = (finding: ReportFinding) => {
    const mistake = mistakeOf(finding)
    const inRun = `${finding.run} ${mistake}`
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    // A repetition is no consequence of the first time, even if the rules tie it to that.
    const isRepetition = root !== undefined && mistakeOf(root) === mistake
    const isHabit = seenInRun.has(inRun) && isOfProcedure(finding)
    const isRoot = finding.consequenceOf === null || isRepetition || isHabit
    if (isRoot) seenInRun.add(inRun)
    // A consequence is the same as another only if their roots are the same mistake.
    return isRoot ? mistake : `${mistake} ${root ? mistakeOf(root) : finding.consequenceOf}`
  }
  const keys = new Map(findings.map((finding) => [finding, keyOf(finding)]))
  const merged = mergeEqual(findings, (finding) => keys.get(finding) ?? '')
  // `merged` is in the order in which the keys first occur
  const fingerprintByKey = new Map(
    [...new Set(keys.values())].map((key, i) => [key, merged[i]?.fingerprint ?? null]),
  )
  return merged.map((finding) => {
    const root = byFingerprint.get(finding.consequenceOf ?? '')
    // the root may have been merged into another finding
    return root ? { ...finding, consequenceOf: fingerprintByKey.get(keys.get(root) ?? '') ?? null } : finding
  })
}

/** Merges findings as {@link combineFindings} does, but leaves evidence out of `places`, because `occurrences` hold it. */
export function mergeEqual(
  findings: readonly ReportFinding[],
  keyOf?: (finding: ReportFinding) => string,
): ReportFinding[] {
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
