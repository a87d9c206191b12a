import { causeKey } from '../judging/together.js'
import { worst } from './build-report.js'
import { reportedTogether } from './one-mistake.js'
import type { Report, ReportFinding, ReportStep } from './report.js'

/**
 * Merges the reports of a run that several machines shared (`--shard i/n`). Each exchange id gets its part's number,
 * because each part counts its own; see {@link exchangeOfPart}. A single part is returned as it is.
 *
 * @throws TypeError if there is no part
 */
export function mergeReports(parts: readonly Report[]): Report {
  const [first, ...rest] = parts
  if (!first) throw new TypeError('mergeReports needs at least one report')
  if (rest.length === 0) return first
  const named = parts.map((part, i) => withPart(part, i + 1))
  const verdict = worst(parts.map((part) => part.verdict))
  const stops = parts.flatMap((part) => part.stops ?? [])
  const findings = mergeFindings(named.flatMap(({ findings }) => findings))
  const accepted = reportedTogether(named.flatMap((part) => part.accepted ?? []))
  const notices = [...new Set(parts.flatMap((part) => part.notices ?? []))]
  const left = parts.flatMap((part) => part.left ?? [])
  const off = [...new Set(parts.flatMap((part) => part.off ?? []))]
  const shown = parts.find((part) => part.verdict === verdict) ?? first
  return {
    ...first,
    run: mergeRuns(parts, first),
    verdict,
    cause: shown.cause,
    steps: mergeSteps(named.flatMap(({ steps }) => steps)),
    findings,
    ...mergeAgainst(parts, findings),
    ...(accepted.length > 0 && { accepted }),
    readings: first.readings,
    coverage: mergeCoverage(parts),
    ...(off.length > 0 && { off }),
    ...(notices.length > 0 && { notices }),
    ...(stops.length > 0 && { stops }),
    ...(left.length > 0 && { left }),
  }
}

/** One that any part found for the first time is new. */
function mergeFindings(findings: readonly ReportFinding[]): ReportFinding[] {
  const fresh = new Set(findings.filter(({ since }) => since === 'new').map(causeKey))
  return reportedTogether(findings).map((finding) =>
    finding.since === 'known' && fresh.has(causeKey(finding)) ? { ...finding, since: 'new' } : finding,
  )
}

/** What the parts were compared with, if each was, and what none of them found again. */
function mergeAgainst(
  parts: readonly Report[],
  findings: readonly ReportFinding[],
): Pick<Report, 'against' | 'fixed'> {
  const [against] = parts.map((part) => part.against)
  if (!against || parts.some((part) => !part.against)) return { against: undefined, fixed: undefined }
  const found = new Set(findings.map(({ fingerprint }) => fingerprint))
  const gone = reportedTogether(parts.flatMap(({ fixed = [] }) => fixed))
  return { against, fixed: gone.filter(({ fingerprint }) => !found.has(fingerprint)) }
}

/** `p2-e17`: exchange `e17` of the second part. */
export function exchangeOfPart(part: number, exchange: string): string {
  return `p${part}-${exchange}`
}

function withPart(report: Report, part: number): Report {
  const renamed = (exchange: string | null) => exchange && exchangeOfPart(part, exchange)
  const moved = (finding: ReportFinding) => ({
    ...finding,
    exchange: renamed(finding.exchange),
    ...(finding.places && {
      places: finding.places.map((place) => ({ ...place, exchange: renamed(place.exchange) })),
    }),
    ...(finding.occurrences && {
      occurrences: finding.occurrences.map((one) => ({ ...one, exchange: renamed(one.exchange) })),
    }),
  })
  return {
    ...report,
    steps: report.steps.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((id) => exchangeOfPart(part, id)),
    })),
    findings: report.findings.map(moved),
    ...(report.accepted && { accepted: report.accepted.map(moved) }),
  }
}

/** From the first start to the last end. */
function mergeRuns(parts: readonly Report[], { run }: Report): Report['run'] {
  const starts = parts.map((part) => Date.parse(part.run.startedAt))
  const ends = parts.map((part, i) => (starts[i] ?? 0) + part.run.durationMs)
  const startMs = Math.min(...starts)
  return {
    ...run,
    startedAt: new Date(startMs).toISOString(),
    durationMs: Math.max(...ends) - startMs,
    repeats: parts.reduce((sum, part) => sum + part.run.repeats, 0),
  }
}

const ranks: Readonly<Record<ReportStep['verdict'], number>> = {
  fail: 3,
  pass: 2,
  'not-reached': 1,
  'not-applicable': 0,
}

/** A step that several parts took is one step, with the graver verdict. */
function mergeSteps(steps: readonly ReportStep[]): ReportStep[] {
  const byId = new Map<string, ReportStep>()
  for (const step of steps) {
    const known = byId.get(step.id)
    const graver = known && ranks[known.verdict] >= ranks[step.verdict] ? known : step
    byId.set(step.id, { ...graver, exchanges: [...(known?.exchanges ?? []), ...step.exchanges] })
  }
  return [...byId.values()]
}

/** A route or requirement that any part covered is covered. */
function mergeCoverage(parts: readonly Report[]): Report['coverage'] {
  const tested = new Set(parts.flatMap(({ coverage }) => coverage.requirements.tested))
  const exercised = new Set(parts.flatMap(({ coverage }) => coverage.routes.exercised))
  const untested = new Map(
    parts.flatMap(({ coverage }) => coverage.requirements.untested.map((one) => [one.id, one])),
  )
  // lists that were empty to every part that read them
  const empty = [...exercised].filter((route) =>
    parts.every(
      ({ coverage: { routes } }) => !routes.exercised.includes(route) || routes.empty?.includes(route),
    ),
  )
  return {
    requirements: {
      tested: [...tested],
      untested: [...untested.values()].filter(({ id }) => !tested.has(id)),
    },
    routes: {
      exercised: [...exercised],
      notExercised: reasonsOf(parts).filter(({ route }) => !exercised.has(route)),
      ...(empty.length > 0 && { empty }),
    },
  }
}

/** The reason that fewest routes share says most of a route: all others have "another shard has it" in common. */
function reasonsOf(parts: readonly Report[]): Report['coverage']['routes']['notExercised'] {
  const all = parts.flatMap(({ coverage }) => coverage.routes.notExercised)
  const counts = new Map<string, number>()
  for (const { reason } of all) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const byRoute = new Map<string, (typeof all)[number]>()
  for (const one of all) {
    const known = byRoute.get(one.route)
    if (!known || (counts.get(one.reason) ?? 0) < (counts.get(known.reason) ?? 0)) byRoute.set(one.route, one)
  }
  return [...byRoute.values()]
}
