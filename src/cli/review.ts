import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createMasker, type Masker } from '../exchange/masking.js'
import { buildReport } from '../report/build-report.js'
import { nameLatest, writeReports } from '../report/write-reports.js'
import { ApplicationFileError, parseApplication } from '../review/application-file.js'
import { coveringNote } from '../review/covering-note.js'
import { type Drawer, type NoDrawer, openDrawer } from '../review/drawer.js'
import { newestRecording } from '../review/recorded-work.js'
import { describeReview, drawReview, reviewMarkdown } from '../review/render-review.js'
import { type ReviewOutcome, review } from '../review/review.js'
import type { Registration } from '../rules/application/index.js'
import { userAgent, version } from '../version.js'
import { type Catalogue, fill, loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'
import { exitStatus, metaOf, pageRenderer } from './kept-run.js'

/** Answers one question: press "request review" now, or not yet? */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { options, settings, io } = invocation
  if (typeof options.verify === 'string') return verify(invocation, options.verify)
  const path = resolve(
    settings.cwd,
    typeof options.application === 'string' ? options.application : 'application.yaml',
  )
  const registration = await readApplication(invocation, path)
  const startedAt = io.clock.wall().toISOString()
  const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}-review-${process.pid.toString(36)}`
  const place = {
    path,
    registration,
    id,
    startedAt,
    dir: settings.reportDir ?? join(settings.cwd, 'reports', id),
  }
  await makeFolder(place.dir)
  const masker = maskerOf(invocation)
  const drawer = await openDrawer(
    typeof options.browser === 'string' ? options.browser : null,
    registration.language,
  )
  const printed: string[] = []
  const outcome = await reviewAll(invocation, place, masker, drawer, printed)
    .catch((error: unknown) => {
      if (!io.signal.aborted) throw error
      return null
    })
    .finally(() => ('missing' in drawer ? undefined : drawer.close()))
  if (outcome === null) {
    io.err(`${fill(invocation.catalogue.ui['cli.interrupted'], { dir: place.dir }, invocation.lang)}\n`)
    return 130
  }
  return tellOutcome(invocation, place, outcome, masker, drawer, printed)
}

interface Place {
  readonly path: string
  readonly registration: Registration
  readonly id: string
  readonly startedAt: string
  readonly dir: string
}

async function readApplication({ settings }: Invocation, path: string): Promise<Registration> {
  const shown = relative(settings.cwd, path) || path
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ApplicationFileError('review.file-missing', { path: shown })
  })
  return parseApplication(text, shown)
}

async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? ''
    throw new SettingsError('settings.not-writable', { path: dir, why })
  }
}

function maskerOf({ settings }: Invocation): Masker {
  const masker = createMasker()
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  if (accessToken !== null) masker.register('access_token', accessToken)
  if (refreshToken !== null) masker.register('refresh_token', refreshToken)
  if (clientSecret !== null) masker.register('client_secret', clientSecret)
  return masker
}

const KEPT_OUTPUT = 40

async function reviewAll(
  invocation: Invocation,
  { path, registration, id, startedAt, dir }: Place,
  masker: Masker,
  drawer: Drawer | NoDrawer,
  printed: string[],
): Promise<ReviewOutcome> {
  const { settings, io, catalogue, spawn, options } = invocation
  return review({
    registration,
    applicationPath: path,
    profile: settings.profile,
    recordings: await recordingsOf(invocation, dir),
    command: spawn,
    cwd: settings.cwd,
    reportDir: dir,
    header: {
      ...{ id, command: 'review', startedAt, tool: { name: 'homologa', version } },
      ...{ profile: settings.profile, toleranceMs: settings.toleranceMs },
    },
    baseUrl: settings.baseUrl,
    tokenUrl: settings.credentials.tokenUrl,
    userAgent,
    timeoutMs: settings.timeoutMs,
    network: settings.network,
    masker,
    clock: io.clock,
    drawer,
    ...(typeof options.port === 'string' && { port: Number(options.port) }),
    signal: io.signal,
    onProgress: (progress) => io.err(`${catalogue.ui[`review.progress.${progress}`]}\n`),
    onOutput: (text) => {
      printed.push(...text.split('\n').filter((line) => line !== ''))
      printed.splice(0, printed.length - KEPT_OUTPUT)
    },
  })
}

/** The files that were named; else, where no application is started, the newest run that is kept. */
async function recordingsOf(invocation: Invocation, dir: string): Promise<readonly string[]> {
  const { options, settings, spawn } = invocation
  const named = (options.recording as readonly string[] | undefined) ?? []
  if (named.length > 0) return Promise.all(named.map((name) => journalAt(name, settings.cwd)))
  if (spawn.length > 0) return []
  const newest = await newestRecording(join(settings.cwd, 'reports'))
  if (newest !== null) return [newest]
  return settings.baseUrl === null ? [] : checkNow(invocation, dir)
}

/** Where nothing is recorded and a service is named, the five steps are run with the application's own tokens. */
async function checkNow(invocation: Invocation, dir: string): Promise<readonly string[]> {
  const { io, settings } = invocation
  const { accessToken, refreshToken, tokenCommand } = settings.credentials
  if (accessToken === null && refreshToken === null && tokenCommand === null) return []
  const { run: check } = await import('./check.js')
  const reportDir = join(dir, 'check')
  await check({
    ...invocation,
    command: 'check',
    options: {},
    settings: { ...settings, json: false, reportDir },
    io: { ...io, out: io.err },
  })
  return [join(reportDir, 'journal.ndjson')]
}

async function journalAt(name: string, cwd: string): Promise<string> {
  const path = resolve(cwd, name)
  const found = await stat(path).catch(() => null)
  if (!found) throw new SettingsError('settings.no-run', { path: name })
  return found.isDirectory() ? join(path, 'journal.ndjson') : path
}

async function tellOutcome(
  invocation: Invocation,
  place: Place,
  outcome: ReviewOutcome,
  masker: Masker,
  drawer: Drawer | NoDrawer,
  printed: readonly string[],
): Promise<ExitStatus> {
  const { settings, io, catalogue, lang, commandLine } = invocation
  const { judgement, header, exchanges } = outcome
  const durationMs = Math.max(0, Math.round(io.clock.wall().getTime() - Date.parse(place.startedAt)))
  const report = buildReport({ ...metaOf(header), durationMs, repeats: 0 }, judgement, catalogue, lang)
  const text = describeReview(outcome, place.registration.situation, {
    catalogue,
    lang,
    cwd: settings.cwd,
  })
  await writeReports(place.dir, {
    ...{ report, judgement, header, catalogue, exchanges: () => exchanges, repeatCommand: commandLine },
    ...(await pageRenderer()),
  })
  await writeFile(
    join(place.dir, 'review.md'),
    reviewMarkdown(text, masker.maskText(place.registration.name) || 'review'),
  )
  if (settings.reportDir === null) await nameLatest(place.dir)
  const lines = [
    ...drawReview(text, (heading) => `${place.registration.name || '—'}: ${heading}`),
    '',
    ...applicationLines(outcome, printed, catalogue, lang),
    screenshotLine(outcome, drawer, place, invocation),
    ...(await evidenceLines(invocation, place, outcome, masker)),
  ]
  const print = settings.json ? io.err : io.out
  print(`${lines.join('\n')}\n`)
  if (settings.json) io.out(`${JSON.stringify(report, null, 2)}\n`)
  return io.signal.aborted ? 130 : exitStatus(outcome.verdict)
}

function applicationLines(
  { applicationEnded: how, verdict }: ReviewOutcome,
  printed: readonly string[],
  { ui }: Catalogue,
  lang: Invocation['lang'],
): string[] {
  if (how === null || verdict === 'pass') return []
  return [fill(ui['review.application-ended'], { how }, lang), ...printed.map((line) => `  ${line}`)]
}

function screenshotLine(
  { screenshots }: ReviewOutcome,
  drawer: Drawer | NoDrawer,
  { dir }: Place,
  { catalogue, lang, settings }: Invocation,
): string {
  const { ui } = catalogue
  if ('missing' in drawer)
    return fill(ui[`review.screenshots.${drawer.missing}`], { detail: drawer.detail }, lang)
  const shown = relative(settings.cwd, join(dir, 'screenshots'))
  return fill(ui['review.screenshots'], { count: screenshots.length, dir: shown }, lang)
}

/** The evidence is made where nothing is broken and nothing is missing, and nowhere else. */
async function evidenceLines(
  { catalogue, commandLine, io, lang, settings }: Invocation,
  { dir, path, registration }: Place,
  outcome: ReviewOutcome,
  masker: Masker,
): Promise<string[]> {
  const { ui } = catalogue
  const say = (key: keyof Catalogue['ui'], values: Readonly<Record<string, string | null>> = {}) =>
    fill(ui[key], values, lang)
  const files = say('review.files', { dir: relative(settings.cwd, dir) || dir })
  const next = (values: Readonly<Record<string, string>>) => say(`review.next.${outcome.verdict}`, values)
  if (outcome.verdict !== 'pass') {
    const ready = ui['review.verdict.pass']
    return [files, say('review.evidence.not-made', { ready }), next({ command: commandLine })]
  }
  const [{ collectEvidence, SecretInEvidenceError }, { packEvidence, sha256 }] = await Promise.all([
    import('../review/collect-evidence.js'),
    import('../review/evidence.js'),
  ])
  const createdAt = io.clock.wall().toISOString()
  const { header, run, screenshots } = outcome
  const note = {
    ...{ registration, version, profile: header.profile.name, date: createdAt.slice(0, 10) },
    ...{ baseUrl: header.baseUrl, embedded: header.embedded, hasScreenshots: screenshots.length > 0 },
  }
  const [english, portuguese] = await Promise.all([loadCatalogue('en'), loadCatalogue('pt-BR')])
  const texts = {
    'note.en.md': coveringNote(note, english, 'en'),
    'note.pt-BR.md': coveringNote(note, portuguese, 'pt-BR'),
    'profile.json': `${JSON.stringify(header.profile, null, 2)}\n`,
  }
  const own = join(dir, 'journal.ndjson')
  const recording = run === null || run.path === own ? null : run.path
  try {
    const sources = { reportDir: dir, applicationPath: path, registration, recording, texts, masker }
    const collected = await collectEvidence(sources)
    const meta = {
      tool: header.tool,
      profile: header.profile.name,
      application: masker.maskText(registration.name),
    }
    const packed = packEvidence(collected, { ...meta, verdict: outcome.verdict, createdAt })
    const archive = join(dir, 'evidence.zip')
    await writeFile(archive, packed, { mode: 0o600 })
    const shown = relative(settings.cwd, archive)
    return [
      files,
      say('review.evidence.made', { path: shown, sha256: sha256(packed) }),
      next({ path: shown }),
    ]
  } catch (error) {
    if (!(error instanceof SecretInEvidenceError)) throw error
    return [files, say('review.evidence.secret', { path: error.path })]
  }
}

/** Holds an archive against its seal and manifest; 0 where it is whole. */
async function verify({ catalogue, io, lang, settings }: Invocation, file: string): Promise<ExitStatus> {
  const { verifyEvidence } = await import('../review/evidence.js')
  const { ui } = catalogue
  const bytes = await readFile(resolve(settings.cwd, file)).catch((error: NodeJS.ErrnoException) => error)
  if (bytes instanceof Error) {
    io.err(`${fill(ui['review.file-unreadable'], { path: file, why: bytes.code ?? '' }, lang)}\n`)
    return 2
  }
  const { flaws, manifest } = verifyEvidence(bytes)
  if (settings.json) io.out(`${JSON.stringify({ whole: flaws.length === 0, flaws, manifest }, null, 2)}\n`)
  const print = settings.json ? io.err : io.out
  if (flaws.length > 0 || manifest === null) {
    const lines = flaws.map(({ flaw, path }) => `  - ${fill(ui[`review.flaw.${flaw}`], { path }, lang)}`)
    print(
      `${[fill(ui['review.verified.not'], { path: file }, lang), ...lines, ui['review.flaw.next']].join('\n')}\n`,
    )
    return 1
  }
  const { application, createdAt, files, tool } = manifest
  const values = {
    path: file,
    files: files.length,
    application,
    createdAt,
    tool: `${tool.name} ${tool.version}`,
  }
  print(`${fill(ui['review.verified'], values, lang)}\n`)
  return 0
}
