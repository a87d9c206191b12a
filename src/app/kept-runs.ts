import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { trendPointOf } from '../report/night.js'
import type { TrendPoint } from '../report/page-data.js'
import type { Report } from '../report/report.js'
import type { Settings } from '../settings/settings.js'
import { dateText } from '../words/numerals.js'
import type { Invocation } from './invocation.js'
import { readReport } from './kept-report.js'
import type { Options } from './options.js'
import type { Target } from './target.js'

/** Reports that are read at most; of a folder with more, the newest files. */
const MOST_READ = 30
/** Earlier runs in a trend. */
const MOST_SHOWN = 9

type Places = Pick<Settings, 'cwd' | 'reportDir' | 'reportsDir'>

/**
 * Earlier runs of a command, the newest first: of `reports`, and of the folders beside the one that `--report-dir` names (without it,
 * those of the working folder). No more are read once enough of them fit. A run without a report was killed, and is
 * left out.
 */
export async function earlierRuns(
  places: Places,
  command: string,
  fits: (report: Report) => boolean = () => true,
): Promise<Report[]> {
  const found = (await Promise.all(rootsOf(places).map(reportsIn))).flat().sort((a, b) => b.atMs - a.atMs)
  const reports: Report[] = []
  for (const { path } of found.slice(0, MOST_READ)) {
    const report = await readReport(path, places.cwd).catch(() => null)
    if (report?.run.command === command) reports.push(report)
    if (reports.filter(fits).length > MOST_SHOWN) break
  }
  return reports.sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
}

function rootsOf({ cwd, reportDir, reportsDir }: Places): string[] {
  return [...new Set([reportsDir, reportDir === null ? cwd : dirname(reportDir)])]
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

/**
 * The run to compare with (null where none is kept, undefined where nothing is compared), and the runs of the same
 * service, the oldest first. Read before the run begins, which may write to the same folder.
 *
 * @throws SettingsError if `--against` names no run
 */
export async function earlierNights(
  { lang, options, settings, tell }: Invocation<Options<'contract'>>,
  { baseUrl, embedded }: Target,
): Promise<{ readonly before: Report | null | undefined; readonly trend: readonly TrendPoint[] }> {
  const { failOn, against = failOn === 'new' ? 'last' : undefined } = options
  const isSame = ({ run: { target } }: Report) =>
    target.embedded === embedded && (embedded || target.baseUrl === baseUrl)
  const isJudged = ({ verdict }: Report) => verdict !== 'incomplete'
  const all = await earlierRuns(settings, 'contract', (report) => isSame(report) && isJudged(report))
  const alike = all.filter(({ run }) => run.target.embedded === embedded)
  const same = alike.filter(isSame)
  const trend = same.slice(0, MOST_SHOWN).reverse().map(trendPointOf)
  if (against === undefined) return { before: undefined, trend }
  const last = [...same, ...alike].find(isJudged) ?? null
  const before = against === 'last' ? last : await readReport(against, settings.cwd)
  if (before) tell('contract.against', { run: before.run.id, when: dateText(before.run.startedAt, lang) })
  else tell('contract.against.none', { folders: rootsOf(settings).join(', ') })
  return { before, trend }
}
