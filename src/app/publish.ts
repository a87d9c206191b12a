import { dirname } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/journal.js'
import { type Judged, judgedProcedure } from '../judging/judged.js'
import { pageRunsOf } from '../report/build-report.js'
import { firstDiff } from '../report/first-diff.js'
import { trendPointOf } from '../report/night.js'
import type { TrendPoint } from '../report/page-data.js'
import { profilesOf } from '../report/profiles.js'
import type { Report } from '../report/report.js'
import { reportOf } from '../report/report-of.js'
import { idleFaults, isClientNote, withNotes } from '../report/with-notes.js'
import { nameLatest, writeReports } from '../report/write-reports.js'
import { commonSettings } from '../settings/setting.js'
import type { Settings } from '../settings/settings.js'
import type { Unsaid } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import { exchangesIn, type KeptRun, metaOf, pageRenderer } from './kept-run.js'
import type { Outcome } from './outcome.js'

/** A judged run and the file that holds its exchanges. They are read again for each format, never held in memory. */
export interface JudgedRun {
  readonly dir: string
  readonly header: RunHeader
  readonly judged: Judged
  readonly notes: readonly Note[]
  /** Notices for the report's reader, and the kinds of requests that follow the last one. */
  readonly notices?: readonly Unsaid[]
  readonly kinds?: readonly string[]
  readonly exchanges: () => Exchanges
  readonly durationMs: number
  readonly repeats?: number
  /** The journal, if it was already written next to the reports. */
  readonly journalPath: string | null
  /** Whether `latest` names it from now on; a report that is only written again changes nothing. */
  readonly isNew: boolean
  /** The file that was judged, where one was. */
  readonly recording?: string
  /** The command that made the run, if it was another than this one. */
  readonly repeatCommand?: string | null
  /** Earlier runs, the oldest first. */
  readonly trend?: readonly TrendPoint[]
}

type Exchanges = Iterable<Exchange> | AsyncIterable<Exchange>

/** Writes every file of what was judged. */
export async function publishJudged(invocation: Invocation, run: JudgedRun): Promise<Outcome> {
  const { catalogue, settings } = invocation
  const { header, judged, exchanges, repeats = 0, recording } = run
  // The seed of a recording is unknown to this command, so only its own run is repeated with one.
  const isOwn = header.embedded && run.journalPath !== null
  const meta = { ...metaOf(header), durationMs: Math.round(run.durationMs), repeats, recording }
  const { leastRoutes = null } = judged
  const told = withNotes(reportOf(meta, judged, invocation), { ...run, leastRoutes }, invocation)
  const profiles = await profilesOf(run, told, invocation)
  const report = profiles.length === 0 ? told : { ...told, profiles }
  const repeatCommand = run.repeatCommand ?? repeatLine(invocation, { '--seed': isOwn ? header.seed : null })
  const lost: LostBodies = { cut: 0, unread: 0 }
  const nothing = report.verdict === 'incomplete' && (await isNothing(run))
  const files = nothing
    ? []
    : await writeReports(run.dir, {
        report,
        judgement: judged.judgement,
        header,
        notes: run.notes,
        catalogue,
        ...(report.runs && { runs: pageRunsOf(meta, judged.traffic?.runs ?? [], invocation) }),
        exchanges: () => countingLost(exchanges(), lost),
        repeatCommand,
        ...(run.trend && { trend: [...run.trend, trendPointOf(report)] }),
        ...(await pageRenderer()),
      })
  for (const idle of idleFaults(run.notes, invocation)) if (idle !== report.cause) invocation.say(idle)
  const { maxBodyBytes: maxBody } = settings
  if (lost.cut > 0) invocation.tell('judge.cut', { count: lost.cut, maxBody })
  if (lost.unread > 0) invocation.tell('judge.left-out', { count: lost.unread })
  if (run.isNew && isKept(run.dir, settings)) await nameLatest(run.dir)
  const beside = run.journalPath === null ? [] : [run.journalPath]
  return {
    ending: report.verdict,
    run: {
      report,
      repeatCommand,
      diff: await firstDiff(report, {
        profile: header.profile,
        procedure: judgedProcedure(judged),
        exchanges: exchanges(),
      }),
      exchanges: await namedBy(report, exchanges()),
      files: [...beside, ...files],
    },
  }
}

/** The facts of a run that its exchanges do not show: how long it took and what was typed. */
interface MadeNote extends Note {
  readonly kind: 'made'
  readonly durationMs: number
  readonly repeatCommand: string | null
}

/** The same from the notes of a journal. */
export function madeIn(notes: readonly Note[]): Partial<Pick<JudgedRun, 'durationMs' | 'repeatCommand'>> {
  const made = notes.findLast((note): note is MadeNote => note.kind === 'made')
  return made ? { durationMs: made.durationMs, repeatCommand: made.repeatCommand } : {}
}

type OfKept = 'dir' | 'header' | 'notes' | 'journalPath' | 'isNew'
type EndedRun = Pick<JudgedRun, 'judged'> & Partial<Omit<JudgedRun, OfKept | 'judged'>>

/** Closes the journal of a run that has ended and writes its files. */
export async function publishRun(
  invocation: Invocation,
  { dir, header, journal, originMs }: KeptRun,
  run: EndedRun,
  isInterrupted: boolean,
): Promise<Outcome> {
  const durationMs = run.durationMs ?? invocation.clock.now() - originMs
  const repeatCommand = repeatLine(invocation, { '--seed': header.embedded ? header.seed : null })
  journal.note({ kind: 'made', durationMs: Math.round(durationMs), repeatCommand } satisfies MadeNote)
  await journal.close()
  const outcome = await publishJudged(invocation, {
    dir,
    header,
    notes: journal.notes,
    journalPath: journal.path,
    isNew: true,
    exchanges: () => exchangesIn(journal.path),
    ...run,
    durationMs,
  })
  return unlessInterrupted(outcome, isInterrupted)
}

/**
 * Whether an application was awaited and neither called nor printed anything. A report of that would say no more than the
 * end of the output does.
 */
async function isNothing({ exchanges, header, journalPath, notes }: JudgedRun): Promise<boolean> {
  const isAwaited = header.source === 'examine' || header.source === 'proxy'
  if (journalPath === null || !isAwaited || notes.some((note) => isClientNote(note) && note.lines.length > 0))
    return false
  for await (const _ of exchanges()) return false
  return true
}

/** Whether it lies where runs are kept, named by itself or by its user: `latest` names the newest of these. */
export function isKept(dir: string, { reportDir, reportsDir }: Settings): boolean {
  return reportDir === null || dirname(dir) === reportsDir
}

interface LostBodies {
  /** Bodies of which only the beginning was kept. */
  cut: number
  /** They came, and nothing of them was kept. */
  unread: number
}

/** Passes the exchanges on and counts the bodies that were not kept whole. */
async function* countingLost(exchanges: Exchanges, lost: LostBodies): AsyncGenerator<Exchange, void> {
  let cut = 0
  let unread = 0
  for await (const exchange of exchanges) {
    const { request, response, failure } = exchange
    const bodies = failure === null ? [request.body, response?.body] : []
    cut += bodies.filter((body) => body?.flaw === 'truncated').length
    unread += bodies.filter((body) => body?.flaw === 'not-recorded' && body.sizeBytes > 0).length
    // a reader that has seen enough stops early
    lost.cut = Math.max(lost.cut, cut)
    lost.unread = Math.max(lost.unread, unread)
    yield exchange
  }
}

const MOST_NAMED = 100

/** The exchanges that findings show, and no more. */
export async function namedBy({ findings }: Report, exchanges: Exchanges): Promise<Exchange[]> {
  const wanted = new Set(findings.slice(0, MOST_NAMED).flatMap(({ exchange }) => exchange ?? []))
  const found: Exchange[] = []
  if (wanted.size === 0) return found
  for await (const exchange of exchanges) {
    if (!wanted.delete(exchange.id)) continue
    found.push(exchange)
    if (wanted.size === 0) break
  }
  return found
}

/** A run that the user interrupted ends as interrupted, even if it has a verdict. */
export function unlessInterrupted(outcome: Outcome, isInterrupted: boolean): Outcome {
  return isInterrupted ? { ...outcome, ending: 'interrupted' } : outcome
}

/** Settings that decide what happens; the others say how it is shown, or where. */
const telling: ReadonlySet<string> = new Set([
  'baseUrl',
  'tokenUrl',
  'profile',
  'spacingMs',
  'toleranceMs',
  'timeoutMs',
  'strictShapes',
])

/**
 * The line that does the same again, wherever it is typed: as it was asked for, with the settings that came from the
 * environment or `.env`, and with what was drawn by chance (`drawn`: `--seed`, `a1b2c3`). null where nothing was typed.
 */
export function repeatLine(
  { words, spawn, settings }: Invocation,
  drawn: Readonly<Record<string, string | null>> = {},
): string | null {
  if (words === null) return null
  const fromEnvironment = commonSettings.flatMap(({ key, flags, env }) => {
    const [flag = '', value] = flags.split(' ')
    const text = settings.given.get(key)?.text
    const isTold = text !== undefined && telling.has(key) && settings.given.get(key)?.by === 'environment'
    return isTold && env ? [flag, ...(value === undefined ? [] : [text])] : []
  })
  const chance = Object.entries(drawn).flatMap(([flag, value]) =>
    value === null || words.some((word) => word === flag || word.startsWith(`${flag}=`)) ? [] : [flag, value],
  )
  // The address of a webhook is a secret, and the same findings need no second post.
  const isWebhook = (word: string, at: number) =>
    word.startsWith('--notify=') || word === '--notify' || words[at - 1] === '--notify'
  const typed = words.filter((word, at) => !isWebhook(word, at))
  const own = ['npx', 'homologa', ...typed, ...fromEnvironment, ...chance]
  return [...own, ...(spawn.length > 0 ? ['--', ...spawn] : [])].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
