import { type Examination, type Examined, startExamination } from '../examine/examination.js'
import type { Exchange } from '../exchange/exchange.js'
import type { GradedRun } from '../judging/graded-traffic.js'
import { judgedTraffic } from '../judging/judged.js'
import type { RunEndedNote } from '../judging/notes.js'
import { startProcess } from '../node/run-process.js'
import { whyOf } from '../node/thrown.js'
import { messageOf } from '../report/report-of.js'
import type { ClientNote } from '../report/with-notes.js'
import { clientEnvironment, envLines, mappedEnvironment, templateNames } from '../service/env-file.js'
import type { Fault } from '../service/faults/fault.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import { homologationSteps, routeOf } from '../specification/homologation.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { durationText } from '../words/numerals.js'
import type { TrafficShown } from './display.js'
import {
  listFaultsIfAsked,
  malformedRequestReporter,
  newSeed,
  resourcesOf,
  stockOptions,
  throwWithFlag,
  timedOptions,
  watchedFaults,
} from './embedded.js'
import { writeClientSettings } from './emulate.js'
import { examineAgain, type Round } from './examine-again.js'
import { examineServiceOptions, type ShownPage, startPage, wantedRuns } from './examine-page.js'
import { createMaskerFor, type InvocationOf } from './invocation.js'
import { beginRun, type KeptRun, watchKept } from './kept-run.js'
import type { Outcome } from './outcome.js'
import { publishRun } from './publish.js'

const DEFAULT_TIMEOUT_MS = 300_000
/** Time after the client's end in which its last connection closes, so that its last request is recorded. */
const SETTLE_MS = 60
/** The last lines of the client's output are kept for the report. */
const MOST_LINES = 200
const MOST_LINE_CHARS = 500

type Examine = InvocationOf<'examine'>

/** `examine`: serves the embedded service and grades every client that connects. */
export async function run(invocation: Examine): Promise<Outcome> {
  const { options } = invocation
  const faultTable = await listFaultsIfAsked(options)
  if (faultTable) return faultTable
  refuseUnknownTemplates(invocation)
  if (options.watch === undefined) return (await examineOnce(invocation)).outcome
  return examineAgain(invocation, options.watch, examineOnce)
}

async function examineOnce(invocation: Examine): Promise<Round> {
  const { options, userCommand, display } = invocation
  const terminal = display.traffic()
  // The header of the journal has the address of the service, so requests may arrive before the journal is open.
  const early: JournalEntry[] = []
  const audience: Audience = { page: null, terminal, record: (entry) => void early.push(entry) }
  const { faults, noteIdleFaults } = await watchedFaults(options)
  const examination = await openExamination(invocation, audience, faults)
  let reportPage: string | undefined
  try {
    const kept = await beginRun(invocation, factsOf(examination))
    audience.record = (entry) => {
      if ('kind' in entry) return kept.journal.note(entry)
      kept.journal.append(entry)
      terminal.request(entry)
    }
    early.forEach(audience.record)
    audience.page = await startPage(invocation, examination, kept)
    tellBeginning(invocation, examination, audience.page)
    terminal.begin(examination, wantedRuns(options))
    const examine = () =>
      userCommand.length > 0 ? runCommand(invocation, examination, kept) : examination.done
    const result = await watchKept(invocation, kept, examination.stop, examine).finally(() => terminal.end())
    // Without a request, no fault could take effect.
    if (result.seen > 0) noteIdleFaults(kept.journal)
    const outcome = await conclude(invocation, examination, kept, result)
    reportPage = outcome.run?.files.find((file) => file.endsWith('report.html'))
    return { outcome, port: examination.listener.port, pagePort: audience.page?.port ?? null }
  } finally {
    await audience.page?.close(reportPage)
    // It still listens if the journal or the page could not be opened.
    await examination.stop()
  }
}

function factsOf({ listener: { baseUrl, tokenUrl }, service: { seed }, context, plan }: Examination) {
  const { toleranceMs } = context
  // `watch`: how many runs are wanted, and when one counts as over. `judge` needs it for the same verdict.
  return { baseUrl, tokenUrl, embedded: true, toleranceMs, seed, source: 'examine', watch: plan } as const
}

type JournalEntry = Exchange | RunEndedNote

/** Receives the requests and the ended runs of an examination. The live page opens late, and only without `--no-page`. */
interface Audience {
  readonly terminal: TrafficShown
  page: ShownPage | null
  /** Writes into the journal. */
  record: (entry: JournalEntry) => void
}

/** @throws SettingsError if the port cannot be listened on, or `--write-env` cannot be written */
async function openExamination(invocation: Examine, audience: Audience, faults: readonly Fault[]) {
  const { options, settings, clock, printMessage } = invocation
  const { host, port, publicUrl, timeout, writeEnv, seed = newSeed() } = options
  const { profile, toleranceMs, cwd } = settings
  let lastCause: string | null = null
  return startExamination({
    service: {
      ...examineServiceOptions(options, profile),
      seed,
      faults,
      resources: await resourcesOf(
        seed,
        stockOptions(invocation, (notice) => audience.page?.notice(notice)),
      ),
      ...(await timedOptions(invocation)),
    },
    masker: createMaskerFor(invocation),
    toleranceMs,
    clock,
    // `--runs 0` is any number, which is null here.
    runs: wantedRuns(options) || null,
    timeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
    port,
    host,
    publicUrl,
    onListening(client) {
      if (writeEnv !== undefined) writeClientSettings(writeEnv, client, cwd)
    },
    onExchange: (exchange) => audience.record(exchange),
    onNote: (note) => audience.record(note),
    onChange: (session) => audience.page?.changed(session),
    onRun(run, exchanges, revokedAt) {
      audience.page?.addRun(run, exchanges, revokedAt)
      audience.terminal.note(runLine(invocation, run, lastCause))
      lastCause = messageOf(run.judgement.cause, invocation)
    },
    onMalformedRequest: malformedRequestReporter(printMessage),
  }).catch(throwWithFlag({ port, host }))
}

/** Prints the addresses, and the settings of the client if it is not started by us and `--write-env` does not write them. */
function tellBeginning(
  { printMessage, printResult, options, settings, userCommand }: Examine,
  examination: Examination,
  page: ShownPage | null,
) {
  const { service, listener } = examination
  const url = listener.ownUrl + service.basePath
  printMessage('examine.listening', { url, profile: settings.profile.name, seed: service.seed })
  if (options.publicUrl !== undefined) printMessage('cli.public-url', { url: listener.baseUrl })
  if (page !== null) printMessage('examine.page', { url: page.url })
  if (options.writeEnv !== undefined) printMessage('examine.env-file', { file: options.writeEnv })
  else if (userCommand.length === 0) {
    printMessage('cli.emulate.print')
    printResult(`${envLines(examination.clientSettings()).join('\n')}\n`)
  }
}

/** Starts the client again and again until enough runs are judged; only once with `--runs 0`, or if a start began no run. */
async function runCommand(invocation: Examine, examination: Examination, kept: KeptRun): Promise<Examined> {
  const { clock, options, userCommand, printMessage } = invocation
  const { endRuns, grader, stop } = examination
  // Aborted when enough runs are judged, also while the client still runs.
  const enough = new AbortController()
  const done = examination.done.finally(() => enough.abort())
  // `return await done` throws its error. If it comes before that line, it must not count as unhandled.
  done.catch(() => undefined)
  printMessage('examine.command.start', { command: userCommand.join(' ') })
  while (!enough.signal.aborted) {
    const before = grader.splitter.runCount
    const { status, signal } = await runClient(invocation, examination, kept, enough.signal)
    if (enough.signal.aborted) break
    if (signal !== null) printMessage('examine.command.killed', { signal })
    else if (status !== 0) printMessage('examine.command.exited', { status })
    await clock.sleep(SETTLE_MS)
    endRuns()
    if (options.runs === 0 || grader.splitter.runCount === before) return await stop()
    // If this was the last run, `done` resolves a moment later; otherwise the client is started again.
    await Promise.race([done, clock.sleep(SETTLE_MS * 2)])
  }
  return await done
}

/** Variables for the client, from homologa.yaml and `--env`: each name with its template, `['URL', '{baseUrl}']`. */
function envTemplatesOf({ options, settings }: Examine) {
  return [...settings.project.env, ...(options.env ?? [])]
}

/** @throws SettingsError if a name in braces is no setting of the client */
function refuseUnknownTemplates(invocation: Examine): void {
  for (const [variable, template] of envTemplatesOf(invocation)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const unknown = names.find((name) => !templateNames.includes(name))
    if (unknown === undefined) continue
    const values = { name: `env ${variable}`, unknown, known: templateNames.join(', ') }
    throw unknownError('settings.mapping.unknown', didYouMean(unknown, templateNames), values)
  }
}

/** Runs the client once, and notes its end and its last lines in the journal. @throws SettingsError if the command cannot be started */
async function runClient(
  invocation: Examine,
  { clientSettings, masker, stop }: Examination,
  { journal }: KeptRun,
  enough: AbortSignal,
): Promise<Pick<ClientNote, 'status' | 'signal'>> {
  const { echo, settings, userCommand, typedWords } = invocation
  const client = clientSettings()
  // These settings of this run must not reach a `homologa` that the client starts.
  const { HOMOLOGA_TOKEN_COMMAND, HOMOLOGA_REPORT_DIR, HOMOLOGA_JSON, ...env } = invocation.env
  const lines: string[] = []
  const started = await startProcess({
    command: userCommand,
    cwd: settings.cwd,
    // If nobody typed a command, an assistant called this use case, and its messages arrive on our standard input.
    stdin: typedWords === null ? 'ignore' : 'inherit',
    signal: enough,
    env: { ...env, ...clientEnvironment(client), ...mappedEnvironment(envTemplatesOf(invocation), client) },
    onLine(line) {
      const masked = masker.maskText(line)
      lines.push(masked.slice(0, MOST_LINE_CHARS))
      if (lines.length > MOST_LINES) lines.shift()
      echo(masked)
    },
  }).catch(async (error: unknown) => {
    await stop()
    throw new SettingsError('settings.command', { text: userCommand[0] ?? '', why: whyOf(error) })
  })
  const end = await started.ended
  journal.note({ kind: 'client', command: userCommand.join(' '), ...end, lines } satisfies ClientNote)
  return end
}

/** Publishes the run. `recovery`: where the client got over a revoked token, if each step was tried (`--invalidate-at each`). */
async function conclude(
  invocation: Examine,
  examination: Examination,
  kept: KeptRun,
  { durationMs, ending, malformed, recovery, runs, seen }: Examined,
): Promise<Outcome> {
  const { lang, options, signal, printMessage } = invocation
  if (malformed > 0) printMessage('examine.malformed', { count: malformed })
  if (seen === 0 && !signal.aborted) {
    const time = durationText(options.timeout ?? DEFAULT_TIMEOUT_MS, lang)
    if (ending === 'timeout') printMessage('watch.no-client', { time })
    else printMessage('examine.no-run', { route: routeOf(homologationSteps[0]) })
  }
  kept.journal.note({ kind: 'ended', ending, runs: runs.length, seen, first: examination.grader.first })
  const judged = judgedTraffic(examination.grader.graded({ recovery }))
  const outcome = await publishRun(invocation, kept, { judged, durationMs }, signal.aborted)
  // `--prompt` prints a failure as a prompt for an assistant.
  return options.prompt && outcome.run ? { ...outcome, run: { ...outcome.run, isPrompt: true } } : outcome
}

/** The line of a run that is over. A cause that is the same as in the run before is not repeated. */
function runLine(invocation: Examine, run: GradedRun, lastCause: string | null): string {
  const { ui } = invocation.catalogue
  const { number, session, judgement, isEndless } = run
  const verdict = ui[`report.verdict.${judgement.verdict}`]
  const cause = messageOf(judgement.cause, invocation)
  const values = { run: number, session: session ?? ui['watch.nobody'], verdict, cause }
  const withCause = cause === lastCause ? 'examine.run.same' : 'examine.run.cause'
  const line = fill(ui[cause === null ? 'examine.run' : withCause], values, invocation.lang)
  return isEndless ? `${line}\n${ui['examine.run.endless']}` : line
}
