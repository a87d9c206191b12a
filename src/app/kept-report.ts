import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { journalOf } from '../exchange/journal.js'
import { readTextFile } from '../node/text-file.js'
import { type Report, reportSchema } from '../report/report.js'
import { SettingsError } from '../words/errors.js'

/** @throws SettingsError for an empty path, which an unset variable leaves and which would mean the working folder */
function within(cwd: string, path: string): string {
  if (path.trim() === '') throw new SettingsError('settings.no-run', { path })
  return resolve(cwd, path)
}

/** Longest folder name in a `latest` file. */
const LONGEST_NAME = 4096

/** The folder that a run was kept in, from its folder, one of its files, or `latest` (a link, or a text that names it). */
export async function folderOf(path: string, cwd: string): Promise<string> {
  const full = within(cwd, path)
  const found = await stat(full).catch(() => null)
  if (found?.isDirectory()) return full
  if (!found) throw new SettingsError('settings.no-run', { path })
  if (basename(full) !== 'latest') return dirname(full)
  if (!found.isFile() || found.size > LONGEST_NAME) throw new SettingsError('settings.no-run', { path })
  return join(dirname(full), (await readFile(full, 'utf8')).trim())
}

/**
 * The file of a recording. For a run's folder, or `latest`, that is its journal.
 *
 * @throws SettingsError for a pipe, because a recording is read more than once
 */
export async function recordingAt(path: string, cwd: string): Promise<string> {
  const full = within(cwd, path)
  const found = await stat(full).catch(() => null)
  if (found && !found.isFile() && !found.isDirectory()) throw new SettingsError('recording.pipe', { path })
  const isRun = found !== null && (found.isDirectory() || basename(full) === 'latest')
  return isRun ? journalIn(await folderOf(path, cwd), cwd) : full
}

/**
 * The journal of a kept run.
 *
 * @throws SettingsError if `judge` wrote the folder, naming the file that it read, because the folder may hold an
 * excerpt only
 */
export async function journalIn(dir: string, cwd: string): Promise<string> {
  const path = journalOf(dir)
  if (existsSync(path)) return path
  const report = await readReport(dir, cwd).catch(() => null)
  const file = report?.run.recording
  if (file === undefined) return path
  throw new SettingsError('settings.judged', { path: relative(cwd, dir), file })
}

/** @throws SettingsError if there is no report of this tool */
export async function readReport(path: string, cwd: string): Promise<Report> {
  const full = path.endsWith('.json') ? resolve(cwd, path) : join(await folderOf(path, cwd), 'report.json')
  const text = await readTextFile(full, cwd).catch(() => {
    const hasJournal = !path.endsWith('.json') && existsSync(journalOf(dirname(full)))
    throw new SettingsError(hasJournal ? 'settings.no-report' : 'settings.no-run', { path })
  })
  const parsed = reportSchema.safeParse(jsonOf(text))
  if (!parsed.success) throw new SettingsError('settings.no-run', { path })
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
