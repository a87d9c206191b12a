import { resolve } from 'node:path'
import { runClient } from '../examine/client-process.js'
import { type Examination, type Examined, startExamination } from '../examine/examination.js'
import type { Exchange } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import type { GradedRun } from '../judging/grade-traffic.js'
import { judgedTraffic } from '../judging/judge-recording.js'
import type { RunEndedNote } from '../judging/notes.js'
import { everyDeath } from '../judging/recovery.js'
import { messageOf, recoverySentence } from '../report/report-of.js'
import { clientEnvironment, envLines, writeEnvFileNow } from '../service/env-file.js'
import { createResources } from '../service/resources/resources.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'
import { envFileOf, faultsOf, integerOf, invalidateAtOf, listFaults, wantsFaultList } from './embedded.js'
import { startPage } from './examine-page.js'
import { beginRun, type KeptRun } from './kept-run.js'
import { showWaiting } from './waiting.js'
import { publishJudged, sayer } from './watched-run.js'

const DEFAULT_TIMEOUT_S = 300
/** Milliseconds after the client's end within which its last connection is seen to close. */
const SETTLE_MS = 60

/** Serves the embedded service and grades whoever calls. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  if (wantsFaultList(invocation)) {
    await listFaults(invocation)
    return 0
  }
  const { settings, io, options } = invocation
  const say = sayer(invocation)
  const early: (Exchange | RunEndedNote)[] = []
  const waiting = showWaiting(invocation)
  let keep = (one: Exchange | RunEndedNote): void => void early.push(one)
  let changed = (_session: string | null): void => undefined
  let ended = (_run: GradedRun, _exchanges: readonly Exchange[]): void => undefined
  const plan = planOf(invocation)
  const examination = await startExamination({
    ...plan.examination,
    service: {
      ...plan.service,
      ...(await faultsOf(options.fault)),
      resources: createResources({ seed: plan.service.seed }),
    },
    toleranceMs: settings.toleranceMs,
    clock: io.clock,
    onListening: (client) => writeSettings(invocation, client),
    onExchange: (exchange) => keep(exchange),
    onNote: (note) => keep(note),
    onChange: (session) => changed(session),
    onRun: (graded, exchanges) => ended(graded, exchanges),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof SettingsError || error.syscall !== 'listen') throw error
    throw new SettingsError('settings.port', { port: Number(options.port ?? 0), why: error.code ?? '' })
  })
  const kept = await beginRun(invocation, factsOf(examination))
  keep = (one) => {
    if ('kind' in one) return kept.journal.note(one)
    kept.journal.append(one)
    waiting.request(one)
  }
  early.splice(0).forEach(keep)
  const page = await startPage(invocation, examination, kept)
  changed = page.changed
  ended = (graded, exchanges) => {
    page.keep(graded, exchanges)
    waiting.note(lineOf(invocation, graded))
  }
  say('examine.listening', {
    url: examination.listener.baseUrl,
    profile: settings.profile.name,
    seed: examination.service.seed,
  })
  if (page.url) say('examine.page', { url: page.url })
  tellSettings(invocation, examination)
  waiting.begin(examination, plan.wanted)
  const stop = () => void examination.stop()
  io.signal.addEventListener('abort', stop, { once: true })
  if (io.signal.aborted) stop()
  const result =
    invocation.spawn.length > 0 ? await runCommand(invocation, examination) : await examination.done
  waiting.end()
  await page.close()
  return await conclude(invocation, examination, kept, result)
}

interface Plan {
  readonly wanted: number
  readonly service: {
    readonly profile: Invocation['settings']['profile']
    readonly seed: string
    readonly enforce: boolean
  } & Pick<NonNullable<Parameters<typeof startExamination>[0]>['service'] & object, 'invalidateAt'>
  readonly examination: {
    readonly runs: number
    readonly timeoutMs: number
    readonly port?: number
    readonly host?: string
  }
}

function planOf({ options, settings }: Invocation): Plan {
  const isEach = options.invalidateAt === 'each'
  const invalidateAt = isEach ? ('each' as const) : readDeath(options.invalidateAt)
  const wanted = integerOf(options.runs, '--runs', 1, 1_000_000) ?? (isEach ? everyDeath.length : 1)
  const timeoutS = integerOf(options.timeout, '--timeout', 1, 1_000_000) ?? DEFAULT_TIMEOUT_S
  const port = integerOf(options.port, '--port', 0, 65_535)
  const seed = typeof options.seed === 'string' ? options.seed : Math.random().toString(36).slice(2, 8)
  return {
    wanted,
    service: {
      profile: settings.profile,
      seed,
      enforce: options.enforce === true,
      ...(invalidateAt === undefined ? {} : { invalidateAt }),
    },
    examination: {
      runs: wanted,
      timeoutMs: timeoutS * 1000,
      ...(port === undefined ? {} : { port }),
      ...(typeof options.host === 'string' ? { host: options.host } : {}),
    },
  }
}

function readDeath(value: unknown) {
  try {
    return invalidateAtOf(value)
  } catch {
    throw new SettingsError('settings.invalidate-at-each', { text: String(value) })
  }
}

function factsOf({ listener, service, context, plan }: Examination) {
  return {
    baseUrl: listener.baseUrl,
    tokenUrl: listener.tokenUrl,
    embedded: true,
    toleranceMs: context.toleranceMs,
    seed: service.seed,
    source: 'examine' as const,
    watch: plan,
  }
}

function writeSettings({ options, settings }: Invocation, client: Parameters<typeof envLines>[0]): void {
  const envFile = envFileOf(options)
  if (envFile === null) return
  try {
    writeEnvFileNow(envFile, client, settings.cwd)
  } catch (error) {
    throw new SettingsError('settings.not-writable', {
      path: resolve(settings.cwd, envFile),
      why: (error as NodeJS.ErrnoException).code ?? '',
    })
  }
}

/** A client that is neither spawned nor given a file is told on screen; the credentials are worth nothing elsewhere. */
function tellSettings(invocation: Invocation, examination: Examination): void {
  const { options, io, catalogue, settings } = invocation
  const envFile = envFileOf(options)
  if (envFile !== null) sayer(invocation)('examine.env-file', { file: envFile })
  else if (invocation.spawn.length === 0) {
    const lines = envLines(examination.clientSettings()).join('\n')
    io.err(`${catalogue.ui['cli.emulate.print']}\n`)
    if (settings.json) io.err(`${lines}\n`)
    else io.out(`${lines}\n`)
  }
}

/** Settings of this very run, which a client that is one of ours must not take for its own. */
const ownNames: ReadonlySet<string> = new Set([
  'HOMOLOGA_TOKEN_COMMAND',
  'HOMOLOGA_REPORT_DIR',
  'HOMOLOGA_JSON',
])

/** Runs the client until enough runs were judged: again, where more than one is wanted. */
async function runCommand(invocation: Invocation, examination: Examination): Promise<Examined> {
  const { io, spawn, settings } = invocation
  const say = sayer(invocation)
  const over = new AbortController()
  let result: Examined | null = null
  const done = examination.done.then((examined) => {
    result = examined
    over.abort()
    return examined
  })
  const inherited = Object.fromEntries(Object.entries(io.env).filter(([name]) => !ownNames.has(name)))
  while (result === null) {
    const before = examination.grader.splitter.begun
    say('examine.command.start', { command: spawn.join(' ') })
    const end = await runClient({
      command: spawn,
      env: { ...inherited, ...clientEnvironment(examination.clientSettings()) },
      cwd: settings.cwd,
      onOutput: (chunk) => io.err(examination.masker.maskText(Buffer.from(chunk).toString())),
      signal: over.signal,
    })
    if (result !== null) break
    if (end.kind === 'not-started') {
      await examination.stop()
      throw new SettingsError('settings.command', { text: spawn[0] ?? '', why: end.reason })
    }
    if (end.kind === 'killed') say('examine.command.killed', { signal: end.signal })
    else if (end.status !== 0) say('examine.command.exited', { status: end.status })
    await io.clock.sleep(SETTLE_MS)
    examination.endRuns()
    if (examination.grader.splitter.begun === before) return await examination.stop()
    await Promise.race([done, io.clock.sleep(SETTLE_MS * 2)])
  }
  return await done
}

async function conclude(
  invocation: Invocation,
  examination: Examination,
  kept: KeptRun,
  result: Examined,
): Promise<ExitStatus> {
  const { io, options } = invocation
  const say = sayer(invocation)
  if (result.malformed > 0) say('examine.malformed', { count: result.malformed })
  if (result.runs.length === 0 && !io.signal.aborted) {
    const seconds = Number(options.timeout ?? DEFAULT_TIMEOUT_S)
    if (result.ending === 'timeout') say('examine.nobody', { seconds })
    else say('examine.no-run')
  }
  const { recovery, durationMs } = result
  if (recovery) io.err(`${recoverySentence(recovery, invocation.catalogue, invocation.lang)}\n`)
  kept.journal.note({ kind: 'ended', ending: result.ending, runs: result.runs.length })
  await kept.journal.close()
  const { dir, header, journal } = kept
  const status = await publishJudged(invocation, {
    ...{ dir, header, durationMs, notes: journal.notes, journalPath: journal.path, isNew: true },
    judged: judgedTraffic(examination.grader.graded({ recovery })),
    exchanges: () => exchangesOf(journal.path),
  })
  return io.signal.aborted ? 130 : status
}

async function* exchangesOf(path: string): AsyncGenerator<Exchange> {
  yield* (await readJournal(path)).exchanges
}

function lineOf(invocation: Invocation, { number, session, judgement }: GradedRun): string {
  const { catalogue, lang } = invocation
  const verdict = catalogue.ui[`report.verdict.${judgement.verdict}`]
  const cause = messageOf(judgement.cause, catalogue, lang)
  const values = { run: number, session: session ?? catalogue.ui['watch.nobody'], verdict, cause }
  return fill(catalogue.ui[cause === null ? 'examine.run' : 'examine.run.cause'], values, lang)
}
