import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import { buildTrafficReport, judgementOf, type WatchedTraffic } from '../report/build-traffic-report.js'
import type { Report } from '../report/report.js'
import { nameLatest, writeReports } from '../report/write-reports.js'
import { fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'
import { exitStatus, metaOf, pageRenderer, show } from './kept-run.js'

/** Traffic that was watched, with the file that holds it: read again and again, never held in memory. */
export interface WatchedRun {
  readonly dir: string
  readonly header: RunHeader
  readonly traffic: WatchedTraffic
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
  readonly durationMs: number
  /** Written already, beside the reports. */
  readonly journalPath: string | null
  /** The cause in words, where the finding's own do not say all. */
  readonly cause?: string | null
}

/** Writes every file of watched traffic, prints the outcome, and says with which status to leave. */
export async function publishTraffic(invocation: Invocation, run: WatchedRun): Promise<ExitStatus> {
  const { catalogue, lang, settings, commandLine } = invocation
  const meta = { ...metaOf(run.header), durationMs: Math.round(run.durationMs), repeats: 0 }
  const built = buildTrafficReport(meta, run.traffic, catalogue, lang)
  const report: Report = run.cause ? { ...built, cause: run.cause } : built
  const files = await writeReports(run.dir, {
    report,
    judgement: judgementOf(run.traffic),
    header: run.header,
    catalogue,
    exchanges: run.exchanges,
    repeatCommand: commandLine,
    ...(await pageRenderer()),
  })
  if (settings.reportDir === null) await nameLatest(run.dir)
  const named = await namedBy(report, run.exchanges())
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

/** The message of a finding's code in the user's language. */
export function messageOf(
  { catalogue, lang }: Invocation,
  finding: {
    readonly code: string
    readonly values: Readonly<Record<string, string | number | boolean | null>>
  } | null,
): string | null {
  const words =
    finding && (catalogue.findings as Readonly<Record<string, { readonly message: string }>>)[finding.code]
  return words ? fill(words.message, finding.values, lang) : null
}
