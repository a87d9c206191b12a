import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { type Note, type ReadJournal, type RunHeader, readJournal } from '../exchange/journal.js'
import { createContractJudge, type JudgedStep } from '../judging/contract-judge.js'
import { buildReport } from '../report/build-report.js'
import { exchangeOfPart, mergeReports } from '../report/merge-reports.js'
import { type Report, reportSchema } from '../report/report.js'
import { writeReports } from '../report/write-reports.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import { fill } from '../words/catalogue.js'
import { contractRunUi as en } from '../words/en/contract-run.js'
import { contractRunUi as ptBR } from '../words/pt-BR/contract-run.js'
import type { ExitStatus, Invocation } from './command.js'
import { integerOf } from './embedded.js'
import { folderOf } from './kept-report.js'
import { exitStatus, metaOf, pageRenderer, show } from './kept-run.js'

/** What a contract run notes in its journal, so that it can be judged again: what it meant to send, and what it did not. */
export type ContractNote =
  | {
      readonly kind: 'contract-plan'
      readonly steps: readonly JudgedStep[]
      readonly notPlanned: readonly Unplanned[]
      /** `--min-routes` */
      readonly leastRoutes?: number | null
    }
  | { readonly kind: 'contract-step'; readonly step: string; readonly reason: string }
  | { readonly kind: 'contract-end'; readonly ended: boolean }

interface Unplanned {
  readonly route: string
  readonly reason: string
}

/**
 * `homologa report` for contract runs: one is judged again from its journal, several parts become one report. null where
 * the runs are of another command.
 */
export async function reportContract(invocation: Invocation): Promise<ExitStatus | null> {
  const { args, settings } = invocation
  const runs = await Promise.all(args.map((path) => runAt(path, settings.cwd)))
  const headers = await Promise.all(runs.map(headerOf))
  if (headers.length === 0 || headers.some((header) => header?.command !== 'contract')) return null
  const parts: Report[] = []
  for (const run of runs)
    parts.push((runs.length > 1 ? await keptReport(run) : null) ?? (await judgedAgain(invocation, run)))
  const out = settings.reportDir ?? runs[0]?.dir ?? settings.cwd
  const whole = withoutPart(invocation, mergeReports(parts), parts)
  const merged = withLeastRoutes(invocation, whole, leastRoutesOf(invocation))
  return await publish(invocation, out, merged, runs, headers as RunHeader[])
}

/** A route that every part leaves to another one was nobody's: a part is missing, and then nothing has passed. */
function withoutPart({ catalogue, lang }: Invocation, merged: Report, parts: readonly Report[]): Report {
  if (parts.length < 2 || merged.verdict !== 'pass') return merged
  const left = [en, ptBR].map((ui): string => ui['contract.reason.other-shard'])
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

/** `--min-routes`: a number of routes below which nothing has passed, or null. */
export function leastRoutesOf({ options }: Invocation): number | null {
  return integerOf(options.minRoutes, '--min-routes', 1, 100_000) ?? null
}

/** A pass over fewer routes than were asked for is none. */
export function withLeastRoutes(
  { catalogue, lang }: Invocation,
  report: Report,
  least: number | null,
): Report {
  const count = report.coverage.routes.exercised.length
  if (least === null || count >= least || report.verdict !== 'pass') return report
  return {
    ...report,
    verdict: 'incomplete',
    cause: fill(catalogue.ui['contract.too-few-routes'], { count, least }, lang),
  }
}

/** `homologa judge` for the journal of a contract run: by the contract alone; null for every other recording. */
export async function judgeContract(invocation: Invocation): Promise<ExitStatus | null> {
  const { args, settings } = invocation
  const path = args[0] ?? ''
  if (!path.endsWith('.ndjson')) return null
  const header = await headerOf({ dir: '', journal: resolve(settings.cwd, path) })
  if (header?.command !== 'contract') return null
  const reportDir = settings.reportDir ?? join(settings.cwd, 'reports', header.id)
  return reportContract({ ...invocation, settings: { ...settings, reportDir } })
}

interface ContractRun {
  readonly dir: string
  readonly journal: string
}

/** A folder, one of its files, or a journal under any name. */
async function runAt(path: string, cwd: string): Promise<ContractRun> {
  const dir = await folderOf(path, cwd)
  return { dir, journal: path.endsWith('.ndjson') ? resolve(cwd, path) : join(dir, 'journal.ndjson') }
}

async function headerOf({ journal: path }: ContractRun): Promise<RunHeader | null> {
  const journal = await readJournal(path).catch(() => null)
  await journal?.exchanges[Symbol.asyncIterator]().return?.()
  return journal?.header ?? null
}

/** The part's own report, which knows its baseline as well; null where the part was killed before it wrote one. */
async function keptReport({ dir }: ContractRun): Promise<Report | null> {
  const text = await readFile(join(dir, 'report.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = reportSchema.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

/** Judges a contract run from its journal. What a baseline or a document found is not in it. */
async function judgedAgain(invocation: Invocation, run: ContractRun): Promise<Report> {
  const { catalogue, lang } = invocation
  const { notes } = await notesOf(run)
  const journal = await readJournal(run.journal)
  const { judgement, lastMs } = await judgeJournal(journal, notes)
  const meta = { ...metaOf(journal.header), durationMs: Math.round(lastMs), repeats: 0 }
  const plan = notes.find((note) => note.kind === 'contract-plan')
  return withLeastRoutes(invocation, buildReport(meta, judgement, catalogue, lang), plan?.leastRoutes ?? null)
}

/** The notes of the whole journal: the plan comes first, yet the reasons come last. */
async function notesOf({ journal: path }: ContractRun): Promise<{ notes: readonly ContractNote[] }> {
  const journal = await readJournal(path)
  for await (const _ of journal.exchanges);
  return {
    notes: (journal.notes as readonly (Note & ContractNote)[]).filter(({ kind }) =>
      kind.startsWith('contract-'),
    ),
  }
}

async function judgeJournal(
  { header, exchanges }: ReadJournal,
  notes: readonly ContractNote[],
): Promise<{ judgement: Judgement; lastMs: number }> {
  const plan = notes.find((note) => note.kind === 'contract-plan')
  const { profile, baseUrl, tokenUrl } = header
  const judge = createContractJudge({
    context: { profile, baseUrl, tokenUrl },
    observers,
    steps: plan?.steps ?? [],
    notPlanned: plan?.notPlanned ?? [],
  })
  let lastMs = 0
  for await (const exchange of exchanges) {
    lastMs = Math.max(lastMs, exchange.answeredAtMs ?? exchange.sentAtMs)
    if (!isOwnAffair(exchange)) judge.see(exchange)
  }
  for (const note of notes) if (note.kind === 'contract-step') judge.notReached(note.step, note.reason)
  const ended = notes.some((note) => note.kind === 'contract-end' && note.ended)
  return { judgement: judge.judgement({ ended, further: [], furtherTested: [] }), lastMs }
}

/** What a run asks for itself is kept in the journal, and no part of the contract. */
export function isOwnAffair({ step }: Exchange): boolean {
  return step !== null && /^(cleanup|account)\//.test(step)
}

async function publish(
  invocation: Invocation,
  out: string,
  report: Report,
  runs: readonly ContractRun[],
  headers: readonly RunHeader[],
): Promise<ExitStatus> {
  const { catalogue, commandLine } = invocation
  const [header] = headers
  if (!header) return 4
  const exchanges = () => exchangesOf(runs)
  const files = await writeReports(out, {
    ...{ report, header, catalogue, exchanges, repeatCommand: commandLine },
    judgement: { ...report, cause: null, readings: [] } as unknown as Judgement,
    ...(await pageRenderer()),
  })
  show(invocation, report, await namedIn(report, exchanges()), files)
  return exitStatus(report.verdict)
}

/** The exchanges of all parts, named as {@link mergeReports} names them. */
async function* exchangesOf(runs: readonly ContractRun[]): AsyncGenerator<Exchange, void> {
  for (const [i, { journal }] of runs.entries()) {
    const { exchanges } = await readJournal(journal)
    for await (const exchange of exchanges)
      yield runs.length === 1 ? exchange : { ...exchange, id: exchangeOfPart(i + 1, exchange.id) }
  }
}

/** Those that the findings name, for the terminal. */
async function namedIn({ findings }: Report, exchanges: AsyncIterable<Exchange>): Promise<Exchange[]> {
  const names = new Set(findings.map(({ exchange }) => exchange))
  const named: Exchange[] = []
  for await (const exchange of exchanges) if (names.has(exchange.id)) named.push(exchange)
  return named
}
