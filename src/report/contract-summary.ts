import { groupBy, keysOf } from '../specification/plain-object.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { acceptedLines, failedRoutes, leftLines, requestsIn, stopLines } from './contract-lines.js'
import { type Look, labelledRows, type Words } from './look.js'
import { routesOf } from './night.js'
import type { Report } from './report.js'
import { oneLine } from './safe-text.js'
import { everyPlace } from './same-findings.js'

const MOST_REASONS = 5
const MOST_ROUTES = 12

/**
 * The outcome of a contract run as rows of a label and its texts: what was exercised, failed, left out, accepted by the user,
 * and left behind. A report of another command, such as `judge` with the journal of a contract run, only has the rows of
 * what stopped the run and which records it left. Rows without a text are left out.
 */
export function contractRows(report: Report, words: Words): [label: string, texts: readonly string[]][] {
  const { ui } = words.catalogue
  const facts = factsOf(report, words)
  const names = report.run.command === 'contract' ? keysOf(facts) : (['stops', 'left'] as const)
  const shown = names.filter((name) => facts[name].length > 0)
  return shown.map((name) => [ui[`contract.summary.${name}`], facts[name]])
}

/** The texts of every row, in the order of the rows. */
function factsOf(report: Report, words: Words) {
  const { run, steps, coverage, findings } = report
  const { catalogue, lang } = words
  const { ui } = catalogue
  const { exercised, notExercised } = coverage.routes
  const routes = (count: number) => fill(ui['contract.summary.routes'], { count }, lang)
  const failed = failedRoutes(steps, findings)
  const more = failed.length - MOST_ROUTES
  const moreFailed = more > 0 ? [fill(ui['watch.more'], { count: more }, lang)] : []
  const sent = { requests: requestsIn(steps), time: durationText(run.durationMs, lang) }
  const [slowest] = steps.toSorted((a, b) => (b.durationMs ?? -1) - (a.durationMs ?? -1))
  const slowestMs = slowest?.durationMs ?? null
  return {
    exercised: [routes(exercised.length)],
    failed: [String(failed.length), ...failed.slice(0, MOST_ROUTES), ...moreFailed],
    'left-out': [routes(notExercised.length), ...reasonsOf(notExercised)],
    requests: [fill(ui['contract.summary.sent'], sent, lang)],
    'sent-again': sentAgainLines(findings, words),
    stops: stopLines(report),
    accepted: withCount(acceptedLines(report, words)),
    left: withCount(leftLines(report, words)),
    slowest: slowestMs === null ? [] : [`${slowest?.route}, ${durationText(slowestMs, lang)}`],
  }
}

/** Puts the number of the texts before them. */
function withCount(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [String(texts.length), ...texts]
}

/** Why routes were left out, the most frequent reason first. */
function reasonsOf(notExercised: Report['coverage']['routes']['notExercised']): string[] {
  const byReason = [...groupBy(notExercised, ({ reason }) => reason)]
  const ordered = byReason.sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_REASONS)
  return ordered.map(([reason, routes]) => `${routes.length}: ${reason}`)
}

/** How many reads were sent a second time, which the finding `service/answers:sent-again` counts, and on which routes. */
function sentAgainLines(findings: Report['findings'], { catalogue, lang }: Words): string[] {
  const again = findings.filter(({ code }) => code === 'service/answers:sent-again')
  const places = again.flatMap(everyPlace)
  const routes = [...new Set(again.flatMap(routesOf))].slice(0, MOST_ROUTES)
  const values = { count: places.length, routes: routes.join(', ') }
  return places.length === 0 ? [] : [fill(catalogue.ui['contract.summary.reads'], values, lang)]
}

/** The rows as lines of the terminal. */
export function contractLines(report: Report, look: Look): string[] {
  const rows = contractRows(report, look).map(([label, texts]) => [label, texts.map(oneLine)] as const)
  return rows.length === 0 ? [] : ['', ...labelledRows(rows, look)]
}
