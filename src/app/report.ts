import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { journalOf, type RunHeader, readJournal } from '../exchange/journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import { endNotice } from '../report/grade-recording.js'
import { exchangeOfPart, mergeReports } from '../report/merge-reports.js'
import type { Report } from '../report/report.js'
import { reportOf, withLeastRoutes } from '../report/report-of.js'
import { withNotes } from '../report/with-notes.js'
import { writeReports } from '../report/write-reports.js'
import { fill, langs, loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation, InvocationOf } from './invocation.js'
import { exchangesIn, folderFor, metaOf, pageRenderer, readRunFacts } from './kept-run.js'
import { folderOf, journalIn, readReport } from './kept-runs.js'
import type { Outcome } from './outcome.js'
import { exchangesNamedBy, publishJudged } from './publish.js'

type Reporting = InvocationOf<'report'>

/**
 * `report`: writes the reports of a run again from its journal, after a crash or in another language. Several paths
 * are the parts of a contract run with `--shard`; they become one report.
 */
export function run(invocation: Reporting): Promise<Outcome> {
  return invocation.args.length > 1 ? mergeParts(invocation) : reportAgain(invocation)
}

async function reportAgain(invocation: Reporting): Promise<Outcome> {
  const { args, options, settings, printMessage } = invocation
  const [named = ''] = args
  const dir = await folderOf(named, settings.cwd)
  const path = named.endsWith('.ndjson') ? resolve(settings.cwd, named) : await journalIn(dir, settings.cwd)
  if (!existsSync(path)) throw new SettingsError('settings.no-run', { path: named })
  const { header, notes, judged, notices } = await judgeJournal(path)
  // The journal of a review holds neither the registration nor the answers of a person.
  if (header.command === 'review') throw new SettingsError('report.of-review', { path: named })
  for (const { key, values } of notices) printMessage(key, values)
  const leastRoutes = options.minRoutes ?? judged.leastRoutes ?? null
  return await publishJudged(invocation, {
    dir: settings.reportDir ?? dir,
    header,
    notes,
    notices,
    judged: { ...judged, leastRoutes },
    repeats: judged.repeats,
    durationMs: judged.lastMs,
    ...readRunFacts(notes),
    exchanges: () => exchangesIn(path),
    journalPath: null,
    isNew: false,
  })
}

/** Judges a journal as its run was judged. `notices` says if the run was killed. */
async function judgeJournal(path: string) {
  const { header, exchanges, notes, damaged } = await readJournal(path)
  const judged = await judgeRecording({ facts: header, exchanges, notes, damaged })
  return { header, notes, judged, notices: endNotice({ header, notes }) }
}

/** @throws SettingsError if they are not parts of one run */
async function mergeParts(invocation: Reporting): Promise<Outcome> {
  const { args, catalogue, options, settings } = invocation
  const parts = (await Promise.all(args.map((path) => readPart(path, settings.cwd)))) as [Part, ...Part[]]
  const [{ header, wholeCommand }] = parts
  refuseOtherRuns(parts)
  refuseSamePart(parts)
  const reports: Report[] = []
  // A killed part has no report. The report of a part is better than its journal, because it contains the baseline.
  for (const part of parts)
    reports.push(await readReport(part.dir, settings.cwd).catch(() => judgedAgain(invocation, part)))
  const whole = await withMissingPart(invocation, mergeReports(reports), reports)
  const report = withLeastRoutes(whole, options.minRoutes ?? null, invocation)
  const exchanges = () => exchangesOf(parts)
  // The merged report gets a folder of its own. In the folder of a part it would replace the report of that part.
  const files = await writeReports(folderFor(settings, `${header.id}-merged`), {
    report,
    header,
    catalogue,
    exchanges,
    repeatCommand: wholeCommand,
    // Only runs of the five steps have readings.
    judgement: { readings: [] },
    ...(await pageRenderer()),
  })
  const evidence = await exchangesNamedBy(report, exchanges())
  const run = { report, diff: [], repeatCommand: wholeCommand, exchanges: evidence, files }
  return { ending: report.verdict, run }
}

/** If every part leaves a route to another part, a part is missing, so the merged report is incomplete. */
async function withMissingPart(
  { catalogue, lang }: Invocation,
  merged: Report,
  parts: readonly Report[],
): Promise<Report> {
  if (merged.verdict !== 'pass') return merged
  // A report holds reasons as sentences, and each part may be in another language.
  const catalogues = await Promise.all(langs.map(loadCatalogue))
  const otherShard = catalogues.map(({ ui }) => ui['contract.reason.other-shard'])
  const leaves = (part: Report, route: string) =>
    part.coverage.routes.notExercised.some(
      (missing) => missing.route === route && otherShard.includes(missing.reason),
    )
  const routes = merged.coverage.routes.notExercised
    .map(({ route }) => route)
    .filter((route) => parts.every((part) => leaves(part, route)))
  if (routes.length === 0) return merged
  const values = { count: routes.length, route: routes[0] ?? null }
  return {
    ...merged,
    verdict: 'incomplete',
    cause: fill(catalogue.ui['contract.part-missing'], values, lang),
  }
}

/** One part of a contract run that was shared by several machines. */
type Part = Awaited<ReturnType<typeof readPart>>

/** `path`: the folder of a part, a file in it, or a journal under any name. */
async function readPart(path: string, cwd: string) {
  const dir = await folderOf(path, cwd)
  const journal = path.endsWith('.ndjson') ? resolve(cwd, path) : journalOf(dir)
  const { exchanges, header, notes } = await readJournal(journal)
  // `notes` fills while the exchanges are read, and the note with the command comes last.
  for await (const _ of exchanges);
  /** The command that made the part, without its share; null if the journal does not contain it. */
  const wholeCommand = readRunFacts(notes).repeatCommand?.replace(/ --shard[ =]\S+/, '') ?? null
  return { path, dir, journal, header, wholeCommand }
}

/** @throws SettingsError if one part is named twice */
function refuseSamePart(parts: readonly Part[]): void {
  for (const [i, { journal, path: other }] of parts.entries()) {
    const same = parts.slice(0, i).find((part) => part.journal === journal)
    if (same) throw new SettingsError('report.same-part', { path: same.path, other })
  }
}

/** @throws SettingsError if a run is not a contract run, or was judged under other settings or against another service */
function refuseOtherRuns(parts: readonly [Part, ...Part[]]): void {
  const [{ path, header: firstHeader }] = parts
  const first = settingsOf(firstHeader)
  for (const { path: other, header } of parts) {
    if (header.command !== 'contract') throw new SettingsError('report.no-part', { path: other })
    const own = settingsOf(header)
    const setting = [...first.keys(), ...own.keys()].find((name) => first.get(name) !== own.get(name))
    if (setting === undefined) continue
    const [here, there] = [shown(first.get(setting)), shown(own.get(setting))]
    throw new SettingsError('report.other-part', { path, other, what: setting, here, there })
  }
}

/** The settings that all parts of one run share. The embedded service's address, the rate and shapes of suites may differ. */
function settingsOf({ profile, baseUrl, embedded }: RunHeader): ReadonlyMap<string, string> {
  const { name, assumptions, description, rate, shapes, ...values } = profile
  const shared = { profile: name, 'base-url': embedded ? 'embedded' : baseUrl, ...values }
  return new Map(Object.entries(shared).map(([key, value]) => [key, JSON.stringify(value)]))
}

const MOST_SHOWN = 80

/** A setting for an error message: `–` if the run does not have it, `…` if it is too long to print. */
function shown(value = '–'): string {
  return value.length > MOST_SHOWN ? '…' : value
}

/** The report of a part that has none, from its journal. */
async function judgedAgain(invocation: Invocation, { journal }: Part): Promise<Report> {
  const { header, notes, judged, notices } = await judgeJournal(journal)
  const meta = { ...metaOf(header), durationMs: Math.round(judged.lastMs), repeats: 0 }
  return withNotes(reportOf(meta, judged, invocation), { notes, notices }, invocation)
}

/** The exchanges of all parts, named as {@link mergeReports} names them. */
async function* exchangesOf(parts: readonly Part[]): AsyncGenerator<Exchange, void> {
  for (const [i, { journal }] of parts.entries()) {
    const { exchanges } = await readJournal(journal)
    for await (const exchange of exchanges) yield { ...exchange, id: exchangeOfPart(i + 1, exchange.id) }
  }
}
