import { dirname } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import { judgedProcedure } from '../judging/judged.js'
import { pageRunsOf } from '../report/build-report.js'
import { firstDiff } from '../report/first-diff.js'
import { trendPointOf } from '../report/night.js'
import type { TrendPoint } from '../report/page-data.js'
import type { Report } from '../report/report.js'
import { type ProfiledRun, profilesOf, reportOf } from '../report/report-of.js'
import { idleFaults, isClientNote, withNotes } from '../report/with-notes.js'
import { pointLatestTo, writeReports } from '../report/write-reports.js'
import { commonSettings } from '../settings/setting.js'
import type { Settings } from '../settings/settings.js'
import type { MessageReference } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import { exchangesIn, type KeptRun, metaOf, pageRenderer, runFactsNote } from './kept-run.js'
import type { Outcome } from './outcome.js'

/** A judged run with everything that its report files need. Each format reads the exchanges again, so they need no memory. */
export interface JudgedRun extends ProfiledRun {
  readonly dir: string
  /** Sentences for the report, such as that the recording is damaged. */
  readonly notices?: readonly MessageReference[]
  /** The kinds of requests in a recording without a homologation, listed below the last notice. */
  readonly kinds?: readonly string[]
  readonly durationMs: number
  readonly repeats?: number
  /** The journal that this command wrote; null if it read another one. */
  readonly journalPath: string | null
  /** Whether `latest` should name the run from now on: not if its report is only written again. */
  readonly isNew: boolean
  /** The file that was judged, if it was a file. */
  readonly recording?: string
  /** The command that makes the run again. Default: this one. */
  readonly repeatCommand?: string | null
  /** Earlier runs, the oldest first. */
  readonly trend?: readonly TrendPoint[]
}

type Exchanges = Iterable<Exchange> | AsyncIterable<Exchange>

/** Builds the report of a judged run and writes all its files. */
export async function publishJudged(invocation: Invocation, run: JudgedRun): Promise<Outcome> {
  const { catalogue, settings, printLine, printMessage } = invocation
  const { header, judged, exchanges, repeats = 0, recording } = run
  const meta = { ...metaOf(header), durationMs: Math.round(run.durationMs), repeats, recording }
  const { leastRoutes = null } = judged
  const withoutProfiles = withNotes(reportOf(meta, judged, invocation), { ...run, leastRoutes }, invocation)
  const profiles = await profilesOf(run, withoutProfiles, invocation)
  const report = profiles.length === 0 ? withoutProfiles : { ...withoutProfiles, profiles }
  const repeatCommand = run.repeatCommand ?? repeatLine(invocation)
  // Counted while the report files are written.
  const lost: LostBodies = { cut: 0, notKept: 0 }
  const isEmpty = report.verdict === 'incomplete' && (await isWithoutTraffic(run))
  const files = isEmpty
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
  // The cause of the verdict is printed at the end of the output anyway.
  const idle = idleFaults(run.notes, invocation).filter((sentence) => sentence !== report.cause)
  idle.forEach(printLine)
  if (lost.cut > 0) printMessage('judge.cut', { count: lost.cut, maxBody: settings.maxBodyBytes })
  if (lost.notKept > 0) printMessage('judge.left-out', { count: lost.notKept })
  if (run.isNew && isAmongKeptRuns(run.dir, settings)) await pointLatestTo(run.dir)
  const journal = run.journalPath === null ? [] : [run.journalPath]
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
      exchanges: await exchangesNamedBy(report, exchanges()),
      files: [...journal, ...files],
    },
  }
}

/** A run of this command that has ended. Default of `exchanges`: those of the journal; of `durationMs`: the time until now. */
type EndedRun = Pick<JudgedRun, 'judged' | 'repeats' | 'trend'> &
  Partial<Pick<JudgedRun, 'exchanges' | 'durationMs'>>

/** Closes the journal of a run that has ended and writes its files. */
export async function publishRun(
  invocation: Invocation,
  { dir, header, journal, originMs }: KeptRun,
  run: EndedRun,
  isInterrupted: boolean,
): Promise<Outcome> {
  const durationMs = run.durationMs ?? invocation.clock.now() - originMs
  const repeatCommand = repeatLine(invocation, header.seed)
  journal.note(runFactsNote(Math.round(durationMs), repeatCommand))
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
    repeatCommand,
  })
  return unlessInterrupted(outcome, isInterrupted)
}

/** Whether `examine` or `proxy` saw no request, and the command printed nothing. Such a run needs no report files. */
async function isWithoutTraffic({ exchanges, header, journalPath, notes }: JudgedRun): Promise<boolean> {
  const isAwaited = header.source === 'examine' || header.source === 'proxy'
  if (journalPath === null || !isAwaited || notes.some((note) => isClientNote(note) && note.lines.length > 0))
    return false
  for await (const _ of exchanges()) return false
  return true
}

/** Whether a folder is among those whose newest the link `latest` names. */
export function isAmongKeptRuns(dir: string, { reportDir, reportsDir }: Settings): boolean {
  return reportDir === null || dirname(dir) === reportsDir
}

/** How many bodies were kept only at their beginning (`cut`), and how many not at all. */
type LostBodies = Record<'cut' | 'notKept', number>

/** Passes the exchanges on and counts the bodies that were not kept whole. */
async function* countingLost(exchanges: Exchanges, lost: LostBodies): AsyncGenerator<Exchange, void> {
  let cut = 0
  let notKept = 0
  for await (const exchange of exchanges) {
    const { request, response, failure } = exchange
    const bodies = failure === null ? [request.body, response?.body] : []
    cut += bodies.filter((body) => body?.flaw === 'truncated').length
    notKept += bodies.filter((body) => body?.flaw === 'not-recorded' && body.sizeBytes > 0).length
    // Several formats read the exchanges, and some stop early: the longest reading counts.
    lost.cut = Math.max(lost.cut, cut)
    lost.notKept = Math.max(lost.notKept, notKept)
    yield exchange
  }
}

/** More findings than any output shows. */
const MOST_NAMED = 100

/** The exchanges that the first findings name. The end of the output shows them. */
export async function exchangesNamedBy({ findings }: Report, exchanges: Exchanges): Promise<Exchange[]> {
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

/** Settings that change the result of a run. A command is repeated with these. */
const RESULT_SETTINGS: ReadonlySet<string> = new Set([
  'baseUrl',
  'tokenUrl',
  'profile',
  'spacingMs',
  'toleranceMs',
  'timeoutMs',
  'strictShapes',
])

/**
 * The command that does the same again in any shell: the typed words, with the settings of the environment and the seed of the
 * embedded service as flags. null if nothing was typed.
 */
export function repeatLine(
  { typedWords, userCommand, settings }: Invocation,
  seed: string | null = null,
): string | null {
  if (typedWords === null) return null
  const fromEnvironment = flagsForEnvironment(settings)
  const isSeedTyped = typedWords.some((word) => word === '--seed' || word.startsWith('--seed='))
  const seedFlag = seed === null || isSeedTyped ? [] : ['--seed', seed]
  // The address of a webhook is a secret, and the same findings need no second post.
  const typed = typedWords.filter(
    (word, i) => !word.startsWith('--notify=') && word !== '--notify' && typedWords[i - 1] !== '--notify',
  )
  const client = userCommand.length > 0 ? ['--', ...userCommand] : []
  return ['npx', 'homologa', ...typed, ...fromEnvironment, ...seedFlag, ...client].map(quote).join(' ')
}

/** The settings of the environment as flags. homologa.yaml needs none, because the command is repeated in the same folder. */
function flagsForEnvironment({ given }: Settings): string[] {
  return commonSettings.flatMap(({ key, flags, kind }) => {
    const [flag = '', placeholder] = flags.split(' ')
    const setting = given.get(key)
    if (setting?.by !== 'environment' || !RESULT_SETTINGS.has(key)) return []
    if (placeholder !== undefined) return [flag, setting.text]
    return kind.read(setting.text, setting.variable) === true ? [flag] : []
  })
}

/** Quotes a word for a POSIX shell, if it needs that. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
