import { existsSync } from 'node:fs'
import { access, constants, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../exchange/exchange.js'
import { type Journal, journalOf, openJournal, type RunHeader, readJournal } from '../exchange/journal.js'
import { makeFolder as makeFolders } from '../exchange/make-folder.js'
import type { Masker } from '../exchange/masking.js'
import type { Note } from '../exchange/read-journal.js'
import { embeddedText } from '../node/executable.js'
import { whyOf } from '../node/thrown.js'
import { renderPage } from '../page/data/render-page.js'
import type { StopReason } from '../run/run-event.js'
import { stopNote, stopSentence } from '../run/stop-sentence.js'
import type { Settings } from '../settings/settings.js'
import { version } from '../settings/version.js'
import type { Profile } from '../specification/profile.js'
import { isFixable, SettingsError } from '../words/errors.js'
import type { RunLog } from './display.js'
import { createMaskerFor, type Invocation } from './invocation.js'
import type { Target } from './target.js'

/** A run that has begun: its folder, and the journal that is written as it happens. */
export interface KeptRun {
  readonly dir: string
  readonly header: RunHeader
  readonly journal: Journal
  readonly log: RunLog
  /** The clock's value at the run's start. */
  readonly originMs: number
}

/** The part of a run's header that is made in the same way for every run. */
export function headerOf(command: string, startedAt: string, profile: Profile) {
  const tool = { name: 'homologa', version }
  return { id: runIdOf(command, startedAt), command, startedAt, tool, profile }
}

/** Facts about a run that only its command knows. */
type CommandFacts = Omit<RunHeader, keyof ReturnType<typeof headerOf>>

/** The id of a run from its start, command and process: `2026-11-21T10-00-00-check-2k4`. */
export function runIdOf(command: string, startedAt: string): string {
  return `${startedAt.slice(0, 19).replaceAll(':', '-')}-${command}-${process.pid.toString(36)}`
}

/** The folder of `--report-dir`, or the folder with this id among the reports. */
export function folderFor({ reportDir, reportsDir }: Settings, id: string): string {
  return reportDir ?? join(reportsDir, id)
}

/** Opens the folder and the journal of a run. @throws SettingsError if the folder cannot be written to */
export async function beginRun(invocation: Invocation, facts: CommandFacts): Promise<KeptRun> {
  const { settings, clock, command, display } = invocation
  const header = { ...headerOf(command, clock.wall().toISOString(), settings.profile), ...facts }
  const dir = folderFor(settings, header.id)
  await makeFolder(dir)
  const log = await display.log(createMaskerFor(invocation))
  try {
    const journal = withLog(openJournal(journalOf(dir), header), log)
    return { dir, header, journal, log, originMs: clock.now() }
  } catch (error) {
    throw unwritable(dir, error)
  }
}

/** The facts about a run in which we are the client. We measure our own intervals exactly, so there is no tolerance. */
export function ownRunFacts({ baseUrl, credentials: { tokenUrl }, embedded, seed }: Target): CommandFacts {
  return { baseUrl, tokenUrl, embedded, seed, toleranceMs: 0, source: 'run' }
}

/** Prints why a run stopped early, and notes it in the journal. */
export function tellStopped(
  { printMessage, catalogue, lang }: Invocation,
  { dir, journal }: KeptRun,
  stopped: StopReason | null,
  masker: Masker,
): void {
  if (stopped === null) return
  journal.note(stopNote(stopped, masker.maskText))
  if (stopped.code === 'interrupted') return printMessage('cli.interrupted', { dir })
  printMessage('cli.stopped', { why: masker.maskText(stopSentence(stopped, catalogue, lang)) })
}

/** A journal that also logs each exchange. All else, such as its growing list of notes, is that of the journal itself. */
function withLog(journal: Journal, log: RunLog): Journal {
  const append: Journal['append'] = (exchange) => {
    journal.append(exchange)
    log.exchange(exchange)
  }
  return Object.create(journal, { append: { value: append } })
}

/** @throws SettingsError if the folder cannot be written to */
export async function makeFolder(dir: string): Promise<void> {
  await makeWritable(dir).catch((error: unknown) => {
    throw unwritable(dir, error)
  })
}

/** Creates a folder. @throws an error of the file system if it cannot be written to */
export async function makeWritable(dir: string): Promise<void> {
  makeFolders(dir)
  await access(dir, constants.W_OK)
}

/** Waits until a file that the user named is written. @throws SettingsError if it cannot be */
export function waitForWrite<T>(path: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    throw new SettingsError('settings.file-not-writable', { path, why: whyOf(error) })
  })
}

/**
 * Waits until the watched traffic ends; an interrupt stops it. If the command fails, what was recorded stays in the journal, and after an
 * internal error its path is printed, so that it can be judged by `report`.
 */
export async function watchKept<T>(
  { signal, printMessage }: Invocation,
  { journal }: KeptRun,
  stop: () => unknown,
  watching: () => Promise<T>,
): Promise<T> {
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await watching()
  } catch (error) {
    await journal.close()
    if (!isFixable(error)) printMessage('cli.broken-off', { path: journal.path })
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function unwritable(path: string, error: unknown): SettingsError {
  return new SettingsError('settings.not-writable', { path, why: whyOf(error) })
}

/** The facts of a journal's header that a report needs. */
export function metaOf(header: RunHeader) {
  const { id, command, startedAt, profile, baseUrl, embedded, seed, tool } = header
  return { id, command, startedAt, profile, baseUrl, embedded, seed, version: tool.version }
}

/** The note with facts that the exchanges do not show: how long the run took and which command made it. */
export function runFactsNote(durationMs: number, repeatCommand: string | null) {
  return { kind: 'made', durationMs, repeatCommand } as const satisfies Note
}

/** Reads these facts from the notes of a journal. */
export function readRunFacts(notes: readonly Note[]) {
  type RunFactsNote = ReturnType<typeof runFactsNote>
  const made = notes.findLast((note): note is RunFactsNote => note.kind === 'made')
  return made ? { durationMs: made.durationMs, repeatCommand: made.repeatCommand } : {}
}

/** Reads the exchanges of a journal from its file. */
export async function* exchangesIn(path: string): AsyncGenerator<Exchange, void> {
  yield* (await readJournal(path)).exchanges
}

/** The function that renders a report's page. Without a built page there is none, and the report has no page. */
export async function pageRenderer() {
  const path = builtPage('page.html')
  const template = path === null ? embeddedText('page.html') : await readFile(path, 'utf8')
  if (template === null) return {}
  return { renderPage: (data: Parameters<typeof renderPage>[1]) => renderPage(template, data) }
}

/** Path of a page that the build put next to the bundle; null if there is no build, and in the single executable. */
export function builtPage(name: 'page.html' | 'judge.html'): string | null {
  // The bundle has this file in `dist/` or in a folder of it; run from its sources, it lies in `src/app/`.
  const places = [`./${name}`, `../${name}`, `../../dist/${name}`]
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? null
}
