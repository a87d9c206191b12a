import { causeKey, combineFindings } from '../judging/together.js'
import { groupBy } from '../specification/plain-object.js'
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
  /** The one finding that the findings of a key become. */
  const merged = new Map<string | undefined, ReportFinding>()
  for (const [key, group] of groupBy(findings, (finding) => keys.get(finding)))
    for (const finding of mergeEqual(group, () => '')) merged.set(key, finding)
  return [...merged.values()].map((finding) => {
    const root = rootOf(finding)
    // the root may have been merged into another finding
    return root ? { ...finding, consequenceOf: merged.get(keys.get(root))?.fingerprint ?? null } : finding
  })
}

/** A key for each finding, equal for findings to be merged: its mistake, and for a consequence also that of its root. */
function mergeKeys(
  findings: readonly ReportFinding[],
  rootOf: (finding: ReportFinding) => ReportFinding | undefined,
): ReadonlyMap<ReportFinding, string> {
  /** The mistakes that were no consequence when they were made, each with its run. */
  const ownMistakes = new Set<string>()
  const keyOf = (finding: ReportFinding) => {
    const mistake = mistakeOf(finding)
    const inRun = `${finding.run} ${mistake}`
    const root = rootOf(finding)
    // A repetition is no consequence of the first time, even if the rules tie it to that.
    const isRepetition = root !== undefined && mistakeOf(root) === mistake
    // An application that waits too little at step 2, and again before a needless repeat, would do so without the repeat too.
    const isHabit = ownMistakes.has(inRun) && finding.requirement.startsWith('homologation/')
    if (finding.consequenceOf !== null && !isRepetition && !isHabit)
      return `${mistake} ${root ? mistakeOf(root) : finding.consequenceOf}`
    ownMistakes.add(inRun)
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

/** Equal for findings of one mistake. */
function mistakeOf(finding: ReportFinding): string {
  const { path, field, resource, scope } = finding.values
  return JSON.stringify([finding.requirement, causeKey(finding), path, field, resource, scope])
}
