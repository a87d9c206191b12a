import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
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
import type { Invocation } from './invocation.js'
import { exchangesIn, folderFor, metaOf, pageRenderer } from './kept-run.js'
import { folderOf, journalIn, readReport } from './kept-runs.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'
import { madeIn, namedBy, publishJudged } from './publish.js'

type Reporting = Invocation<Options<'report'>>

/**
 * Writes the reports of a kept run again from its journal: after a crash, or in another language. Several paths are
 * the parts of a sharded contract run, which become one report.
 */
export function run(invocation: Reporting): Promise<Outcome> {
  return invocation.args.length > 1 ? mergeParts(invocation) : reportAgain(invocation)
}

async function reportAgain(invocation: Reporting): Promise<Outcome> {
  const { args, options, settings, tell } = invocation
  const [given = ''] = args
  const dir = await folderOf(given, settings.cwd)
  const path = await journalAt(given, dir, settings.cwd)
  const { header, exchanges, notes, damaged } = await readJournal(path)
  // The journal of a review holds neither the registration nor the answers of a person.
  if (header.command === 'review') throw new SettingsError('report.of-review', { path: given })
  const judged = await judgeRecording({ facts: header, exchanges, notes, damaged })
  const notices = endNotice({ header, notes })
  for (const { key, values } of notices) tell(key, values)
  const leastRoutes = options.minRoutes ?? judged.leastRoutes ?? null
  return await publishJudged(invocation, {
    dir: settings.reportDir ?? dir,
    header,
    notes,
    notices,
    judged: { ...judged, leastRoutes },
    repeats: judged.repeats,
    durationMs: judged.lastMs,
    ...madeIn(notes),
    exchanges: () => exchangesIn(path),
    journalPath: null,
    isNew: false,
  })
}

async function journalAt(given: string, dir: string, cwd: string): Promise<string> {
  const full = resolve(cwd, given)
  const found = await stat(full).catch(() => null)
  if (found?.isFile() && full.endsWith('.ndjson')) return full
  const path = await journalIn(dir, cwd)
  if (existsSync(path)) return path
  throw new SettingsError('settings.no-run', { path: given })
}

/** @throws SettingsError if they are not parts of one run */
async function mergeParts(invocation: Reporting): Promise<Outcome> {
  const { args, catalogue, options, settings } = invocation
  const parts = await Promise.all(args.map((path) => partAt(path, settings.cwd)))
  const [{ header }] = parts as [Part, ...Part[]]
  refuseStrangers(
    args,
    parts.map((part) => part.header),
  )
  refuseTwice(args, parts)
  const reports: Report[] = []
  // A part has its own report, which knows its baseline as well, unless it was killed before it wrote one.
  for (const part of parts)
    reports.push(await readReport(part.dir, settings.cwd).catch(() => judgedAgain(invocation, part)))
  const whole = await withoutPart(invocation, mergeReports(reports), reports)
  const report = withLeastRoutes(whole, options.minRoutes ?? null, invocation)
  const exchanges = () => exchangesOf(parts)
  const repeatCommand = parts[0]?.wholeCommand ?? null
  // In a part's own folder it would be taken for that part the next time.
  const files = await writeReports(folderFor(settings, `${header.id}-merged`), {
    report,
    header,
    catalogue,
    exchanges,
    repeatCommand,
    judgement: { readings: [] },
    ...(await pageRenderer()),
  })
  const named = await namedBy(report, exchanges())
  return { ending: report.verdict, run: { report, diff: [], repeatCommand, exchanges: named, files } }
}

/** If every part leaves a route to another part, a part is missing, and the run is incomplete. */
async function withoutPart(
  { catalogue, lang }: Invocation,
  merged: Report,
  parts: readonly Report[],
): Promise<Report> {
  if (merged.verdict !== 'pass') return merged
  const catalogues = await Promise.all(langs.map(loadCatalogue))
  const left = catalogues.map(({ ui }) => ui['contract.reason.other-shard'])
  const isLeft = (part: Report, route: string) =>
    part.coverage.routes.notExercised.some((one) => one.route === route && left.includes(one.reason))
  const routes = merged.coverage.routes.notExercised
    .map(({ route }) => route)
    .filter((route) => parts.every((part) => isLeft(part, route)))
  if (routes.length === 0) return merged
  const values = { count: routes.length, route: routes[0] ?? null }
  return {
    ...merged,
    verdict: 'incomplete',
    cause: fill(catalogue.ui['contract.part-missing'], values, lang),
  }
}

interface Part {
  readonly dir: string
  readonly journal: string
  readonly header: RunHeader
  /** The command that made it, of all parts together; null where its journal does not tell. */
  readonly wholeCommand: string | null
}

/** A folder, one of its files, or a journal under any name. */
async function partAt(path: string, cwd: string): Promise<Part> {
  const dir = await folderOf(path, cwd)
  const journal = path.endsWith('.ndjson') ? resolve(cwd, path) : journalOf(dir)
  const { exchanges, header, notes } = await readJournal(journal)
  for await (const _ of exchanges); // the note of the command is the last
  const wholeCommand = madeIn(notes).repeatCommand?.replace(/ --shard[ =]\S+/, '') ?? null
  return { dir, journal, header, wholeCommand }
}

/** @throws SettingsError if one part is named twice */
function refuseTwice(args: readonly string[], parts: readonly Part[]): void {
  const journals = parts.map(({ journal }) => journal)
  const again = journals.findIndex((journal, i) => journals.indexOf(journal) < i)
  if (again < 0) return
  const path = args[journals.indexOf(journals[again] ?? '')] ?? ''
  throw new SettingsError('report.same-part', { path, other: args[again] ?? '' })
}

/** Refuses parts that were judged under different settings or against different services. */
function refuseStrangers([path = '', ...others]: readonly string[], headers: readonly RunHeader[]): void {
  const alien = headers.findIndex(({ command }) => command !== 'contract')
  if (alien >= 0) throw new SettingsError('report.no-part', { path: [path, ...others][alien] ?? path })
  const [first = new Map<string, string>(), ...rest] = headers.map(lawOf)
  for (const [i, law] of rest.entries()) {
    const what = [...new Set([...first.keys(), ...law.keys()])].find(
      (name) => first.get(name) !== law.get(name),
    )
    if (what === undefined) continue
    const [here, there] = [shown(first.get(what)), shown(law.get(what))]
    throw new SettingsError('report.other-part', { path, other: others[i] ?? '', what, here, there })
  }
}

/**
 * The settings that all parts of one run share. The embedded service's address, the rate, and shapes of suites may
 * differ.
 */
function lawOf({ profile, baseUrl, embedded }: RunHeader): ReadonlyMap<string, string> {
  const { name, assumptions, description, rate, shapes, ...values } = profile
  const law = { profile: name, 'base-url': embedded ? 'embedded' : baseUrl, ...values }
  return new Map(Object.entries(law).map(([key, value]) => [key, JSON.stringify(value)]))
}

const MOST_SHOWN = 80

function shown(value = '–'): string {
  return value.length > MOST_SHOWN ? '…' : value
}

/** Judges a contract run from its journal. */
async function judgedAgain(invocation: Invocation, { journal }: Part): Promise<Report> {
  const { header, exchanges, notes, damaged } = await readJournal(journal)
  const judged = await judgeRecording({ facts: header, exchanges, notes, damaged })
  const meta = { ...metaOf(header), durationMs: Math.round(judged.lastMs), repeats: 0 }
  const notices = endNotice({ header, notes })
  return withNotes(reportOf(meta, judged, invocation), { notes, notices }, invocation)
}

/** The exchanges of all parts, named as {@link mergeReports} names them. */
async function* exchangesOf(parts: readonly Part[]): AsyncGenerator<Exchange, void> {
  for (const [i, { journal }] of parts.entries()) {
    const { exchanges } = await readJournal(journal)
    for await (const exchange of exchanges) yield { ...exchange, id: exchangeOfPart(i + 1, exchange.id) }
  }
}
