import { z } from 'zod'
import { startExamination } from '../../examine/examination.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { RunHeader } from '../../exchange/journal.js'
import { judgedTraffic } from '../../judging/judged.js'
import type { RunEndedNote } from '../../judging/notes.js'
import { reportOf } from '../../report/report-of.js'
import type { Notice } from '../../service/resources/operation.js'
import type { InvalidateAt } from '../../service/service.js'
import { newSeed, resourcesOf } from '../embedded.js'
import { examineServiceOptions, wantedRuns } from '../examine-page.js'
import { headerOf, metaOf, runFactsNote } from '../kept-run.js'
import type { Graded } from './matchers.js'
import { type CommonOptions, commonShape, readOptions, revocation, type ShapeOf } from './options.js'
import { type OpenRunJournal, openNoJournal, REPEAT_COMMAND } from './reporting.js'
import { parseTimedOptions, type Served, type TimedOptions, timedShape, toServed } from './served.js'

/** How the service behaves that {@link examine} starts, and when it is done. */
export interface ExamineOptions extends CommonOptions, TimedOptions {
  /** Step at which the token is revoked; `each`: one run for each step, and one without. Default: one of 3 to 5, by the seed. */
  readonly invalidateAt?: InvalidateAt | 'each'
  /** Runs that must come for a verdict of `pass`. Default: 1, under `each` 6. */
  readonly runs?: number
  /** Milliseconds without a request after which a run has stopped midway. Default: 10,000. */
  readonly timeoutMs?: number
  /** Whether the service refuses requests that break a rule, instead of only noting them. Default: false. */
  readonly enforce?: boolean
}

/** The judgement of the application's requests. */
export interface ExamineResult extends Graded {
  /** All requests and their responses, masked. */
  readonly exchanges: readonly Exchange[]
}

/** An embedded service that waits for the application under test. */
export interface Examinee extends Served {
  /**
   * Judges the requests so far and closes the service. Call it when the application has ended its run: an unfinished run
   * counts as stopped midway, and fails.
   */
  result(): Promise<ExamineResult>
}

const shape: ShapeOf<ExamineOptions> = {
  ...commonShape,
  ...timedShape,
  invalidateAt: revocation('each'),
  runs: z.int().min(0).max(1_000_000),
  timeoutMs: z.number().min(1).max(1_000_000_000),
}

/**
 * Serves the embedded service on a port of this machine and grades the application that calls it, by the five steps
 * (§Homologation procedure).
 *
 * ```ts
 * const service = await examine({ profile: 'bling', invalidateAt: 3 })
 * await runMyHomologation(service.baseUrl, service.accessToken)
 * expect(await service.result()).toPassHomologation()
 * ```
 *
 * @throws if an option is invalid, or the port cannot be listened on
 */
export function examine(userOptions: ExamineOptions = {}): Promise<Examinee> {
  return examineWithJournal(userOptions, openNoJournal)
}

/** Like {@link examine}, but also writes the journal. @internal */
export async function examineWithJournal(
  userOptions: ExamineOptions,
  openJournal: OpenRunJournal,
): Promise<Examinee> {
  const { options, common } = await readOptions('examine', shape, userOptions)
  const timed = await parseTimedOptions(options)
  const { seed = newSeed() } = options
  const notices: Notice[] = []
  const onNotice = (notice: Notice) => void notices.push(notice)
  const resources = await resourcesOf(seed, { onNotice })
  const exchanges: Exchange[] = []
  const ends: RunEndedNote[] = []
  const examination = await startExamination({
    service: { ...examineServiceOptions(options, common.profile), seed, resources, ...timed.service },
    toleranceMs: common.toleranceMs,
    timeoutMs: options.timeoutMs ?? 10_000,
    // Only `result` or `close` ends it.
    runs: null,
    port: options.port,
    ...timed.listener,
    onExchange: (exchange) => exchanges.push(exchange),
    onNote: (note) => ends.push(note),
  })
  const client = examination.clientSettings()

  async function result(): Promise<ExamineResult> {
    const { ending, recovery, runs, durationMs: exactMs } = await examination.stop()
    const { grader, listener, plan, service, startedAt } = examination
    const { baseUrl, tokenUrl } = listener
    const durationMs = Math.round(exactMs)
    const wanted = wantedRuns(options)
    const judged = judgedTraffic(grader.graded({ wanted, recovery }))
    const header: RunHeader = {
      ...headerOf('examine', startedAt, common.profile),
      baseUrl,
      tokenUrl,
      embedded: true,
      seed: service.seed,
      source: 'examine',
      toleranceMs: common.toleranceMs,
      // A later judgement expects at least the wanted runs, and counts every run that came.
      watch: { ...plan, runs: Math.max(wanted, runs.length) },
    }
    const journal = openJournal(header)
    ends.forEach(journal.note)
    exchanges.forEach(journal.append)
    journal.note({ kind: 'ended', ending, runs: runs.length })
    journal.note(runFactsNote(durationMs, REPEAT_COMMAND))
    await journal.close()
    const meta = { ...metaOf(header), repeats: 0, durationMs }
    const report = reportOf(meta, judged, common)
    return { verdict: report.verdict, report, exchanges }
  }

  const close = async () => void (await examination.stop())
  return { ...toServed(client, examination.service.application, notices, close), result }
}
