import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { acceptedLines } from './accepted-lines.js'
import { failedRoutes } from './failed-routes.js'
import { leftLines } from './left-records.js'
import { type Look, labelled, widthOf, wrap } from './look.js'
import type { Report } from './report.js'
import { oneLine } from './safe-text.js'
import { everyPlace } from './same-findings.js'
import { stopLines } from './with-stop.js'

const MOST_REASONS = 5
const MOST_FAILED = 12

type Row = [label: string, texts: readonly string[]]

/** A row, or none where there is nothing to say. */
function rowIf(label: string, texts: readonly string[]): Row[] {
  return texts.length === 0 ? [] : [[label, texts]]
}

function counted(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [String(texts.length), ...texts]
}

/**
 * The outcome of a contract run as rows of a label and its text. For a run that is judged again the rows come from
 * its notes.
 */
export function contractRows(
  report: Report,
  { catalogue: { ui }, lang }: Pick<Look, 'catalogue' | 'lang'>,
): Row[] {
  const { run, steps, coverage, findings } = report
  const stops = rowIf(ui['contract.summary.stops'], stopLines(report))
  const left = rowIf(ui['contract.summary.left'], counted(leftLines(report, { ui }, lang)))
  if (run.command !== 'contract') return [...stops, ...left]
  const { exercised, notExercised } = coverage.routes
  const routes = (count: number) => fill(ui['contract.summary.routes'], { count }, lang)
  const failed = failedRoutes(steps, findings)
  const more = failed.length - MOST_FAILED
  const requests = steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0)
  const sent = { requests, time: durationText(run.durationMs, lang) }
  const [slowest] = steps.toSorted((a, b) => (b.durationMs ?? -1) - (a.durationMs ?? -1))
  return [
    [ui['contract.summary.exercised'], [routes(exercised.length)]],
    [
      ui['contract.summary.failed'],
      [
        ...[String(failed.length), ...failed.slice(0, MOST_FAILED)],
        ...(more > 0 ? [fill(ui['watch.more'], { count: more }, lang)] : []),
      ],
    ],
    [ui['contract.summary.left-out'], [routes(notExercised.length), ...reasonsOf(notExercised)]],
    [ui['contract.summary.requests'], [fill(ui['contract.summary.sent'], sent, lang)]],
    ...rowIf(ui['contract.summary.sent-again'], sentAgainLines(findings, ui, lang)),
    ...stops,
    ...rowIf(ui['contract.summary.accepted'], counted(acceptedLines(report, { ui }, lang))),
    ...left,
    ...(slowest?.durationMs == null
      ? []
      : rowIf(ui['contract.summary.slowest'], [
          `${slowest.route}, ${durationText(slowest.durationMs, lang)}`,
        ])),
  ]
}

/** Why routes were left out, the most frequent reason first. */
function reasonsOf(notExercised: Report['coverage']['routes']['notExercised']): string[] {
  const counts = new Map<string, number>()
  for (const { reason } of notExercised) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const ordered = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_REASONS)
  return ordered.map(([reason, count]) => `${count}: ${reason}`)
}

/** Reads that went out twice, and the routes of them. */
function sentAgainLines(
  findings: Report['findings'],
  ui: Look['catalogue']['ui'],
  lang: Look['lang'],
): string[] {
  const again = findings.filter(({ code }) => code === 'service/answers:sent-again')
  const places = again.flatMap(everyPlace)
  const routes = [...new Set(places.flatMap(({ route }) => route ?? []))].slice(0, MOST_FAILED)
  const values = { count: places.length, routes: routes.join(', ') }
  return places.length === 0 ? [] : [fill(ui['contract.summary.reads'], values, lang)]
}

/** The one screen at the end of a contract run. */
export function contractLines(report: Report, look: Look): string[] {
  const rows = contractRows(report, look)
  if (rows.length === 0) return []
  const column = Math.max(...rows.map(([label]) => label.length)) + 2
  const room = widthOf(look) - column - 2
  return [
    '',
    ...rows.flatMap(([label, texts]) =>
      labelled(
        label,
        texts.flatMap((text) => wrap(oneLine(text), room)),
        column,
      ),
    ),
  ]
}
