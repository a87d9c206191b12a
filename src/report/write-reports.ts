import { lstat, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Note, RunHeader } from '../exchange/journal.js'
import { makeFolder } from '../exchange/make-folder.js'
import { plainJson } from '../exchange/plain-text.js'
import { writeHar } from '../exchange/write-har.js'
import { writeWhole } from '../exchange/write-whole.js'
import { keysOf } from '../specification/plain-object.js'
import type { Catalogue } from '../words/catalogue.js'
import { ctrfOf } from './ctrf.js'
import { renderJunit } from './junit.js'
import { renderMarkdown } from './markdown.js'
import type { RenderPage } from './page-data.js'
import { collectPageData, type PagedRun } from './page-data-of.js'

/** A run with everything that its files need. */
export interface ReportedRun extends PagedRun {
  readonly header: RunHeader
  readonly catalogue: Catalogue
  /** Notes of the run, which its HAR holds as well. */
  readonly notes?: readonly Note[]
  /** Without it, no page is written. */
  readonly renderPage?: RenderPage
}

/** Makes the text of one file; null if this run does not have the file. */
type Format = (run: ReportedRun) => Promise<string | null> | string | null

/** The text files of a run. A new format is one line here. */
export const formats = {
  'report.json': ({ report }) => jsonText(report),
  'report.html': async (run) => run.renderPage?.(await collectPageData(run)) ?? null,
  'junit.xml': ({ report, catalogue }) => renderJunit(report, catalogue),
  'ctrf-report.json': ({ report, catalogue }) => jsonText(ctrfOf(report, catalogue)),
  'summary.md': ({ report, catalogue }) => renderMarkdown(report, catalogue),
} as const satisfies Record<string, Format>

/** JSON without characters that would act on the terminal that shows the file. */
function jsonText(value: unknown): string {
  return plainJson(`${JSON.stringify(value, null, 2)}\n`)
}

export const formatNames = keysOf(formats)

/** The recording for other tools. It can be too long for one string, so it is streamed. */
const HAR_NAME = 'exchanges.har'

/** Writes every file of a run into `dir`, except the journal, which is there already. Returns the paths. */
export async function writeReports(dir: string, run: ReportedRun): Promise<string[]> {
  makeFolder(dir)
  const files = new Map<string, Promise<void>>()
  for (const name of formatNames) {
    const text = await formats[name](run)
    if (text !== null) files.set(join(dir, name), deferFailure(writeWhole(join(dir, name), text)))
  }
  const har = join(dir, HAR_NAME)
  files.set(har, deferFailure(writeHar(har, run.exchanges(), run.header, run.notes)))
  // waits until nothing is being written any more, and only then throws the first failure
  await Promise.allSettled(files.values())
  await Promise.all(files.values())
  return [...files.keys()]
}

/** Keeps a failure from ending the process while other files are written. Whoever awaits the promise gets the failure. */
function deferFailure(writing: Promise<void>): Promise<void> {
  writing.catch(() => undefined)
  return writing
}

/** Makes `latest`, next to the run's folder, point to it: as a link, or as a text file if links are not available. */
export async function pointLatestTo(dir: string): Promise<void> {
  const latest = join(dirname(dir), 'latest')
  const link = `${latest}.${process.pid}.part`
  await rm(link, { force: true })
  try {
    await symlink(basename(dir), link, 'dir')
    await rename(link, latest)
  } catch {
    await rm(link, { force: true, recursive: true })
    const kind = await lstat(latest).catch(() => null)
    // a folder of this name is the user's
    if (kind?.isDirectory()) return
    // the text must not be written into the run to which an old link points
    if (kind?.isSymbolicLink()) await rm(latest)
    await writeWhole(latest, `${basename(dir)}\n`)
  }
}
