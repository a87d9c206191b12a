import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { journalOf, readJournal } from '../exchange/journal.js'
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
  const reports: Report[] = []
  for (const dir of (await runsIn(rootsOf(places), 'report.json')).slice(0, MOST_READ)) {
    const report = await readReport(join(dir, 'report.json'), places.cwd).catch(() => null)
    if (report?.run.command === command) reports.push(report)
    if (reports.filter(fits).length > MOST_SHOWN) break
  }
  return reports.sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
}

function rootsOf({ cwd, reportDir, reportsDir }: Places): string[] {
  return [...new Set([reportsDir, reportDir === null ? cwd : dirname(reportDir)])]
}

/** The folders of runs that hold such a file, the newest file first. `latest` is a link, and names one of the others again. */
async function runsIn(roots: readonly string[], file: string): Promise<string[]> {
  const found = roots.map(async (root) => {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name))
    return Promise.all(
      folders.map(async (dir) => {
        const held = await stat(join(dir, file)).catch(() => null)
        return held?.isFile() ? [{ dir, atMs: held.mtimeMs }] : []
      }),
    )
  })
  const runs = (await Promise.all(found)).flat(2)
  return runs.sort((a, b) => b.atMs - a.atMs).map(({ dir }) => dir)
}

/** Journals that are looked at for a recording. */
const MOST_JOURNALS = 100

/**
 * The newest recording of an application's work in a folder of reports, else of our own check; null if there is
 * neither. `passed`: only work that passed counts.
 */
export async function newestRecording(reportsDir: string, passed = false): Promise<string | null> {
  let check: string | null = null
  for (const dir of (await runsIn([reportsDir], 'journal.ndjson')).slice(0, MOST_JOURNALS)) {
    const path = journalOf(dir)
    const journal = await readJournal(path).catch(() => null)
    const [command] = journal?.header.command.replace(/^homologa /, '').split(' ') ?? []
    const isWork = command === 'examine' || command === 'proxy'
    if (isWork && (!passed || (await hasPassed(dir)))) return path
    if (command === 'check' && !passed) check ??= path
  }
  return check
}

async function hasPassed(dir: string): Promise<boolean> {
  const text = await readFile(join(dir, 'report.json'), 'utf8').catch(() => '')
  return /"verdict": ?"(\w+)"/.exec(text)?.[1] === 'pass'
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
