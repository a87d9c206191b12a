import { type Exchange, endMs, type Gap } from '../exchange/exchange.js'
import type { Note } from '../exchange/journal.js'
import { type DamagedLine, RecordingError } from '../exchange/read-journal.js'
import { sources } from '../exchange/sources.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import { loadShapesOf, OwnShapeFlaw, type Shapes } from '../specification/shapes.js'
import { ContractJudge } from './contract-judge.js'
import { type EndedRun, TrafficGrader } from './grade-traffic.js'
import { watchRecovery } from './graded-traffic.js'
import { contextOf, type Judged, judgedTraffic, judgeKilled, judgeOwnRun, type RunFacts } from './judged.js'
import { type ContractNote, contractEndOf, hasEnd, runEndOf } from './notes.js'
import { IDLE_MS } from './traffic-run.js'

export interface RecordedExchanges {
  readonly facts: RunFacts
  readonly exchanges: Iterable<Exchange> | AsyncIterable<Exchange>
  /** Notes that precede an exchange are there before it is read. The list may grow meanwhile. */
  readonly notes: readonly Note[]
  /** Entries that cannot be read. The list grows like `notes`. */
  readonly damaged?: readonly DamagedLine[]
}

export interface JudgedRecording extends Judged {
  /** How often our own run repeated the whole operation. */
  readonly repeats: number
  readonly seen: number
  readonly first: Exchange | null
  /** When the last response came, in milliseconds of the recording's clock. */
  readonly lastMs: number
  /** Kinds of information that the recording format cannot hold. */
  readonly gaps: ReadonlySet<Gap>
}

interface JudgeRecordingOptions {
  /** Hears of each exchange after it was judged: whether it showed something new, and the runs that it ended. */
  readonly onExchange?: (exchange: Exchange, isNews: boolean, ended: readonly EndedRun[]) => void
  readonly onEnd?: (ended: readonly EndedRun[]) => void
  readonly signal?: AbortSignal
}

/** The judgement of the last run of the five steps; null if there is no such run, as in a contract run. */
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

/** Judges every recording, of whichever command and format, as it was judged live. It reads no file and no clock. */
export async function judgeRecording(
  { facts, exchanges, notes, damaged = [] }: RecordedExchanges,
  { onExchange, onEnd, signal }: JudgeRecordingOptions = {},
): Promise<JudgedRecording> {
  const shapes = await shapesOf(facts)
  const gaps = new Set<Gap>()
  let judge: RecordingJudge | null = null
  let first: Exchange | null = null
  let lastMs = 0
  let seen = 0
  let lost = 0
  for await (const read of exchanges) {
    judge ??= recordingJudgeOf(facts, notes, shapes)
    const hasLost = damaged.length > lost
    const exchange: Exchange = hasLost ? { ...read, gaps: [...read.gaps, 'exchanges'] } : read
    if (hasLost) judge.lose(lastMs)
    lost = damaged.length
    first ??= exchange
    for (const gap of exchange.gaps) gaps.add(gap)
    lastMs = Math.max(lastMs, endMs(exchange))
    seen++
    const { isNews, ended } = judge.see(exchange)
    onExchange?.(exchange, isNews, ended)
    if (signal?.aborted) break
  }
  judge ??= recordingJudgeOf(facts, notes, shapes)
  // The line that a killed process was writing is nothing that the rest could miss.
  if (damaged.slice(lost).some(({ reason }) => reason !== 'torn')) {
    judge.lose(lastMs)
    gaps.add('exchanges')
  }
  const { ended, ...judged } = judge.end(lastMs)
  onEnd?.(ended)
  const repeats = notes.map((note) => note.repeats).findLast((count) => typeof count === 'number') ?? 0
  return { ...judged, repeats, seen, first, lastMs, gaps }
}

/** Judges the exchanges of one kind of recording as they were judged live. */
interface RecordingJudge {
  /** Hears that entries after this moment, and before the next exchange or the end, cannot be read. */
  lose(afterMs: number): void
  see(exchange: Exchange): { readonly isNews: boolean; readonly ended: readonly EndedRun[] }
  /** `lastMs`: when the last exchange was over. */
  end(lastMs: number): Judged & { readonly ended: readonly EndedRun[] }
}

function recordingJudgeOf(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  if (notes.some(({ kind }) => kind === 'contract-plan')) return judgeOfContract(facts, notes, shapes)
  return sources[facts.source].plays === 'client'
    ? judgeOfOwnRun(facts, notes, shapes)
    : judgeOfTraffic(facts, notes, shapes)
}

function judgeOfOwnRun(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const exchanges: Exchange[] = []
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      exchanges.push(exchange)
      return { isNews: false, ended: [] }
    },
    end() {
      const code = notes.findLast(({ kind }) => kind === 'stopped')?.code
      const stopped = typeof code === 'string' ? code : null
      const judgement = wasKilled(facts, notes)
        ? judgeKilled(exchanges, { ...contextOf(facts, shapes), hasLost })
        : judgeOwnRun(exchanges, { ...facts, hasLost }, stopped, shapes)
      return { judgement, traffic: null, ended: [] }
    },
  }
}

/** Whether the recorder, which was ours, did not come to write the end. Notes are complete once the exchanges were read. */
function wasKilled({ source }: RunFacts, notes: readonly Note[]): boolean {
  return source !== 'recording' && !hasEnd(notes)
}

function judgeOfContract(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const contractNotes = () => notes as readonly ContractNote[]
  const plan = contractNotes().find((note) => note.kind === 'contract-plan')
  const { profile, baseUrl, tokenUrl } = facts
  const contract: ContractJudge = new ContractJudge({
    context: { profile, baseUrl, tokenUrl, shapes, mark: plan?.mark ?? null },
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
      return { isNews: contract.see(exchange).length > 0, ended: [] }
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

/** Beyond it a run in a file may be taken for one that never goes on. */
const LATEST_MS = 3_600_000

/** Exchanges between two looks at runs whose time is over. */
const PASS_EVERY = 256

function judgeOfTraffic(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const { watch } = facts
  const grader = new TrafficGrader({
    context: contextOf(facts, shapes),
    idleMs: watch ? (watch.idleMs ?? Number.MAX_SAFE_INTEGER) : IDLE_MS,
    // older journals do not say how many runs an examination wanted
    runs: watch ? watch.runs : sources[facts.source].plays === 'service' ? 1 : null,
    resumes: !watch,
    ...(watch?.newRunAfterMs == null ? {} : { newRunAfterMs: watch.newRunAfterMs }),
  })
  let next = 0
  let news = 0

  /** Ends the runs that were over after so many exchanges, and whose end the exchanges do not show. */
  function endNoted(): EndedRun[] {
    const ended: EndedRun[] = []
    for (; next < notes.length; next++) {
      const end = runEndOf(notes[next] as Note)
      if (end && end.after > grader.seen) break
      const run = end?.by !== 'traffic' && grader.splitter.open.find(({ number }) => number === end?.run)
      if (run) ended.push(...grader.end(run))
    }
    return ended
  }

  return {
    lose: (afterMs) => grader.lose(afterMs),
    see(exchange) {
      const ended = [...endNoted(), ...grader.see(exchange)]
      // the notes contain the ends that a live watch's clock caused; the slack is for runs that were cut off and runs
      // that continue late
      const slackMs = watch ? IDLE_MS : LATEST_MS
      if (grader.seen % PASS_EVERY === 0) ended.push(...grader.pass(exchange.sentAtMs - slackMs))
      const isNews = grader.found > news
      news = grader.found
      return { isNews, ended }
    },
    end(lastMs) {
      const noted = endNoted()
      const open = wasKilled(facts, notes) ? grader.abandon(lastMs) : grader.end()
      const deaths = watchRecovery()
      for (const end of notes.map(runEndOf)) {
        const run = end && grader.runs.find(({ number }) => number === end.run)
        if (run && end.death !== undefined) deaths.see(end.death, run)
      }
      const { recovery } = deaths
      return { ...judgedTraffic(grader.graded({ recovery })), ended: [...noted, ...open] }
    },
  }
}
