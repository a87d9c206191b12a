import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/journal.js'
import type { Judged } from '../judging/judge-recording.js'
import type { Report } from '../report/report.js'
import { reportOf } from '../report/report-of.js'
import { nameLatest, writeReports } from '../report/write-reports.js'
import { fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'
import { exitStatus, metaOf, pageRenderer, show } from './kept-run.js'

/** Whatever was judged, with the file that holds it: read again and again, never held in memory. */
export interface JudgedRun {
  readonly dir: string
  readonly header: RunHeader
  readonly judged: Judged
  readonly notes: readonly Note[]
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
  readonly durationMs: number
  readonly repeats?: number
  /** Written already, beside the reports. */
  readonly journalPath: string | null
  /** Whether `latest` names it from now on; a report that is only written again changes nothing. */
  readonly isNew: boolean
}

/** Writes every file of what was judged, prints the outcome, and says with which status to leave. */
export async function publishJudged(invocation: Invocation, run: JudgedRun): Promise<ExitStatus> {
  const { catalogue, lang, settings, commandLine } = invocation
  const { header, judged, notes, exchanges, repeats = 0 } = run
  const meta = { ...metaOf(header), durationMs: Math.round(run.durationMs), repeats }
  const report = reportOf(meta, judged, catalogue, lang)
  const files = await writeReports(run.dir, {
    ...{ report, judgement: judged.judgement, header, notes, catalogue, exchanges },
    repeatCommand: commandLine,
    ...(await pageRenderer()),
  })
  if (run.isNew && settings.reportDir === null) await nameLatest(run.dir)
  const named = await namedBy(report, exchanges())
  show(invocation, report, named, run.journalPath === null ? files : [run.journalPath, ...files])
  return exitStatus(report.verdict)
}

/** The exchanges that findings show, and no more. */
async function namedBy(
  { findings }: Report,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
): Promise<Exchange[]> {
  const wanted = new Set(findings.slice(0, 100).flatMap(({ exchange }) => exchange ?? []))
  const found: Exchange[] = []
  if (wanted.size === 0) return found
  for await (const exchange of exchanges) {
    if (!wanted.delete(exchange.id)) continue
    found.push(exchange)
    if (wanted.size === 0) break
  }
  return found
}

/** A line on standard error, in the user's language. */
export function sayer({ io, catalogue, lang }: Invocation) {
  return (key: keyof typeof catalogue.ui, values: Readonly<Record<string, string | number | null>> = {}) =>
    io.err(`${fill(catalogue.ui[key], values, lang)}\n`)
}
