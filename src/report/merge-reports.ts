import { causeKey } from '../judging/together.js'
import { groupBy } from '../specification/plain-object.js'
import { worstVerdict } from './build-report.js'
import { mergeEqual } from './one-mistake.js'
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
  const numbered = parts.map((part, i) => withPartNumber(part, i + 1))
  const verdict = worstVerdict(parts.map((part) => part.verdict))
  const findings = mergeFindings(numbered.flatMap(({ findings }) => findings))
  const worst = parts.find((part) => part.verdict === verdict) ?? first
  return {
    ...first,
    run: mergeRuns(parts, first),
    verdict,
    cause: worst.cause,
    steps: mergeSteps(numbered.flatMap(({ steps }) => steps)),
    findings,
    ...mergeAgainst(parts, findings),
    coverage: mergeCoverage(parts),
    ...withoutEmpty({
      accepted: mergeEqual(numbered.flatMap(({ accepted = [] }) => accepted)),
      off: [...new Set(parts.flatMap(({ off = [] }) => off))],
      notices: [...new Set(parts.flatMap(({ notices = [] }) => notices))],
      stops: parts.flatMap(({ stops = [] }) => stops),
      left: parts.flatMap(({ left = [] }) => left),
    }),
  }
}

/** Leaves out empty lists, as the report of a single run does. */
function withoutEmpty<Lists extends Record<string, readonly unknown[]>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>
}

/** A finding that is new in any part is new. */
function mergeFindings(findings: readonly ReportFinding[]): ReportFinding[] {
  const newOnes = new Set(findings.filter(({ since }) => since === 'new').map(causeKey))
  return mergeEqual(findings).map((finding) =>
    finding.since === 'known' && newOnes.has(causeKey(finding)) ? { ...finding, since: 'new' } : finding,
  )
}

/** The earlier run, if each part was compared with it, and what none of the parts found again. */
function mergeAgainst(parts: readonly Report[], findings: readonly ReportFinding[]) {
  const against = parts[0]?.against
  // undefined replaces what the merged report took from the first part
  if (!against || parts.some((part) => !part.against)) return { against: undefined, fixed: undefined }
  const found = new Set(findings.map(({ fingerprint }) => fingerprint))
  const gone = mergeEqual(parts.flatMap(({ fixed = [] }) => fixed))
  return { against, fixed: gone.filter(({ fingerprint }) => !found.has(fingerprint)) }
}

/** `p2-e17`: exchange `e17` of the second part. */
export function exchangeOfPart(part: number, exchange: string): string {
  return `p${part}-${exchange}`
}

/** Puts the number of the part before the id of each exchange, but not in `fixed`, whose exchanges are those of the earlier run. */
function withPartNumber(report: Report, part: number): Report {
  const renamed = <P extends { exchange: string | null }>(place: P): P => ({
    ...place,
    exchange: place.exchange && exchangeOfPart(part, place.exchange),
  })
  const moved = (finding: ReportFinding) => ({
    ...renamed(finding),
    ...(finding.places && { places: finding.places.map(renamed) }),
    ...(finding.occurrences && { occurrences: finding.occurrences.map(renamed) }),
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

const verdictRanks: Readonly<Record<ReportStep['verdict'], number>> = {
  fail: 3,
  pass: 2,
  'not-reached': 1,
  'not-applicable': 0,
}

/** Merges the results of a step in several parts: a failure wins over a pass, and a pass over a part that did not reach the step. */
function mergeSteps(steps: readonly ReportStep[]): ReportStep[] {
  const byId = new Map<string, ReportStep>()
  for (const step of steps) {
    const known = byId.get(step.id)
    const decisive = known && verdictRanks[known.verdict] >= verdictRanks[step.verdict] ? known : step
    byId.set(step.id, { ...decisive, exchanges: [...(known?.exchanges ?? []), ...step.exchanges] })
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
  // a list is empty only if no part that read it found a record
  const hasRecords = (route: string) =>
    parts.some(
      ({ coverage: { routes } }) => routes.exercised.includes(route) && !routes.empty?.includes(route),
    )
  const empty = [...exercised].filter((route) => !hasRecords(route))
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

/**
 * One reason for each route that no part exercised. The rarest reason says most, because the most frequent one is that
 * another shard has the route.
 */
function reasonsOf(parts: readonly Report[]): Report['coverage']['routes']['notExercised'] {
  const all = parts.flatMap(({ coverage }) => coverage.routes.notExercised)
  const byReason = groupBy(all, ({ reason }) => reason)
  const countOf = ({ reason }: { reason: string }) => byReason.get(reason)?.length ?? 0
  return [...groupBy(all, ({ route }) => route).values()].flatMap((reasons) => {
    const [rarest] = reasons.toSorted((a, b) => countOf(a) - countOf(b))
    return rarest ?? []
  })
}
