import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Report } from '../report/report.js'
import type { Settings } from '../settings/settings.js'
import { readReport } from './kept-report.js'

/** Reports that are read at most; of a folder with more, the newest files. */
const MOST_READ = 60

/**
 * Earlier runs of a command, the newest first: of `reports`, and of the folders beside the one that `--report-dir` names (without it,
 * those of the working folder). A run without a report was killed, and is left out.
 */
export async function earlierRuns(
  { cwd, reportDir, reportsDir }: Pick<Settings, 'cwd' | 'reportDir' | 'reportsDir'>,
  command: string,
): Promise<Report[]> {
  const roots = new Set([reportsDir, reportDir === null ? cwd : dirname(reportDir)])
  const found = (await Promise.all([...roots].map(reportsIn))).flat().sort((a, b) => b.atMs - a.atMs)
  const reports: Report[] = []
  for (const { path } of found.slice(0, MOST_READ)) {
    const report = await readReport(path, cwd).catch(() => null)
    if (report?.run.command === command) reports.push(report)
  }
  return reports.sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
}

/** `latest` is a link, and names one of the others again. */
async function reportsIn(root: string): Promise<{ readonly path: string; readonly atMs: number }[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory())
  const found = await Promise.all(
    folders.map(async ({ name }) => {
      const path = join(root, name, 'report.json')
      const file = await stat(path).catch(() => null)
      return file?.isFile() ? [{ path, atMs: file.mtimeMs }] : []
    }),
  )
  return found.flat()
}
