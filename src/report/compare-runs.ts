import type { Report, ReportFinding } from './report.js'
import { alignFindings, everyPlace, joinFindings } from './same-findings.js'

export interface ComparedRun {
  readonly id: string
  readonly startedAt: string
  readonly verdict: Report['verdict']
  readonly baseUrl: string
}

/** Something that both runs may have, and how it stood in each; null: it was not there. */
export interface Changed {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
}

/** How two runs differ: two nights of one service, or two services such as the live one and the test one. */
export interface RunComparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  /** Findings that the older run does not have. */
  readonly added: readonly ReportFinding[]
  /** Findings that are gone although their requirement was tested again, at the same route where it has one. */
  readonly fixed: readonly ReportFinding[]
  /** Findings of both, as the newer run has them, with the older severity where it differs. */
  readonly still: readonly {
    readonly finding: ReportFinding
    readonly severityBefore: ReportFinding['severity']
  }[]
  /** Findings of the older run that the user has accepted since: they are still there. */
  readonly accepted: readonly ReportFinding[]
  /** Findings of the older run of which the newer one says nothing: gone is not fixed. */
  readonly notTested: readonly ReportFinding[]
  readonly steps: readonly Changed[]
  readonly readings: readonly Changed[]
}

/** Compares two reports by what names their findings. Pure; a report compared with itself differs in nothing. */
export function compareRuns(before: Report, after: Report): RunComparison {
  const { olds, news, accepted, lost } = sidesOf(before, after)
  const still = [...news].flatMap(([key, finding]) => {
    const old = olds.get(key)
    return old ? [{ finding, severityBefore: old.severity }] : []
  })
  return {
    before: sideOf(before),
    after: sideOf(after),
    ...addedAndFixed(before, after),
    still: joinFindings(still, ({ severityBefore }) => severityBefore),
    accepted: joined([...accepted].filter(([key]) => olds.has(key) && !news.has(key))),
    notTested: joined(lost.filter(([, finding]) => !wasTested(finding, after, before.findings))),
    steps: changedVerdicts(before.steps, after.steps),
    readings: changedVerdicts(before.readings, after.readings),
  }
}

/** The findings that only the newer run has, and those that it has no longer although it looked for them. */
export function addedAndFixed(
  before: Pick<Report, 'findings'>,
  after: Report,
): Pick<RunComparison, 'added' | 'fixed'> {
  const { olds, news, lost } = sidesOf(before, after)
  return {
    added: joined([...news].filter(([key]) => !olds.has(key))),
    fixed: joined(lost.filter(([, finding]) => wasTested(finding, after, before.findings))),
  }
}

/** The findings of both runs under the keys by which they match. `lost`: neither found again nor accepted. */
function sidesOf(before: Pick<Report, 'findings'>, after: Report) {
  const [olds = none, news = none, accepted = none] = alignFindings([
    before,
    after,
    { findings: after.accepted ?? [] },
  ])
  const lost = [...olds].filter(([key]) => !news.has(key) && !accepted.has(key))
  return { olds, news, accepted, lost }
}

const none: ReadonlyMap<string, ReportFinding> = new Map()

function joined(findings: readonly (readonly [string, ReportFinding])[]): ReportFinding[] {
  return joinFindings(findings.map(([, finding]) => ({ finding }))).map(({ finding }) => finding)
}

/** Whether anything is worth telling. */
export function isSame(comparison: RunComparison): boolean {
  const { before, after, added, fixed, accepted, notTested, steps, readings, still } = comparison
  const moved = still.some(({ finding, severityBefore }) => finding.severity !== severityBefore)
  const lists = [added, fixed, accepted, notTested, steps, readings]
  return before.verdict === after.verdict && !moved && lists.every((list) => list.length === 0)
}

/** A run as one side of a comparison. */
export function sideOf({ run, verdict }: Report): ComparedRun {
  return { id: run.id, startedAt: run.startedAt, verdict, baseUrl: run.target.baseUrl }
}

/**
 * Whether a run says anything of the finding, so that its absence means that it is gone.
 *
 * @param alongside findings of the runs that show it
 */
export function wasTested(
  finding: ReportFinding,
  { coverage, findings, steps, off = [] }: Report,
  alongside: readonly ReportFinding[],
): boolean {
  const { requirement, code, route } = finding
  if (route !== null && isHidden(route, findings, alongside)) return false
  if (off.includes(requirement) || off.includes(code)) return false
  if (route !== null && coverage.routes.notExercised.some((missing) => missing.route === route)) return false
  if (route !== null && coverage.routes.empty?.includes(route) && isOfRecords(finding)) return false
  return !coverage.requirements.untested.some(({ id }) => id === requirement) && isAnyTaken(finding, steps)
}

/** Whether the route failed as a whole, as it did not before: with status 500 nobody sees what its records lack. */
function isHidden(
  route: string,
  findings: readonly ReportFinding[],
  alongside: readonly ReportFinding[],
): boolean {
  const isBefore = (code: string) => alongside.some((one) => one.code === code && isOn(one, route))
  return findings.some(
    (one) =>
      one.severity === 'error' && one.values.path === undefined && isOn(one, route) && !isBefore(one.code),
  )
}

function isOn(finding: ReportFinding, route: string): boolean {
  return everyPlace(finding).some((place) => place.route === route)
}

/** Whether it could only show in the records of a list. */
function isOfRecords({ requirement, values: { path } }: ReportFinding): boolean {
  return typeof path === 'string'
    ? path.startsWith('$.data[]')
    : /^(?:lists|records|situations|categories)\/(?!array$)/.test(requirement)
}

/** Whether any step that showed it was taken again; a run that does not know them says nothing of its steps. */
function isAnyTaken({ step, places = [] }: ReportFinding, steps: Report['steps']): boolean {
  const shown = new Set([step, ...places.map((place) => place.step)])
  const again = steps.filter(({ id }) => shown.has(id))
  return again.length === 0 || again.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')
}

interface Judged {
  readonly id: string
  readonly verdict: string
}

function changedVerdicts(before: readonly Judged[], after: readonly Judged[]): Changed[] {
  const olds = new Map(before.map(({ id, verdict }) => [id, verdict]))
  const news = new Map(after.map(({ id, verdict }) => [id, verdict]))
  return [...new Set([...olds.keys(), ...news.keys()])]
    .map((id) => ({ id, before: olds.get(id) ?? null, after: news.get(id) ?? null }))
    .filter((changed) => changed.before !== changed.after)
}
