import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import { judge } from '../judging/judge.js'
import { buildReport } from '../report/build-report.js'
import { writeReports } from '../report/write-reports.js'
import type { ExitStatus, Invocation } from './command.js'
import { reportContract } from './contract-report.js'
import { folderOf } from './kept-report.js'
import { exitStatus, metaOf, pageRenderer, show } from './kept-run.js'

/** Writes the reports of a kept run again from its journal: after a crash, or in another language. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const contract = await reportContract(invocation)
  if (contract !== null) return contract
  const { args, settings, catalogue, lang, commandLine } = invocation
  const dir = await folderOf(args[0] ?? '', settings.cwd)
  const path = await journalIn(args[0] ?? '', dir, settings.cwd)
  const journal = await readJournal(path)
  const exchanges: Exchange[] = []
  for await (const exchange of journal.exchanges) exchanges.push(exchange)
  const { header } = journal
  const judgement = judge(exchanges, {
    ...header,
    ended: true,
    underTest: header.source === 'run' ? 'service' : 'application',
  })
  const lastMs = Math.max(0, ...exchanges.map(({ answeredAtMs, sentAtMs }) => answeredAtMs ?? sentAtMs))
  const meta = { ...metaOf(header), durationMs: Math.round(lastMs), repeats: 0 }
  const report = buildReport(meta, judgement, catalogue, lang)
  const out = settings.reportDir ?? dir
  const files = await writeReports(out, {
    ...{ report, judgement, header, catalogue, exchanges: () => exchanges, repeatCommand: commandLine },
    ...(await pageRenderer()),
  })
  show(invocation, report, exchanges, files)
  return exitStatus(report.verdict)
}

async function journalIn(given: string, dir: string, cwd: string): Promise<string> {
  const full = resolve(cwd, given)
  const found = await stat(full).catch(() => null)
  return found?.isFile() && full.endsWith('.ndjson') ? full : join(dir, 'journal.ndjson')
}
