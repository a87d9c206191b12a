import type { Report, ReportFinding } from './report.js'
import { alignFindings, everyPlace, joinFindings } from './same-findings.js'

/** A run, as one side of a comparison names it. */
export interface ComparedRun {
  readonly id: string
  readonly startedAt: string
  readonly verdict: Report['verdict']
  readonly baseUrl: string
}

/** A step or a reading whose verdict differs between two runs; null: that run does not have it. */
export interface Changed {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
}

/** How two runs differ: of one service on two days, or of two services such as the live one and the test one. */
export interface RunComparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  /** Findings that the older run does not have. */
  readonly added: readonly ReportFinding[]
  /** Findings that are gone although the newer run tested the same requirement on the same route. */
  readonly fixed: readonly ReportFinding[]
  /** Findings of both runs, as the newer run has them. */
  readonly still: readonly {
    readonly finding: ReportFinding
    readonly severityBefore: ReportFinding['severity']
  }[]
  /** Findings of the older run that are still there, but that the user has accepted since. */
  readonly accepted: readonly ReportFinding[]
  /** Findings of the older run that the newer run did not test, so they may still be there. */
  readonly notTested: readonly ReportFinding[]
  readonly steps: readonly Changed[]
  readonly readings: readonly Changed[]
}

/** Compares two reports by the fingerprints of their findings. */
export function compareRuns(before: Report, after: Report): RunComparison {
  return {
    before: sideOf(before),
    after: sideOf(after),
    ...compareFindings(before, after),
    steps: changedVerdicts(before.steps, after.steps),
    readings: changedVerdicts(before.readings, after.readings),
  }
}

type ComparedFindings = Pick<RunComparison, 'added' | 'fixed' | 'still' | 'accepted' | 'notTested'>

/**
 * Sorts the findings of both runs by what became of them. A finding that `alignFindings` split by route is joined again if
 * its routes have one result.
 */
export function compareFindings(before: Pick<Report, 'findings'>, after: Report): ComparedFindings {
  const accepted = { findings: after.accepted ?? [] }
  const [oldFindings, newFindings, acceptedFindings] = alignFindings([before, after, accepted])
  const resultOf = (key: string, finding: ReportFinding): keyof ComparedFindings => {
    if (newFindings.has(key)) return oldFindings.has(key) ? 'still' : 'added'
    if (acceptedFindings.has(key)) return 'accepted'
    return wasTested(finding, after, before.findings) ? 'fixed' : 'notTested'
  }
  const lost = [...oldFindings].filter(([key]) => !newFindings.has(key))
  const results = [...newFindings, ...lost].map(([key, finding]) => ({
    finding,
    severityBefore: (oldFindings.get(key) ?? finding).severity,
    result: resultOf(key, finding),
  }))
  const joined = joinFindings(results, ({ result, severityBefore }) => `${result} ${severityBefore}`)
  const entriesWith = (wanted: keyof ComparedFindings) => joined.filter(({ result }) => result === wanted)
  const findingsWith = (wanted: keyof ComparedFindings) => entriesWith(wanted).map(({ finding }) => finding)
  return {
    added: findingsWith('added'),
    fixed: findingsWith('fixed'),
    still: entriesWith('still').map(({ finding, severityBefore }) => ({ finding, severityBefore })),
    accepted: findingsWith('accepted'),
    notTested: findingsWith('notTested'),
  }
}

/** Whether the two runs have the same outcome. */
export function isSame(comparison: RunComparison): boolean {
  const { before, after, added, fixed, accepted, notTested, steps, readings, still } = comparison
  const isMoreOrLessSevere = still.some(({ finding, severityBefore }) => finding.severity !== severityBefore)
  const lists = [added, fixed, accepted, notTested, steps, readings]
  return before.verdict === after.verdict && !isMoreOrLessSevere && lists.every((list) => list.length === 0)
}

export function sideOf({ run, verdict }: Report): ComparedRun {
  return { id: run.id, startedAt: run.startedAt, verdict, baseUrl: run.target.baseUrl }
}

/**
 * Whether a run tested for a finding that it does not have. Only then the finding is gone.
 *
 * @param alongside all findings of the runs that have the finding
 */
export function wasTested(
  finding: ReportFinding,
  { coverage, findings, steps, off = [] }: Report,
  alongside: readonly ReportFinding[],
): boolean {
  const { requirement, code, route } = finding
  if (off.includes(requirement) || off.includes(code)) return false
  if (coverage.requirements.untested.some(({ id }) => id === requirement)) return false
  if (route !== null) {
    const { notExercised, empty } = coverage.routes
    if (notExercised.some((missing) => missing.route === route)) return false
    if (empty?.includes(route) && needsRecords(finding)) return false
    if (mayBeHidden(route, findings, alongside)) return false
  }
  return wasStepTaken(finding, steps)
}

/** Whether the route fails as a whole, unlike in the runs that have the finding: a response with status 500 hides what records lack. */
function mayBeHidden(route: string, findings: readonly ReportFinding[], alongside: readonly ReportFinding[]) {
  const isOnRoute = (finding: ReportFinding) => everyPlace(finding).some((place) => place.route === route)
  const known = new Set(alongside.filter(isOnRoute).map(({ code }) => code))
  const errors = findings.filter(({ severity }) => severity === 'error')
  const ofWhole = errors.filter(({ values }) => values.path === undefined) // a path names one value of the body
  return ofWhole.some((error) => isOnRoute(error) && !known.has(error.code))
}

/** Whether a finding can show only in the records of a list, so that an empty list does not test for it. */
function needsRecords({ requirement, values: { path } }: ReportFinding): boolean {
  if (typeof path === 'string') return path.startsWith('$.data[]')
  // An empty list still tests `lists/array`: that it is an array.
  return /^(?:lists|records|situations|categories)\/(?!array$)/.test(requirement)
}

/** Whether any step that showed the finding was taken again. If the run has none of these steps, only its coverage counts. */
function wasStepTaken({ step, places = [] }: ReportFinding, steps: Report['steps']): boolean {
  const shown = new Set([step, ...places.map((place) => place.step)])
  const again = steps.filter(({ id }) => shown.has(id))
  return again.length === 0 || again.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')
}

type Judged = readonly { readonly id: string; readonly verdict: string }[]

function changedVerdicts(before: Judged, after: Judged): Changed[] {
  const oldVerdicts = new Map(before.map(({ id, verdict }) => [id, verdict]))
  const newVerdicts = new Map(after.map(({ id, verdict }) => [id, verdict]))
  return [...new Set([...before, ...after].map(({ id }) => id))]
    .map((id) => ({ id, before: oldVerdicts.get(id) ?? null, after: newVerdicts.get(id) ?? null }))
    .filter((changed) => changed.before !== changed.after)
}
