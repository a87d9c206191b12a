import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { acceptedLines } from './accepted-lines.js'
import { failedRoutes } from './failed-routes.js'
import { leftLines } from './left-records.js'
import { type Look, labelled, widthOf, wrap } from './look.js'
import type { Report } from './report.js'
import { oneLine } from './safe-text.js'
import { stopLines } from './with-stop.js'

/** A contract run in numbers. */
export interface ContractSummary {
  readonly exercised: number
  /** Routes of which a step failed, or an answer against the baseline or the user's document. */
  readonly failed: readonly string[]
  readonly leftOut: number
  /** Why routes were left out, the most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[]
  readonly requests: number
  /** Reads that went out twice, and the routes of them. */
  readonly sentAgain: { readonly count: number; readonly routes: readonly string[] }
  readonly slowest: { readonly route: string; readonly durationMs: number } | null
  readonly durationMs: number
}

/** null for the report of any other command. */
function contractSummary({ run, steps, coverage, findings }: Report): ContractSummary | null {
  if (run.command !== 'contract') return null
  const { exercised, notExercised } = coverage.routes
  const counts = new Map<string, number>()
  for (const { reason } of notExercised) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const timed = steps.flatMap(({ route, durationMs }) => (durationMs === null ? [] : [{ route, durationMs }]))
  const slowest = timed.reduce<(typeof timed)[number] | null>(
    (slow, one) => (slow && slow.durationMs >= one.durationMs ? slow : one),
    null,
  )
  return {
    exercised: exercised.length,
    failed: failedRoutes(steps, findings),
    leftOut: notExercised.length,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
    requests: steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    sentAgain: sentAgainOf(findings),
    slowest,
    durationMs: run.durationMs,
  }
}

function sentAgainOf(findings: Report['findings']): ContractSummary['sentAgain'] {
  const told = findings.filter(({ code }) => code === 'service/answers:sent-again')
  const places = told.flatMap(({ route, places = [] }) => [route, ...places.map((place) => place.route)])
  return {
    count: places.length,
    routes: [...new Set(places)].flatMap((route) => (route === null ? [] : [route])),
  }
}

const MOST_REASONS = 5
const MOST_FAILED = 12

type Row = [label: string, texts: readonly string[]]

/**
 * The outcome of a contract run as rows of a label and its text. For a run that is judged again the rows come from
 * its notes.
 */
export function contractRows(report: Report, { catalogue: { ui }, lang }: Pick<Look, 'catalogue' | 'lang'>) {
  const summary = contractSummary(report)
  const stops = stopLines(report)
  const stopRows: Row[] = stops.length > 0 ? [[ui['contract.summary.stops'], stops]] : []
  const left = leftLines(report, { ui }, lang)
  const leftRows: Row[] =
    left.length > 0 ? [[ui['contract.summary.left'], [String(left.length), ...left]]] : []
  if (summary === null) return [...stopRows, ...leftRows]
  const { exercised, failed, leftOut, reasons, requests, sentAgain, slowest, durationMs } = summary
  const more = failed.length - MOST_FAILED
  const named = [
    ...failed.slice(0, MOST_FAILED),
    ...(more > 0 ? [fill(ui['watch.more'], { count: more }, lang)] : []),
  ]
  const why = reasons.slice(0, MOST_REASONS).map(({ reason, count }) => `${count}: ${reason}`)
  const rows: Row[] = [
    [ui['contract.summary.exercised'], [fill(ui['contract.summary.routes'], { count: exercised }, lang)]],
    [ui['contract.summary.failed'], failed.length === 0 ? ['0'] : [String(failed.length), ...named]],
    [
      ui['contract.summary.left-out'],
      [fill(ui['contract.summary.routes'], { count: leftOut }, lang), ...why],
    ],
    [
      ui['contract.summary.requests'],
      [fill(ui['contract.summary.sent'], { requests, time: durationText(durationMs, lang) }, lang)],
    ],
  ]
  if (sentAgain.count > 0)
    rows.push([
      ui['contract.summary.sent-again'],
      [
        fill(
          ui['contract.summary.reads'],
          { count: sentAgain.count, routes: sentAgain.routes.slice(0, MOST_FAILED).join(', ') },
          lang,
        ),
      ],
    ])
  rows.push(...stopRows)
  const accepted = acceptedLines(report, { ui }, lang)
  if (accepted.length > 0)
    rows.push([ui['contract.summary.accepted'], [String(accepted.length), ...accepted]])
  rows.push(...leftRows)
  if (slowest)
    rows.push([
      ui['contract.summary.slowest'],
      [`${slowest.route}, ${durationText(slowest.durationMs, lang)}`],
    ])
  return rows
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
