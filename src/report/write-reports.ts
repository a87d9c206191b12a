import { lstat, open, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { writeHar } from '../exchange/har.js'
import type { Note, RunHeader } from '../exchange/journal.js'
import { makeFolder } from '../exchange/make-folder.js'
import type { Judgement } from '../rules/finding.js'
import type { Catalogue } from '../words/catalogue.js'
import { becauseOf } from './build-report.js'
import { renderJunit } from './junit.js'
import { renderMarkdown } from './markdown.js'
import type { PageData, PageRun, RenderPage, TrendPoint } from './page-data.js'
import type { Report } from './report.js'

/** A run with all that its files are made of. */
export interface ReportedRun {
  readonly report: Report
  readonly judgement: Judgement
  /** The single runs, where traffic was watched. */
  readonly runs?: readonly PageRun[]
  readonly header: RunHeader
  readonly catalogue: Catalogue
  /** The exchanges from the first, afresh on each call: an array, or a journal that is read again. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
  readonly repeatCommand: string | null
  /** What the run noted beside its exchanges: its HAR holds it, too. */
  readonly notes?: readonly Note[]
  readonly trend?: readonly TrendPoint[]
  /** Left out: no page is written. */
  readonly renderPage?: RenderPage
}

/** Makes one file's text; null where this run has none. */
type Format = (run: ReportedRun) => Promise<string | null> | string | null

/** The files of a run that are texts. Adding a format is one line here. */
export const formats = {
  'report.json': ({ report }) => `${JSON.stringify(report, null, 2)}\n`,
  'report.html': async (run) => run.renderPage?.(await pageDataOf(run)) ?? null,
  'junit.xml': ({ report, catalogue }) => renderJunit(report, catalogue),
  'summary.md': ({ report, catalogue }) => renderMarkdown(report, catalogue),
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as FormatName[]

/** The recording for other tools; too long for a text, so it is streamed. */
export const HAR_NAME = 'exchanges.har'

/**
 * Writes every file of a run into `dir`, each one whole or not at all. The journal is there already.
 *
 * @returns the paths, in the order in which a reader wants them.
 */
export async function writeReports(dir: string, run: ReportedRun): Promise<string[]> {
  makeFolder(dir)
  const paths: string[] = []
  for (const name of formatNames) {
    const text = await formats[name](run)
    if (text === null) continue
    const path = join(dir, name)
    await writeWhole(path, text)
    paths.push(path)
  }
  const har = join(dir, HAR_NAME)
  await writeHar(har, run.exchanges(), run.header, run.notes)
  return [...paths, har]
}

/** Lets `latest` beside the run's folder name it: a link, or a text file where links are not to be had. */
export async function nameLatest(dir: string): Promise<void> {
  const latest = join(dirname(dir), 'latest')
  const fresh = `${latest}.${process.pid}.part`
  await rm(fresh, { force: true })
  try {
    await symlink(basename(dir), fresh, 'dir')
    await rename(fresh, latest)
  } catch {
    await rm(fresh, { force: true, recursive: true })
    await nameInText(latest, basename(dir))
  }
}

/** Where `latest` is a folder of somebody, it stays what it is. */
async function nameInText(latest: string, name: string): Promise<void> {
  const kind = await lstat(latest).catch(() => null)
  if (kind?.isDirectory()) return
  if (kind?.isSymbolicLink()) await rm(latest)
  await writeWhole(latest, `${name}\n`)
}

async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await writeFile(file, text)
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** Characters of exchanges that a page carries beside those that a step or a finding names. */
const MAX_PAGE_CHARS = 2_000_000
const MAX_NAMED = 2_000
const MAX_BODY_CHARS = 20_000

/** What the page of a run is given. Of a very long run the page holds the exchanges that matter; all are in the journal. */
export async function pageDataOf(run: ReportedRun): Promise<PageData> {
  const { report, judgement, header, repeatCommand, runs, trend } = run
  const { kept, leftOut } = await exchangesFor(run)
  return {
    report,
    exchanges: kept,
    exchangesLeftOut: leftOut,
    profile: header.profile,
    lang: report.run.lang,
    repeatCommand,
    because: becauseOf(judgement),
    ...(runs && runs.length > 0 && { runs }),
    ...(trend && { trend }),
  }
}

async function exchangesFor(run: ReportedRun): Promise<{ kept: Exchange[]; leftOut: number }> {
  const named = namedBy(run.report)
  const kept: Exchange[] = []
  let chars = 0
  let leftOut = 0
  for await (const exchange of run.exchanges()) {
    const shown = shortened(exchange)
    const size = sizeOf(shown)
    if (named.has(exchange.id) || chars + size <= MAX_PAGE_CHARS) {
      kept.push(shown)
      if (!named.has(exchange.id)) chars += size
    } else leftOut++
  }
  return { kept, leftOut }
}

function namedBy({ findings, steps }: Report): Set<string> {
  const ids = [
    ...findings.flatMap(({ exchange, places }) => [
      exchange,
      ...(places ?? []).map((place) => place.exchange),
    ]),
    ...steps.filter(({ verdict }) => verdict === 'fail').flatMap(({ exchanges }) => exchanges),
    ...steps.flatMap(({ exchanges }) => exchanges),
  ]
  return new Set(ids.filter((id) => id !== null).slice(0, MAX_NAMED))
}

function sizeOf({ request, answer }: Exchange): number {
  const headers = [...request.headers, ...(answer?.headers ?? [])]
  const texts = [request.url, request.body?.text ?? '', answer?.body?.text ?? '']
  return (
    headers.reduce((sum, [name, value]) => sum + name.length + value.length + 8, 400) + texts.join('').length
  )
}

function shortened(exchange: Exchange): Exchange {
  const cut = <T extends Pick<Exchange['request'], 'body'>>(side: T): T => {
    const text = side.body?.text ?? ''
    if (!side.body || text.length <= MAX_BODY_CHARS) return side
    return { ...side, body: { ...side.body, text: text.slice(0, MAX_BODY_CHARS), flaw: 'truncated' } }
  }
  return { ...exchange, request: cut(exchange.request), answer: exchange.answer && cut(exchange.answer) }
}
