import { join, relative, resolve } from 'node:path'
import { journalOf } from '../exchange/journal.js'
import { writeWhole } from '../exchange/write-whole.js'
import { readAtMost, readTextFileIfAny } from '../node/text-file.js'
import { codeOf, whyOf } from '../node/thrown.js'
import { buildReport } from '../report/build-report.js'
import type { Look } from '../report/look.js'
import { brief } from '../report/safe-text.js'
import { pointLatestTo, writeReports } from '../report/write-reports.js'
import { parseApplication } from '../review/application-file.js'
import type { Packed, ReviewedApplication } from '../review/collect-evidence.js'
import { type NoBrowser, openBrowser, type PageBrowser } from '../review/page-browser.js'
import { describeReview, drawReview, renderReviewMarkdown } from '../review/render-review.js'
import { type ReviewOutcome, review } from '../review/review.js'
import type { ReviewOptions } from '../review/review-options.js'
import { fill } from '../words/catalogue.js'
import { SettingsError, type UiKey } from '../words/errors.js'
import { canGetToken, createOwnMasker, type Invocation, type InvocationOf } from './invocation.js'
import { folderFor, headerOf, makeFolder, metaOf, pageRenderer } from './kept-run.js'
import { newestRecording, recordingAt } from './kept-runs.js'
import type { Outcome } from './outcome.js'
import { isAmongKeptRuns, repeatLine, unlessInterrupted } from './publish.js'

type Reviewing = InvocationOf<'review'>

/** `review`: checks everything that a review checks, and says whether the user can request one now. */
export async function run(invocation: Reviewing): Promise<Outcome> {
  const { options, settings, clock, signal, printMessage } = invocation
  if (options.verify !== undefined) return verify(invocation, options.verify)
  const path = resolve(settings.cwd, options.application ?? 'application.yaml')
  const application = await readApplication(invocation, path)
  const { profile, toleranceMs } = settings
  const header = { ...headerOf('review', clock.wall().toISOString(), profile), toleranceMs }
  const dir = folderFor(settings, header.id)
  await makeFolder(dir)
  const browser = await openBrowser(options.browser ?? null, application.registration.language)
  const masker = createOwnMasker(invocation)
  const beganMs = clock.now()
  const started: StartedReview = { ...application, path, header, dir, beganMs, browser, masker, printed: [] }
  const outcome = await reviewAll(invocation, started)
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
      return null
    })
    .finally(() => ('missing' in browser ? undefined : browser.close()))
  if (outcome !== null) return conclude(invocation, started, outcome)
  printMessage('cli.interrupted', { dir })
  return { ending: 'interrupted' }
}

interface StartedReview extends ReviewedApplication {
  readonly header: ReviewOptions['header']
  /** The clock's value at the start. */
  readonly beganMs: number
  readonly browser: PageBrowser | NoBrowser
  /** The last lines that the application printed. */
  readonly printed: string[]
}

async function readApplication({ settings: { cwd } }: Reviewing, path: string) {
  const shown = relative(cwd, path) || path
  const source = await readTextFileIfAny(shown, cwd)
  if (source === null) throw new SettingsError('review.file-missing', { path: shown })
  return { source, registration: await parseApplication(source, shown) }
}

/** Lines of the application's output that are kept. */
const MOST_PRINTED = 40

async function reviewAll(invocation: Reviewing, started: StartedReview): Promise<ReviewOutcome> {
  const { settings, clock, options, signal, userCommand: command, printMessage } = invocation
  const { masker, printed } = started
  const log = await invocation.display.log(masker)
  return review({
    ...settings,
    ...started,
    applicationPath: started.path,
    command,
    reportDir: started.dir,
    clock,
    signal,
    recordings: await recordingsOf(invocation, started),
    tokenUrl: settings.credentials.tokenUrl,
    ...(options.port !== undefined && { port: options.port }),
    onExchange: (exchange) => log.exchange(exchange),
    onProgress: (progress) => printMessage(`review.progress.${progress}`),
    onLine: (line) => {
      if (line !== '') printed.push(line)
      printed.splice(0, printed.length - MOST_PRINTED)
    },
  })
}

/**
 * The recordings that the user named; otherwise the newest run among the reports. If the review starts the application, it sees a run
 * itself, and an older one counts only if it passed.
 */
async function recordingsOf(invocation: Reviewing, { dir }: StartedReview): Promise<readonly string[]> {
  const { options, settings, userCommand } = invocation
  const { recording: named = [] } = options
  if (named.length > 0) return Promise.all(named.map((name) => recordingAt(name, settings.cwd)))
  const isStarted = userCommand.length > 0
  const newest = await newestRecording(settings.reportsDir, { passedOnly: isStarted })
  if (newest !== null) return [newest]
  return isStarted || settings.baseUrl === null ? [] : checkNow(invocation, dir)
}

/** Runs the five steps with the application's own tokens, because nothing is recorded and the user named a service. */
async function checkNow(invocation: Reviewing, dir: string): Promise<readonly string[]> {
  const { settings, printOutcome } = invocation
  if (!canGetToken(settings.credentials)) return []
  const { run: check } = await import('./check.js')
  const reportDir = join(dir, 'check')
  const outcome = await check({
    ...invocation,
    command: 'check',
    options: {},
    settings: { ...settings, json: false, reportDir },
  })
  printOutcome(outcome)
  return [journalOf(reportDir)]
}

async function conclude(invocation: Reviewing, started: StartedReview, outcome: ReviewOutcome) {
  const { settings, catalogue, clock, lang, signal, printMessage } = invocation
  const { beganMs, dir, registration, masker } = started
  const { judgement, header, exchanges, run, verdict } = outcome
  const [own, asked] = [run?.profileName ?? header.profile.name, header.profile.name]
  if (own !== asked) printMessage('review.other-profile', { own, asked })
  const durationMs = Math.round(clock.now() - beganMs)
  const report = buildReport({ ...metaOf(header), durationMs, repeats: 0 }, judgement, invocation)
  const text = describeReview(outcome, registration.situation, { catalogue, lang, cwd: settings.cwd })
  const repeatCommand = repeatLine(invocation)
  await writeReports(dir, {
    report,
    judgement,
    header,
    catalogue,
    exchanges: () => exchanges,
    repeatCommand,
    ...(await pageRenderer()),
  })
  const title = masker.maskText(registration.name) || 'review'
  await writeWhole(join(dir, 'review.md'), renderReviewMarkdown(text, title))
  if (isAmongKeptRuns(dir, settings)) await pointLatestTo(dir)
  // Evidence is made only if nothing is broken and nothing is missing.
  let packed: Packed | null = null
  if (verdict === 'pass') {
    const { packReview } = await import('../review/collect-evidence.js')
    packed = await packReview(started, outcome, clock.wall().toISOString())
  }
  const closing = closingLines(invocation, started, outcome, packed)
  const paceHelp = verdict === 'pass' ? [] : [catalogue.ui['review.pace']]
  const lines = (look: Look) => [...drawReview(text, title, look), '', ...paceHelp, ...closing]
  return unlessInterrupted({ ending: verdict, data: report, lines }, signal.aborted)
}

/** The lines after the checklist: how the application ended, every path that was written, and the next step. */
function closingLines(
  invocation: Reviewing,
  { dir, browser, printed }: StartedReview,
  { applicationEnded, screenshots, verdict }: ReviewOutcome,
  packed: Packed | null,
): string[] {
  const { catalogue, lang, settings } = invocation
  const { ui } = catalogue
  const say = (key: UiKey, values: Readonly<Record<string, string | number | null>>) =>
    fill(ui[key], values, lang)
  const short = (path: string) => relative(settings.cwd, path) || path
  const lines: string[] = []
  if (applicationEnded !== null && verdict !== 'pass') {
    lines.push(say('review.application-ended', { how: applicationEnded }))
    if (printed.length > 0)
      lines.push(ui['review.application-printed'], ...printed.map((line) => `  ${line}`))
  }
  if ('missing' in browser)
    lines.push(say(`review.screenshots.${browser.missing}`, { detail: browser.detail }))
  else {
    lines.push(say('review.screenshots', { count: screenshots.length, dir: short(join(dir, 'screenshots')) }))
    if (!browser.isSandboxed) lines.push(ui['review.screenshots.no-sandbox'])
  }
  lines.push(say('review.files', { dir: short(dir) }))
  if (packed === null) {
    lines.push(say('review.evidence.not-made', { ready: ui['review.verdict.pass'] }))
    lines.push(say(`review.next.${verdict}`, { command: repeatLine(invocation) }))
  } else if ('secretIn' in packed) lines.push(say('review.evidence.secret', { path: packed.secretIn }))
  else {
    const { path, sha256 } = packed
    lines.push(say('review.evidence.made', { path: short(path), sha256 }))
    lines.push(say('review.next.pass', { path: short(path) }))
  }
  return lines
}

/** Flaws of an archive that are listed. */
const MOST_FLAWS = 50
const tooLarge = { flaws: [{ flaw: 'too-large', path: null }], manifest: null } as const

/** `--verify`: passes if an archive of evidence agrees with its seal and manifest. @throws SettingsError if it cannot be read */
async function verify({ settings }: Invocation, file: string): Promise<Outcome> {
  const { MAX_ARCHIVE_BYTES, verifyEvidence } = await import('../review/evidence.js')
  const bytes = await readAtMost(resolve(settings.cwd, file), MAX_ARCHIVE_BYTES).catch((error: unknown) => {
    if (codeOf(error) === 'EFBIG') return null
    throw new SettingsError('review.file-unreadable', { path: file, why: whyOf(error) })
  })
  const { flaws, manifest } = bytes === null ? tooLarge : verifyEvidence(bytes)
  const isWhole = flaws.length === 0 && manifest !== null
  return {
    ending: isWhole ? 'pass' : 'fail',
    data: { whole: flaws.length === 0, flaws, manifest },
    lines({ catalogue: { ui }, lang }) {
      if (!isWhole) {
        const sentences = flaws.map(({ flaw, path }) =>
          fill(ui[`review.flaw.${flaw}`], { path: brief(path ?? '') }, lang),
        )
        return [
          fill(ui['review.verified.not'], { path: file }, lang),
          ...sentences.slice(0, MOST_FLAWS).map((sentence) => `  - ${sentence}`),
          ...(flaws.length > MOST_FLAWS ? [fill(ui['review.flaw.more'], { all: flaws.length }, lang)] : []),
          ui['review.flaw.next'],
        ]
      }
      const { application, createdAt, files, tool } = manifest
      const values = {
        path: file,
        files: files.length,
        application: brief(application),
        createdAt: brief(createdAt),
        tool: brief(`${tool.name} ${tool.version}`),
      }
      return [fill(ui['review.verified'], values, lang)]
    },
  }
}
