import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { journalOf, readJournal } from '../../exchange/journal.js'
import { firstDiff } from '../../report/first-diff.js'
import type { Invocation } from '../invocation.js'
import { folderOf, readReport } from '../kept-report.js'
import type { Outcome } from '../outcome.js'

/** A kept run as its command showed it; by default the newest one. */
export async function newestRun({ settings }: Invocation, path?: string): Promise<Outcome> {
  const { cwd, reportsDir } = settings
  const dir = await folderOf(path ?? join(reportsDir, 'latest'), cwd)
  const report = await readReport(dir, cwd)
  const journal = await access(journalOf(dir)).then(
    () => readJournal(journalOf(dir)),
    // A folder that `judge` wrote has none.
    () => null,
  )
  const diff = journal ? await firstDiff(report, journal.header.profile, journal.exchanges) : []
  const files = [join(dir, 'report.html'), join(dir, 'report.json')]
  return { ending: report.verdict, run: { report, exchanges: [], diff, files, repeatCommand: null } }
}
