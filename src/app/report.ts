import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readJournal } from '../exchange/journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import { endNotice } from '../report/grade-recording.js'
import { SettingsError } from '../words/errors.js'
import { type ReportOptions, reportContract } from './contract-report.js'
import type { Invocation } from './invocation.js'
import { folderOf, journalIn } from './kept-report.js'
import { exchangesIn } from './kept-run.js'
import type { Outcome } from './outcome.js'
import { publishJudged } from './publish.js'

/** Writes the reports of a kept run again from its journal: after a crash, or in another language. */
export async function run(invocation: Invocation<ReportOptions>): Promise<Outcome> {
  const contract = await reportContract(invocation)
  if (contract !== null) return contract
  const { args, settings, tell } = invocation
  const dir = await folderOf(args[0] ?? '', settings.cwd)
  const path = await journalAt(args[0] ?? '', dir, settings.cwd)
  const { header, exchanges, notes, damaged } = await readJournal(path)
  // The journal of a review holds neither the registration nor the answers of a person.
  if (header.command === 'review') throw new SettingsError('report.of-review', { path: args[0] ?? '' })
  const judged = await judgeRecording({ facts: header, exchanges, notes, damaged })
  const notices = endNotice({ header, notes })
  for (const { key, values } of notices) tell(key, values)
  const leastRoutes = invocation.options.minRoutes ?? judged.leastRoutes ?? null
  return await publishJudged(invocation, {
    dir: settings.reportDir ?? dir,
    ...{
      header,
      notes,
      notices,
      judged: { ...judged, leastRoutes },
      repeats: judged.repeats,
      durationMs: judged.lastMs,
    },
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
  if ((await stat(path).catch(() => null)) === null)
    throw new SettingsError('settings.no-run', { path: given })
  return path
}
