import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import type { ExitStatus, Invocation } from './command.js'
import { leastRoutesOf, reportContract } from './contract-report.js'
import { folderOf } from './kept-report.js'
import { publishJudged } from './watched-run.js'

/** Writes the reports of a kept run again from its journal: after a crash, or in another language. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const contract = await reportContract(invocation)
  if (contract !== null) return contract
  const { args, settings } = invocation
  const dir = await folderOf(args[0] ?? '', settings.cwd)
  const path = await journalIn(args[0] ?? '', dir, settings.cwd)
  const { header, exchanges, notes } = await readJournal(path)
  const judged = await judgeRecording({ facts: header, exchanges, notes })
  const leastRoutes = leastRoutesOf(invocation) ?? judged.leastRoutes ?? null
  return await publishJudged(invocation, {
    dir: settings.reportDir ?? dir,
    ...{
      header,
      notes,
      judged: { ...judged, leastRoutes },
      repeats: judged.repeats,
      durationMs: judged.lastMs,
    },
    exchanges: () => exchangesOf(path),
    journalPath: null,
    isNew: false,
  })
}

async function* exchangesOf(path: string): AsyncGenerator<Exchange> {
  yield* (await readJournal(path)).exchanges
}

async function journalIn(given: string, dir: string, cwd: string): Promise<string> {
  const full = resolve(cwd, given)
  const found = await stat(full).catch(() => null)
  return found?.isFile() && full.endsWith('.ndjson') ? full : join(dir, 'journal.ndjson')
}
