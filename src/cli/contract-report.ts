import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { type Note, type ReadJournal, type RunHeader, readJournal } from '../exchange/journal.js'
import { buildReport } from '../report/build-report.js'
import { exchangeOfPart, mergeReports } from '../report/merge-reports.js'
import { type Report, reportSchema } from '../report/report.js'
import { writeReports } from '../report/write-reports.js'
import { createContractJudge, type JudgedStep } from '../rules/contract-judge.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import type { ExitStatus, Invocation } from './command.js'
import { folderOf } from './kept-report.js'
import { exitStatus, metaOf, pageRenderer, show } from './kept-run.js'

/** What a contract run notes in its journal, so that it can be judged again: what it meant to send, and what it did not. */
export type ContractNote =
  | {
      readonly kind: 'contract-plan'
      readonly steps: readonly JudgedStep[]
      readonly notPlanned: readonly Unplanned[]
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
  const dirs = await Promise.all(args.map((path) => folderOf(path, settings.cwd)))
  const headers = await Promise.all(dirs.map(headerOf))
  if (headers.length === 0 || headers.some((header) => header?.command !== 'contract')) return null
  const parts: Report[] = []
  for (const dir of dirs)
    parts.push((dirs.length > 1 ? await keptReport(dir) : null) ?? (await judgedAgain(invocation, dir)))
  const report = mergeReports(parts)
  const out = settings.reportDir ?? dirs[0] ?? settings.cwd
  return await publish(invocation, out, report, dirs, headers as RunHeader[])
}

async function headerOf(dir: string): Promise<RunHeader | null> {
  const journal = await readJournal(join(dir, 'journal.ndjson')).catch(() => null)
  await journal?.exchanges[Symbol.asyncIterator]().return?.()
  return journal?.header ?? null
}

/** The part's own report, which knows its baseline as well; null where the part was killed before it wrote one. */
async function keptReport(dir: string): Promise<Report | null> {
  const text = await readFile(join(dir, 'report.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = reportSchema.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

/** Judges a contract run from its journal. What a baseline or a document found is not in it. */
async function judgedAgain({ catalogue, lang }: Invocation, dir: string): Promise<Report> {
  const { notes } = await notesOf(dir)
  const journal = await readJournal(join(dir, 'journal.ndjson'))
  const { judgement, lastMs } = await judgeJournal(journal, notes)
  const meta = { ...metaOf(journal.header), durationMs: Math.round(lastMs), repeats: 0 }
  return buildReport(meta, judgement, catalogue, lang)
}

/** The notes of the whole journal: the plan comes first, yet the reasons come last. */
async function notesOf(dir: string): Promise<{ notes: readonly ContractNote[] }> {
  const journal = await readJournal(join(dir, 'journal.ndjson'))
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
  dirs: readonly string[],
  headers: readonly RunHeader[],
): Promise<ExitStatus> {
  const { catalogue, commandLine } = invocation
  const [header] = headers
  if (!header) return 4
  const exchanges = () => exchangesOf(dirs)
  const files = await writeReports(out, {
    ...{ report, header, catalogue, exchanges, repeatCommand: commandLine },
    judgement: { ...report, cause: null, readings: [] } as unknown as Judgement,
    ...(await pageRenderer()),
  })
  show(invocation, report, await namedIn(report, exchanges()), files)
  return exitStatus(report.verdict)
}

/** The exchanges of all parts, named as {@link mergeReports} names them. */
async function* exchangesOf(dirs: readonly string[]): AsyncGenerator<Exchange, void> {
  for (const [i, dir] of dirs.entries()) {
    const { exchanges } = await readJournal(join(dir, 'journal.ndjson'))
    for await (const exchange of exchanges)
      yield dirs.length === 1 ? exchange : { ...exchange, id: exchangeOfPart(i + 1, exchange.id) }
  }
}

/** Those that the findings name, for the terminal. */
async function namedIn({ findings }: Report, exchanges: AsyncIterable<Exchange>): Promise<Exchange[]> {
  const names = new Set(findings.map(({ exchange }) => exchange))
  const named: Exchange[] = []
  for await (const exchange of exchanges) if (names.has(exchange.id)) named.push(exchange)
  return named
}
