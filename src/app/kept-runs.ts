import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { journalOf, readJournal } from '../exchange/journal.js'
import { parseJson, property, valueIn } from '../exchange/json.js'
import { readTextFile } from '../node/text-file.js'
import { trendPointOf } from '../report/night.js'
import type { TrendPoint } from '../report/page-data.js'
import { type Report, reportSchema } from '../report/report.js'
import type { Settings } from '../settings/settings.js'
import { SettingsError } from '../words/errors.js'
import { dateText } from '../words/numerals.js'
import type { InvocationOf } from './invocation.js'
import type { Target } from './target.js'

/** @throws SettingsError for an empty path, because an unset variable of a shell must not mean the working folder */
function resolveNamed(cwd: string, path: string): string {
  if (path.trim() === '') throw new SettingsError('settings.no-run', { path })
  return resolve(cwd, path)
}

/** The folder of a run. `path`: the folder, a file in it, or `latest`, a link to the folder or a text file with its name. */
export async function folderOf(path: string, cwd: string): Promise<string> {
  const full = resolveNamed(cwd, path)
  const found = await stat(full).catch(() => null)
  if (found?.isDirectory()) return full
  if (!found) throw new SettingsError('settings.no-run', { path })
  if (basename(full) !== 'latest') return dirname(full)
  if (!found.isFile()) throw new SettingsError('settings.no-run', { path })
  return join(dirname(full), (await readFile(full, 'utf8')).trim())
}

/** The file of a recording; of a run's folder it is the journal. @throws SettingsError for a pipe, which can be read only once */
export async function recordingAt(path: string, cwd: string): Promise<string> {
  const full = resolveNamed(cwd, path)
  const found = await stat(full).catch(() => null)
  if (found && !found.isFile() && !found.isDirectory()) throw new SettingsError('recording.pipe', { path })
  const isRun = found !== null && (found.isDirectory() || basename(full) === 'latest')
  return isRun ? journalIn(await folderOf(path, cwd), cwd) : full
}

/** The path of a run's journal, which may not exist. @throws SettingsError if `judge` wrote the folder: the error names the file that was judged */
export async function journalIn(dir: string, cwd: string): Promise<string> {
  const path = journalOf(dir)
  if (existsSync(path)) return path
  const report = await readReport(dir, cwd).catch(() => null)
  const file = report?.run.recording
  if (file === undefined) return path
  throw new SettingsError('settings.judged', { path: relative(cwd, dir), file })
}

/** @throws SettingsError if there is no report, or the file is not a report of this tool */
export async function readReport(path: string, cwd: string): Promise<Report> {
  const full = path.endsWith('.json') ? resolve(cwd, path) : join(await folderOf(path, cwd), 'report.json')
  const text = await readTextFile(full, cwd).catch(() => {
    const hasJournal = !path.endsWith('.json') && existsSync(journalOf(dirname(full)))
    throw new SettingsError(hasJournal ? 'settings.no-report' : 'settings.no-run', { path })
  })
  const parsed = reportSchema.safeParse(valueIn(parseJson(text)))
  if (!parsed.success) throw new SettingsError('settings.no-run', { path })
  return parsed.data
}

/** Most reports that are read in the search for earlier runs, which may be of other commands and services. */
const MOST_READ = 30
/** Number of earlier runs in a trend. */
const MOST_IN_TREND = 9

type Folders = Pick<Settings, 'cwd' | 'reportDir' | 'reportsDir'>

/**
 * Earlier runs of a command, the newest first, found in {@link reportFolders}. The search ends when enough of them satisfy `isWanted`,
 * which is usually soon. The others are returned as well, because a caller may fall back on them.
 */
export async function earlierRuns(
  settings: Folders,
  command: string,
  isWanted: (report: Report) => boolean = () => true,
): Promise<Report[]> {
  const reports: Report[] = []
  for (const dir of (await runFoldersWith(reportFolders(settings), 'report.json')).slice(0, MOST_READ)) {
    const report = await readReport(join(dir, 'report.json'), settings.cwd).catch(() => null)
    if (report?.run.command === command) reports.push(report)
    if (reports.filter(isWanted).length >= MOST_IN_TREND) break
  }
  return reports.sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
}

/** The folder `reports`, and the parent of `--report-dir`. Without this flag the working folder, where earlier runs with the flag usually are. */
function reportFolders({ cwd, reportDir, reportsDir }: Folders): string[] {
  return [...new Set([reportsDir, reportDir === null ? cwd : dirname(reportDir)])]
}

/** The folders of runs that contain the file, the newest file first. The link `latest` is not followed. */
async function runFoldersWith(roots: readonly string[], file: string): Promise<string[]> {
  const found = roots.map(async (root) => {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name))
    return Promise.all(
      folders.map(async (dir) => {
        const stats = await stat(join(dir, file)).catch(() => null)
        return stats?.isFile() ? [{ dir, writtenMs: stats.mtimeMs }] : []
      }),
    )
  })
  const runs = (await Promise.all(found)).flat(2)
  return runs.sort((a, b) => b.writtenMs - a.writtenMs).map(({ dir }) => dir)
}

/** Most journals whose headers are read in the search for a recording. */
const MOST_JOURNALS = 100

/**
 * The newest journal of `examine` or `proxy`, which shows the application itself, else that of `check`, our own run with its tokens.
 * `passedOnly`: only of an application that passed.
 */
export async function newestRecording(
  reportsDir: string,
  { passedOnly = false } = {},
): Promise<string | null> {
  let check: string | null = null
  for (const dir of (await runFoldersWith([reportsDir], 'journal.ndjson')).slice(0, MOST_JOURNALS)) {
    const path = journalOf(dir)
    const journal = await readJournal(path).catch(() => null)
    const command = journal?.header.command
    const isOfApplication = command === 'examine' || command === 'proxy'
    if (isOfApplication && (!passedOnly || (await hasPassed(dir)))) return path
    if (command === 'check' && !passedOnly) check ??= path
  }
  return check
}

async function hasPassed(dir: string): Promise<boolean> {
  const text = await readFile(join(dir, 'report.json'), 'utf8').catch(() => '')
  return property(valueIn(parseJson(text)), 'verdict') === 'pass'
}

/**
 * The earlier runs that a contract run needs. They are read before it begins, because it may write to the same folder.
 *
 * @returns `before`: the run to compare with; null if there is none, undefined without `--against`. `trend`: runs of the
 * same service, the oldest first
 * @throws SettingsError if `--against` names no run
 */
export async function findEarlierRuns(
  { lang, options, settings, printMessage }: InvocationOf<'contract'>,
  { baseUrl, embedded }: Target,
): Promise<{ readonly before: Report | null | undefined; readonly trend: readonly TrendPoint[] }> {
  const { failOn, against = failOn === 'new' ? 'last' : undefined } = options
  // The embedded service is the same at every address.
  const isOfService = ({ run: { target } }: Report) =>
    target.embedded === embedded && (embedded || target.baseUrl === baseUrl)
  const isJudged = ({ verdict }: Report) => verdict !== 'incomplete'
  // That many judged runs suffice: the trend shows the newest runs, judged or not, and the newest judged one is compared.
  const all = await earlierRuns(settings, 'contract', (report) => isOfService(report) && isJudged(report))
  const ofService = all.filter(isOfService)
  const trend = ofService.slice(0, MOST_IN_TREND).reverse().map(trendPointOf)
  if (against === undefined) return { before: undefined, trend }
  // If a live service has no earlier run, that of another live one is compared.
  const ofOtherLive = embedded ? [] : all.filter(({ run }) => !run.target.embedded)
  const last = [...ofService, ...ofOtherLive].find(isJudged) ?? null
  const before = against === 'last' ? last : await readReport(against, settings.cwd)
  if (before)
    printMessage('contract.against', { run: before.run.id, when: dateText(before.run.startedAt, lang) })
  else printMessage('contract.against.none', { folders: reportFolders(settings).join(', ') })
  return { before, trend }
}
