import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compareRuns } from '../report/compare-runs.js'
import { nightsOf } from '../report/nights.js'
import { renderComparisonJson, renderComparisonText } from '../report/render-comparison.js'
import { nightLines } from '../report/render-nights.js'
import type { Report } from '../report/report.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import { readReport } from './kept-report.js'
import type { Outcome } from './outcome.js'

/** Compares two kept runs, or all those of a folder; fails where an error is new. */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { args, settings } = invocation
  const [before = '', after] = args
  if (after === undefined) return compareFolder(invocation, before)
  const comparison = compareRuns(
    await readReport(before, settings.cwd),
    await readReport(after, settings.cwd),
  )
  return {
    ending: comparison.added.some(({ severity }) => severity === 'error') ? 'fail' : 'pass',
    answer: {
      data: JSON.parse(renderComparisonJson(comparison)),
      lines: ({ catalogue, lang }) => renderComparisonText(comparison, catalogue, lang).trimEnd().split('\n'),
    },
  }
}

async function compareFolder({ settings, tell }: Invocation, path: string): Promise<Outcome> {
  const { reports, unread } = await runsIn(path, settings.cwd)
  if (reports.length === 0) throw new SettingsError('settings.no-runs', { path })
  if (unread.length > 0) tell('nights.unread', { count: unread.length, folders: unread.join(', ') })
  const series = nightsOf(reports)
  return {
    ending: series.some(({ newErrors }) => newErrors > 0) ? 'fail' : 'pass',
    answer: {
      data: { series, unread },
      lines: ({ catalogue, lang }) => nightLines(series, catalogue, lang),
    },
  }
}

/** The runs of a folder; `latest` names one of them again. */
async function runsIn(
  path: string,
  cwd: string,
): Promise<{ readonly reports: readonly Report[]; readonly unread: readonly string[] }> {
  const entries = await readdir(resolve(cwd, path), { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const reports: Report[] = []
  const unread: string[] = []
  for (const folder of folders.sort()) {
    const report = await readReport(join(path, folder), cwd).catch(() => null)
    if (report) reports.push(report)
    else unread.push(folder)
  }
  return { reports, unread }
}
