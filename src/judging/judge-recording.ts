/**
 * The one way to judge a recording, whichever command made it and in whatever file it lies: a run of our own, a contract run,
 * or watched traffic, each as it was judged while it lasted. Pure: no file, no clock.
 */
import { type Batched, batchesOf } from '../exchange/batches.js'
import type { Exchange, Gap } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/journal.js'
import { type DamagedLine, RecordingError } from '../exchange/read-journal.js'
import { sources, underTestOf } from '../exchange/sources.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import type { JudgeContext } from '../rules/trace.js'
import { OwnShapeFlaw } from '../specification/own-shape-flaw.js'
import { loadShapesOf, type Shapes } from '../specification/shapes.js'
import { type ContractJudge, createContractJudge } from './contract-judge.js'
import { createTrafficGrader, type EndedRun } from './grade-traffic.js'
import { type GradedTraffic, judgementOf } from './graded-traffic.js'
import { judge } from './judge.js'
import { type ContractNote, contractEndOf, isOwnAffair, runEndOf } from './notes.js'
import { watchRecovery } from './recovery.js'

/** What a judgement rests on beside the exchanges: a part of every journal's header. */
export type RunFacts = Pick<
  RunHeader,
  'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs' | 'source' | 'watch'
>

export interface RecordedExchanges {
  readonly facts: RunFacts
  readonly exchanges: Iterable<Exchange> | AsyncIterable<Exchange> | Batched<Exchange>
  /** Those before an exchange stand here before it is read; they may grow while exchanges are read. */
  readonly notes: readonly Note[]
  /** Entries that cannot be read: likewise. */
  readonly damaged?: readonly DamagedLine[]
}

/** A run, or traffic, with its judgement. */
export interface Judged {
  /** The one that decides. */
  readonly judgement: Judgement
  /** Where traffic was watched: its runs one by one; else null. */
  readonly traffic: GradedTraffic | null
  /** Routes below which a contract run has not passed; null, or left out: any number will do. */
  readonly leastRoutes?: number | null
}

/** A recording, judged. */
export interface JudgedRecording extends Judged {
  /** How often our own run repeated the whole operation. */
  readonly repeats: number
  readonly seen: number
  readonly first: Exchange | null
  /** When the last answer came, in milliseconds of the recording's clock. */
  readonly lastMs: number
  /** What the recording could not hold. */
  readonly gaps: ReadonlySet<Gap>
}

export interface JudgeRecordingOptions {
  /** Hears of each exchange after it was judged: whether it showed something new, and the runs that it ended. */
  readonly onExchange?: (exchange: Exchange, isNews: boolean, ended: readonly EndedRun[]) => void
  /** Hears of the runs that ended with the recording. */
  readonly onEnd?: (ended: readonly EndedRun[]) => void
  /** Ends the reading early. */
  readonly signal?: AbortSignal
}

/** What is judged by where a recording tells nothing of itself. */
const UNKNOWN_ADDRESS = 'http://unknown.invalid/Api/v3'

/** The facts of a recording: its own, unless others are given; of a foreign one the given ones, or `fallback`. */
export function factsOf(
  recording: {
    readonly header: RunHeader | null
    readonly baseUrl?: string | null
    readonly tokenUrl?: string | null
  },
  given: { readonly [K in 'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs']?: RunFacts[K] | null } & {
    /** Routes of the user's document, beside those of the profile. */
    readonly routes?: readonly string[]
  },
  fallback: Pick<RunFacts, 'profile' | 'toleranceMs'>,
): RunFacts {
  const { header } = recording
  const profile = given.profile ?? header?.profile ?? fallback.profile
  const { routes = [] } = given
  return {
    profile: routes.length > 0 ? { ...profile, routes: [...(profile.routes ?? []), ...routes] } : profile,
    baseUrl: given.baseUrl ?? header?.baseUrl ?? recording.baseUrl ?? UNKNOWN_ADDRESS,
    tokenUrl: given.tokenUrl ?? header?.tokenUrl ?? recording.tokenUrl ?? null,
    toleranceMs: given.toleranceMs ?? header?.toleranceMs ?? fallback.toleranceMs,
    source: header?.source ?? 'recording',
    ...(header?.watch ? { watch: header.watch } : {}),
  }
}

/** What the judge must know beside the exchanges of a run, live and again. */
export function contextOf(facts: Omit<RunFacts, 'watch'>, shapes: Shapes): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs } = facts
  return { profile, baseUrl, tokenUrl, toleranceMs, shapes, underTest: underTestOf(facts) }
}

/** Judges a run of our own. One that its user broke off is not judged for what it lacks. */
export function judgeOwnRun(
  exchanges: readonly Exchange[],
  facts: RunFacts & Pick<JudgeContext, 'hasLost'>,
  stopped: string | null,
  shapes: Shapes,
): Judgement {
  const { hasLost = false } = facts
  return judge(exchanges, { ...contextOf(facts, shapes), ended: stopped !== 'interrupted', hasLost })
}

/** Watched traffic with the one judgement that decides. */
export function judgedTraffic(traffic: GradedTraffic): Judged {
  return { judgement: judgementOf(traffic), traffic }
}

/** The last run of the five steps, judged; null where there is none, as in a contract run. */
export function lastRunOf({ traffic, judgement, seen }: JudgedRecording): Judgement | null {
  if (traffic) return traffic.runs.at(-1)?.judgement ?? null
  return seen > 0 && judgement.steps.some(({ number }) => number !== null) ? judgement : null
}

/** A journal's header may have been bent by hand. */
async function shapesOf({ profile }: RunFacts): Promise<Shapes> {
  try {
    return await loadShapesOf(profile)
  } catch (error) {
    if (!(error instanceof OwnShapeFlaw)) throw error
    throw new RecordingError('bad-header', profile.name, `the profile '${profile.name}': ${error.message}`)
  }
}

/** Judges a recording as the live run was judged. */
export async function judgeRecording(
  { facts, exchanges, notes, damaged = [] }: RecordedExchanges,
  { onExchange, onEnd, signal }: JudgeRecordingOptions = {},
): Promise<JudgedRecording> {
  const shapes = await shapesOf(facts)
  const gaps = new Set<Gap>()
  let course: Course | null = null
  let first: Exchange | null = null
  let lastMs = 0
  let seen = 0
  let lost = 0
  reading: for await (const batch of batchesOf(exchanges)) {
    for (const read of batch) {
      course ??= courseOf(facts, notes, shapes)
      const exchange = damaged.length > lost ? afterLoss(read) : read
      if (damaged.length > lost) course.lose(lastMs)
      lost = damaged.length
      first ??= exchange
      for (const gap of exchange.gaps) gaps.add(gap)
      lastMs = Math.max(lastMs, exchange.answeredAtMs ?? exchange.sentAtMs)
      seen++
      const { isNews, ended } = course.see(exchange)
      onExchange?.(exchange, isNews, ended)
      if (signal?.aborted) break reading
    }
  }
  course ??= courseOf(facts, notes, shapes)
  // what a killed process was writing is nothing that the rest could miss
  if (damaged.slice(lost).some(({ reason }) => reason !== 'torn')) {
    course.lose(lastMs)
    gaps.add('exchanges')
  }
  const { ended, ...judged } = course.end()
  onEnd?.(ended)
  return { ...judged, repeats: repeatsIn(notes), seen, first, lastMs, gaps }
}

function afterLoss(exchange: Exchange): Exchange {
  return { ...exchange, gaps: [...exchange.gaps, 'exchanges'] }
}

/** How exchanges of one kind are judged. */
interface Course {
  /** Hears that entries after this moment, and before the next exchange or the end, cannot be read. */
  lose(afterMs: number): void
  see(exchange: Exchange): { readonly isNews: boolean; readonly ended: readonly EndedRun[] }
  end(): Judged & { readonly ended: readonly EndedRun[] }
}

const none: readonly EndedRun[] = []
const nothingNew = { isNews: false, ended: none }

function courseOf(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  if (notes.some(({ kind }) => kind === 'contract-plan')) return contractCourse(facts, notes, shapes)
  return sources[facts.source].plays === 'client'
    ? ownCourse(facts, notes, shapes)
    : trafficCourse(facts, notes, shapes)
}

function ownCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const exchanges: Exchange[] = []
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      exchanges.push(exchange)
      return nothingNew
    },
    end: () => ({
      judgement: judgeOwnRun(exchanges, { ...facts, hasLost }, stoppedIn(notes), shapes),
      traffic: null,
      ended: [],
    }),
  }
}

function stoppedIn(notes: readonly Note[]): string | null {
  const note = notes.findLast(({ kind }) => kind === 'stopped')
  return typeof note?.code === 'string' ? note.code : null
}

function repeatsIn(notes: readonly Note[]): number {
  const note = notes.findLast(({ repeats }) => typeof repeats === 'number')
  return typeof note?.repeats === 'number' ? note.repeats : 0
}

function contractCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const contractNotes = () => notes as readonly ContractNote[]
  const plan = contractNotes().find((note) => note.kind === 'contract-plan')
  const { profile, baseUrl, tokenUrl } = facts
  const contract: ContractJudge = createContractJudge({
    context: { profile, baseUrl, tokenUrl, shapes },
    observers,
    steps: plan?.steps ?? [],
    notPlanned: plan?.notPlanned ?? [],
  })
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      const isNews = !isOwnAffair(exchange) && contract.see(exchange).length > 0
      return isNews ? { isNews, ended: [] } : nothingNew
    },
    end() {
      for (const note of contractNotes())
        if (note.kind === 'contract-step') contract.notReached(note.step, note.reason)
      const end = contractEndOf(notes)
      // one that did not come to its end lacks steps anyway
      if (hasLost && end.ended) contract.lose()
      const judgement = contract.judgement(end)
      return { judgement, traffic: null, leastRoutes: plan?.leastRoutes ?? null, ended: [] }
    },
  }
}

/** In a recording of others a run that waits so long for its next request has stopped midway. */
export const IDLE_MS = 60_000
/** Exchanges between two looks at runs whose time is over. */
const PASS_EVERY = 256

function trafficCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const { watch } = facts
  const grader = createTrafficGrader({
    context: contextOf(facts, shapes),
    idleMs: watch ? (watch.idleMs ?? Number.MAX_SAFE_INTEGER) : IDLE_MS,
    runs: watch ? watch.runs : wantedOf(facts),
    ...(watch?.newRunAfterMs == null ? {} : { newRunAfterMs: watch.newRunAfterMs }),
  })
  const replay = replayEnds(notes)
  let news = 0

  const end = (number: number): readonly EndedRun[] => {
    const run = grader.splitter.open.find((one) => one.number === number)
    return run ? replay.hear(grader.end(run)) : []
  }

  return {
    lose: grader.lose,
    see(exchange) {
      const due = replay.due(grader.seen)
      let ended = joined(due.flatMap(end), replay.hear(grader.see(exchange)))
      // what was ended by the clock of a live watch stands in the notes; the slack is for those that were cut off
      const slackMs = watch ? IDLE_MS : 0
      if (grader.seen % PASS_EVERY === 0)
        ended = joined(ended, replay.hear(grader.pass(exchange.sentAtMs - slackMs)))
      const isNews = grader.found > news
      news = grader.found
      return { isNews, ended }
    },
    end() {
      const ended = [...replay.due(grader.seen).flatMap(end), ...replay.hear(grader.end())]
      return { ...judgedTraffic(grader.graded({ recovery: replay.recovery })), ended }
    },
  }
}

/** Nearly always there are none. */
function joined(ended: readonly EndedRun[], more: readonly EndedRun[]): readonly EndedRun[] {
  return more.length === 0 ? ended : [...ended, ...more]
}

/** Journals of before tell not how many runs an examination wanted. */
function wantedOf({ source }: RunFacts): number | null {
  return sources[source].plays === 'service' ? 1 : null
}

/** The ends of runs as they were noted, in their order, each after as many exchanges as then. */
function replayEnds(notes: readonly Note[]) {
  const recovery = watchRecovery()
  const waiting = new Map<number, EndedRun>()
  const deaths = new Map<number, Parameters<typeof recovery.see>[0]>()
  let next = 0

  const settle = (run: EndedRun): void => {
    const death = deaths.get(run.number)
    if (death === undefined) waiting.set(run.number, run)
    else recovery.see(death, run)
  }

  return {
    /** Numbers of the runs that were over before the next exchange. */
    due(seen: number): readonly number[] {
      const numbers: number[] = []
      for (; next < notes.length; next++) {
        const note = notes[next]
        const end = note ? runEndOf(note) : null
        if (!end) continue
        if (end.after > seen) break
        if (end.death !== undefined) {
          deaths.set(end.run, end.death)
          const run = waiting.get(end.run)
          if (run) recovery.see(end.death, run)
        }
        if (end.by !== 'traffic') numbers.push(end.run)
      }
      waiting.clear()
      return numbers
    },
    hear(ended: readonly EndedRun[]): readonly EndedRun[] {
      for (const run of ended) settle(run)
      return ended
    },
    get recovery() {
      return recovery.recovery
    },
  }
}
