import type { Finding, FindingPlace, Judgement, ReadingJudgement, StepJudgement } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import { requirement } from '../specification/requirements.js'
import { fill, findingSentence, type Sentences } from '../words/catalogue.js'
import { assumedBy, sayAssumptions } from './assumptions.js'
import type { Words } from './look.js'
import { oneMistakeEach } from './one-mistake.js'
import type { PageData, PageRun } from './page-data.js'
import type { Occurrence, Report, ReportFinding, ReportReading, ReportStep } from './report.js'

/** Facts about a run that the judgement does not hold. */
export interface ReportMeta {
  readonly id: string
  readonly command: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  /** The tool's version. */
  readonly version: string
  readonly profile: Profile
  readonly baseUrl: string
  readonly embedded: boolean
  /** How often the whole operation was repeated after the limit was hit. */
  readonly repeats: number
  readonly seed: string | null
  /** The file that was judged; left out if the traffic was live. */
  readonly recording?: string | undefined
}

/** One of several runs that a command watched. */
export interface WatchedRun {
  readonly judgement: Judgement
  readonly session: string | null
  readonly exchangeIds?: readonly string[]
  /** The step at which its token was revoked, if it is revoked at each step in turn. */
  readonly death?: number | 'never' | undefined
}

/** Turns a judgement into a report in one language. The root cause comes first, then the findings in the order of the traffic. */
export function buildReport(meta: ReportMeta, judgement: Judgement, words: Words): Report {
  return {
    schemaVersion: 1,
    run: runOf(meta, words),
    verdict: judgement.verdict,
    cause: judgement.cause && renderSentence(judgement.cause, 'message', words),
    steps: stepsOf(judgement.steps, words),
    findings: oneMistakeEach(sortFindings(judgement).map((finding) => findingOf(finding, words))),
    ...(judgement.accepted && { accepted: judgement.accepted.map((finding) => findingOf(finding, words)) }),
    readings: judgement.readings.map((reading) => readingOf(reading, words)),
    coverage: coverageOf(judgement, words),
  }
}

/**
 * The report of a command that watched several runs: the worst verdict, and the findings of all, each with the number of its run.
 * The rest, such as steps, readings and coverage, is of the first run that has that verdict.
 */
export function buildReportOfRuns(meta: ReportMeta, runs: readonly WatchedRun[], words: Words): Report {
  const reports = runs.map(({ judgement }) => buildReport(meta, judgement, words))
  const verdict = worstVerdict(reports.map((report) => report.verdict))
  const shown = reports.find((report) => report.verdict === verdict) ?? buildReport(meta, NOTHING, words)
  const findings = reports.flatMap((report, i) => report.findings.map((finding) => ofRun(i + 1, finding)))
  return {
    ...shown,
    verdict,
    findings: oneMistakeEach(findings),
    runs: runs.map(({ judgement, session, death }, i) => ({
      run: i + 1,
      verdict: judgement.verdict,
      cause: reports[i]?.cause ?? null,
      session,
      ...(death !== undefined && { death }),
    })),
  }
}

/** Writes the number of its run into a finding and each of its occurrences. */
function ofRun(run: number, { occurrences = [], ...finding }: ReportFinding): ReportFinding {
  return { ...finding, run, occurrences: occurrences.map((occurrence) => ({ ...occurrence, run })) }
}

/** The single runs of a command, for the page to draw. */
export function pageRunsOf(meta: ReportMeta, runs: readonly WatchedRun[], words: Words): PageRun[] {
  return runs.map(({ judgement, exchangeIds = [] }, i) => {
    const { steps, readings } = buildReport(meta, judgement, words)
    const { procedure = [] } = judgement
    const because = readingReasons(judgement)
    return { run: i + 1, exchanges: exchangeIds, steps, readings, because, procedure }
  })
}

/** The reason for each reading's verdict, as a code that the page can render in either language. */
export function readingReasons({ readings }: Pick<Judgement, 'readings'>): NonNullable<PageData['because']> {
  return readings.map(({ id, because: { code, values } }) => ({ id, code, values }))
}

/** The judgement that a report without any run shows. */
const NOTHING: Judgement = {
  verdict: 'incomplete',
  cause: null,
  steps: [],
  findings: [],
  readings: [],
  coverage: { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised: [] } },
}

/** Returns the worst verdict; without any run `incomplete`. */
export function worstVerdict(verdicts: readonly Judgement['verdict'][]): Judgement['verdict'] {
  if (verdicts.includes('fail')) return 'fail'
  return verdicts.length === 0 || verdicts.includes('incomplete') ? 'incomplete' : 'pass'
}

function runOf(meta: ReportMeta, words: Words): Report['run'] {
  const { id, command, startedAt, durationMs, profile, repeats, seed, recording } = meta
  const assumed = assumedBy(profile, words.catalogue)
  return {
    id,
    command,
    startedAt,
    durationMs,
    tool: { name: 'homologa', version: meta.version },
    profile: profile.name,
    assumptions: sayAssumptions(assumed, words),
    assumed,
    target: { baseUrl: meta.baseUrl, embedded: meta.embedded },
    lang: words.lang,
    repeats,
    seed,
    ...(recording !== undefined && { recording }),
  }
}

function stepsOf(steps: readonly StepJudgement[], { catalogue, lang }: Words): ReportStep[] {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  const failed = steps.find(({ verdict }) => verdict === 'fail')
  // A step of a contract run has no number.
  const values = { step: failed?.number ?? failed?.id ?? null }
  const notReached = fill(
    catalogue.ui[failed ? 'report.notReached.after' : 'report.notReached'],
    values,
    lang,
  )
  return steps.map((step) => ({
    id: step.id,
    title: ui[`report.step.${step.number}`] ?? step.route,
    route: step.route,
    verdict: step.verdict,
    gapMs: step.gapMs,
    durationMs: step.durationMs,
    exchanges: [...step.exchanges],
    ...(step.verdict === 'not-reached' && { reason: notReached }),
    // The judgement's own reason, a key of the catalogue or a sentence, is more precise.
    ...(step.reason !== undefined && { reason: ui[step.reason] ?? step.reason }),
  }))
}

function findingOf(finding: Finding, words: Words): ReportFinding {
  return {
    requirement: finding.requirement,
    code: finding.code,
    values: finding.values,
    severity: finding.severity,
    blame: finding.blame,
    step: finding.step,
    route: finding.route,
    message: renderSentence(finding, 'message', words),
    expected: renderSentence(finding, 'expected', words),
    actual: renderSentence(finding, 'actual', words),
    hint: renderSentence(finding, 'hint', words),
    clause: requirement(finding.requirement).clause,
    exchange: finding.exchange,
    consequenceOf: finding.consequenceOf,
    fingerprint: finding.fingerprint,
    since: null,
    ...(finding.places && {
      places: finding.places.map(({ route, step, exchange }) => ({ route, step, exchange })),
    }),
    occurrences: [finding, ...(finding.places ?? [])].map((place) => occurrenceOf(finding, place, words)),
    ...(finding.acceptance && { acceptance: { ...finding.acceptance } }),
  }
}

function occurrenceOf(finding: Finding, place: FindingPlace, words: Words): Occurrence {
  const { route, step, exchange, values } = place
  if (!values) return { route, step, exchange }
  const message = renderSentence({ ...finding, values }, 'message', words)
  const actual = renderSentence({ ...finding, values }, 'actual', words)
  return { route, step, exchange, values, ...(message && { message }), ...(actual && { actual }) }
}

/** A newer journal may hold a code that this version does not know; then the code stands for its sentence. */
function renderSentence(finding: Finding, part: keyof Sentences, { catalogue, lang }: Words): string {
  return findingSentence(finding, part, catalogue, lang) ?? finding.code
}

function readingOf(reading: ReadingJudgement, { catalogue, lang }: Words): ReportReading {
  const readings: Readonly<Record<string, unknown>> = catalogue.readings
  const because = readings[reading.because.code]
  return {
    ...reading,
    because: typeof because === 'string' ? fill(because, reading.because.values, lang) : reading.because.code,
  }
}

/** Each reason is a key of the catalogue's `ui`, perhaps without `untested.` before it, or already a sentence. */
function coverageOf({ coverage }: Judgement, { catalogue }: Words): Report['coverage'] {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  const say = (reason: string) => ui[`untested.${reason}`] ?? ui[reason] ?? reason
  return {
    requirements: {
      tested: [...coverage.requirements.tested],
      untested: coverage.requirements.untested.map(({ id, reason }) => ({ id, reason: say(reason) })),
    },
    routes: {
      exercised: [...coverage.routes.exercised],
      ...(coverage.routes.empty && { empty: [...coverage.routes.empty] }),
      notExercised: coverage.routes.notExercised.map(({ route, reason }) => ({ route, reason: say(reason) })),
    },
  }
}

/** Sorts the findings: the cause first, then by the number of the exchange (`e17`), then by step. Those without come last. */
function sortFindings({ findings, cause, steps }: Judgement): Finding[] {
  const positions = new Map(steps.map((step, i) => [step.id, i]))
  const exchangeOf = ({ exchange }: Finding) =>
    Number(exchange?.replace(/\D/g, '')) || Number.MAX_SAFE_INTEGER
  const stepOf = ({ step }: Finding) => positions.get(step ?? '') ?? Number.MAX_SAFE_INTEGER
  const isOther = (finding: Finding) => Number(finding.fingerprint !== cause?.fingerprint)
  return findings.toSorted(
    (a, b) => isOther(a) - isOther(b) || exchangeOf(a) - exchangeOf(b) || stepOf(a) - stepOf(b),
  )
}
