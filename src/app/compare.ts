import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeWhole } from '../exchange/write-whole.js'
import { sayAssumptions } from '../report/assumptions.js'
import { compareRuns } from '../report/compare-runs.js'
import type { Words } from '../report/look.js'
import { nightsOf } from '../report/nights.js'
import type { PageData } from '../report/page-data.js'
import { nightLines, renderComparisonText } from '../report/render-comparison.js'
import type { Report } from '../report/report.js'
import { SettingsError } from '../words/errors.js'
import type { InvocationOf } from './invocation.js'
import { pageRenderer, waitForWrite } from './kept-run.js'
import { readReport } from './kept-runs.js'
import type { Outcome } from './outcome.js'

type Compare = InvocationOf<'compare'>

/** `compare`: compares two runs by their reports, or all runs of a folder. It fails if an error is new. */
export async function run(invocation: Compare): Promise<Outcome> {
  const { args, settings } = invocation
  const [before = '', after] = args
  if (after === undefined) return compareFolder(invocation, before)
  const reports = [await readReport(before, settings.cwd), await readReport(after, settings.cwd)] as const
  const comparison = compareRuns(...reports)
  await writePage(invocation, reports)
  return {
    ending: comparison.added.some(({ severity }) => severity === 'error') ? 'fail' : 'pass',
    data: comparison,
    lines: (look) => renderComparisonText(comparison, look).trimEnd().split('\n'),
  }
}

async function compareFolder(invocation: Compare, path: string): Promise<Outcome> {
  const { settings, printMessage } = invocation
  const { reports, errors } = await readReports(path, settings.cwd)
  if (reports.length === 0) throw await nothingComparable(path, errors, settings.cwd)
  const unread = [...errors.keys()]
  if (unread.length > 0) printMessage('nights.unread', { folders: unread.join(', ') })
  const series = nightsOf(reports)
  await writePage(invocation, reports)
  return {
    ending: series.some(({ newErrors }) => newErrors > 0) ? 'fail' : 'pass',
    data: { series, unread },
    lines: (look) => nightLines(series, look),
  }
}

/** The error for a folder without reports: it may be a single run, hold only runs without a report, or hold no runs. */
async function nothingComparable(path: string, errors: ReadonlyMap<string, SettingsError>, cwd: string) {
  const reportOrFlaw = await readReport(path, cwd).catch(({ key }: SettingsError) => key)
  if (reportOrFlaw !== 'settings.no-run') return new SettingsError('settings.single-run', { path })
  const withoutReport = [...errors.values()].find(({ key }) => key === 'settings.no-report')
  return withoutReport ?? new SettingsError('settings.no-runs', { path })
}

/** The reports of a folder of runs, and why its other folders have none. The link `latest` is not followed. */
async function readReports(path: string, cwd: string) {
  const entries = await readdir(resolve(cwd, path), { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const reports: Report[] = []
  const errors = new Map<string, SettingsError>()
  for (const folder of folders.sort())
    await readReport(join(path, folder), cwd).then(
      (report) => reports.push(report),
      (error: SettingsError) => errors.set(folder, error),
    )
  return { reports, errors }
}

/** `--page`: writes a page that shows the newest run, and the history of findings over all runs. */
async function writePage(invocation: Compare, reports: readonly Report[]) {
  const { lang, options, settings, printMessage } = invocation
  const { page: file } = options
  const [report] = [...reports].sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
  if (file === undefined || !report) return
  const { renderPage } = await pageRenderer()
  if (!renderPage) return printMessage('examine.page.missing')
  const data: PageData = {
    report: withAssumptions(report, invocation),
    nights: nightsOf(reports),
    lang,
    profile: settings.profile,
    exchanges: [],
    exchangesLeftOut: 0,
    repeatCommand: null,
  }
  const path = resolve(settings.cwd, file)
  await waitForWrite(path, writeWhole(path, renderPage(data)))
  printMessage('compare.page', { file })
}

/** Translates a run's assumptions to the reader's language. A report of an older version has no codes to translate. */
function withAssumptions(report: Report, words: Words): Report {
  const { assumed } = report.run
  if (!assumed) return report
  return { ...report, run: { ...report.run, assumptions: sayAssumptions(assumed, words) } }
}
