import { type Exchange, endMs, type Gap } from '../exchange/exchange.js'
import type { Note } from '../exchange/journal.js'
import { type DamagedLine, RecordingError } from '../exchange/read-journal.js'
import { sources } from '../exchange/sources.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import { loadShapesOf, OwnShapeFlaw, type Shapes } from '../specification/shapes.js'
import { ContractJudge } from './contract-judge.js'
import { type EndedRun, TrafficGrader } from './grade-traffic.js'
import { collectRecovery } from './graded-traffic.js'
import { contextOf, type Judged, judgedTraffic, judgeKilled, judgeOwnRun, type RunFacts } from './judged.js'
import { type ContractNote, hasEnd, parseRunEnded, readContractEnd } from './notes.js'
import { IDLE_MS } from './traffic-run.js'

/** A recording as the judge needs it. */
export interface RecordedExchanges {
  readonly facts: RunFacts
  readonly exchanges: Iterable<Exchange> | AsyncIterable<Exchange>
  /** Grows while the exchanges are read: a note is in it before the exchange that follows it in the recording. */
  readonly notes: readonly Note[]
  /** Entries that cannot be read. The list grows like `notes`, so what is new in it was lost before the current exchange. */
  readonly damaged?: readonly DamagedLine[]
}

export interface JudgedRecording extends Judged {
  /** How often our own run repeated the whole operation. */
  readonly repeats: number
  /** Number of exchanges. */
  readonly seen: number
  readonly first: Exchange | null
  /** When the last response came, in milliseconds of the recording's clock. */
  readonly lastMs: number
  /** Kinds of information that the recording format cannot hold. */
  readonly gaps: ReadonlySet<Gap>
}

interface JudgeRecordingOptions {
  /** Called for each exchange after it was judged. `isNews`: it showed a new finding. `ended`: the runs that it ended. */
  readonly onExchange?: (exchange: Exchange, isNews: boolean, ended: readonly EndedRun[]) => void
  /** Called with the runs that were still open at the end. */
  readonly onEnd?: (ended: readonly EndedRun[]) => void
  readonly signal?: AbortSignal
}

/** The judgement of the last run of the five steps; null if the recording has none, like that of a contract run. */
export function lastRunOf({ traffic, judgement, seen }: JudgedRecording): Judgement | null {
  if (traffic) return traffic.runs.at(-1)?.judgement ?? null
  return seen > 0 && judgement.steps.some(({ number }) => number !== null) ? judgement : null
}

/** Loads the shapes of the profile, which may be wrong in a journal that was edited by hand. */
async function loadShapes({ profile }: RunFacts): Promise<Shapes> {
  try {
    return await loadShapesOf(profile)
  } catch (error) {
    if (!(error instanceof OwnShapeFlaw)) throw error
    throw new RecordingError('bad-header', profile.name, `the profile '${profile.name}': ${error.message}`)
  }
}

/** Judges a recording as it was judged live, whichever command or tool made it. It reads no file and no clock. */
export async function judgeRecording(
  { facts, exchanges, notes, damaged = [] }: RecordedExchanges,
  { onExchange, onEnd, signal }: JudgeRecordingOptions = {},
): Promise<JudgedRecording> {
  const shapes = await loadShapes(facts)
  const gaps = new Set<Gap>()
  let judge: RecordingJudge | null = null
  let first: Exchange | null = null
  let lastMs = 0
  let seen = 0
  let damagedBefore = 0
  for await (const recorded of exchanges) {
    // not before the first exchange, because the notes that precede it tell what kind of recording this is
    judge ??= createJudge(facts, notes, shapes)
    const isAfterLoss = damaged.length > damagedBefore
    const exchange: Exchange = isAfterLoss ? { ...recorded, gaps: [...recorded.gaps, 'exchanges'] } : recorded
    if (isAfterLoss) judge.lose?.(lastMs)
    damagedBefore = damaged.length
    first ??= exchange
    for (const gap of exchange.gaps) gaps.add(gap)
    lastMs = Math.max(lastMs, endMs(exchange))
    seen++
    const { isNews, ended } = judge.see(exchange)
    onExchange?.(exchange, isNews, ended)
    if (signal?.aborted) break
  }
  judge ??= createJudge(facts, notes, shapes)
  // a torn last line is the one that a killed process was writing; nothing after it is lost
  const isEndLost = damaged.slice(damagedBefore).some(({ reason }) => reason !== 'torn')
  if (isEndLost) {
    judge.lose?.(lastMs)
    gaps.add('exchanges')
  }
  const { ended, ...judged } = judge.end({ lastMs, hasLost: isEndLost || damagedBefore > 0 })
  onEnd?.(ended)
  const repeats = notes.map((note) => note.repeats).findLast((count) => typeof count === 'number') ?? 0
  return { ...judged, repeats, seen, first, lastMs, gaps }
}

/** Judges one kind of recording: our own run, a contract run, or traffic. */
interface RecordingJudge {
  /** Takes note that entries cannot be read between this moment and the next exchange, or the end. */
  lose?(afterMs: number): void
  /** Takes the next exchange. `isNews`: it showed a new finding. */
  see(exchange: Exchange): { readonly isNews: boolean; readonly ended: readonly EndedRun[] }
  /** `lastMs`: when the last response came. `hasLost`: entries could not be read. */
  end(last: { lastMs: number; hasLost: boolean }): Judged & { readonly ended: readonly EndedRun[] }
}

function createJudge(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  if (notes.some(({ kind }) => kind === 'contract-plan')) return createContractJudge(facts, notes, shapes)
  return sources[facts.source].plays === 'client'
    ? createOwnRunJudge(facts, notes, shapes)
    : createTrafficJudge(facts, notes, shapes)
}

function createOwnRunJudge(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const exchanges: Exchange[] = []
  return {
    see(exchange) {
      exchanges.push(exchange)
      return { isNews: false, ended: [] }
    },
    end({ hasLost }) {
      const code = notes.findLast(({ kind }) => kind === 'stopped')?.code
      const stopped = typeof code === 'string' ? code : null
      const judgement = wasKilled(facts, notes)
        ? judgeKilled(exchanges, { ...contextOf(facts, shapes), hasLost })
        : judgeOwnRun(exchanges, { ...facts, hasLost }, stopped, shapes)
      return { judgement, traffic: null, ended: [] }
    },
  }
}

/** True if the recorder was ours and did not write the end. Must not be called before all exchanges were read. */
function wasKilled({ source }: RunFacts, notes: readonly Note[]): boolean {
  return source !== 'recording' && !hasEnd(notes)
}

function createContractJudge(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const contractNotes = notes as readonly ContractNote[]
  const plan = contractNotes.find((note) => note.kind === 'contract-plan')
  const { profile, baseUrl, tokenUrl } = facts
  const contract = new ContractJudge({
    context: { profile, baseUrl, tokenUrl, shapes, mark: plan?.mark ?? null },
    observers,
    steps: plan?.steps ?? [],
    notPlanned: plan?.notPlanned ?? [],
  })
  return {
    see: (exchange) => ({ isNews: contract.see(exchange).length > 0, ended: [] }),
    end({ hasLost }) {
      for (const note of contractNotes)
        if (note.kind === 'contract-step') contract.markNotReached(note.step, note.reason)
      const end = readContractEnd(notes)
      // a recording without the run's end is incomplete anyway, whatever it lost
      if (hasLost && end.ended) contract.lose()
      const judgement = contract.judgement(end)
      return { judgement, traffic: null, leastRoutes: plan?.leastRoutes ?? null, ended: [] }
    },
  }
}

/** In a recording of another tool, a request that comes later than this after the end of a run no longer continues the run. */
const LATEST_MS = 3_600_000

/** Runs whose time is over are ended after every so many exchanges. */
const END_EXPIRED_EVERY = 256

function createTrafficJudge(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const { watch } = facts // missing in recordings of other tools and in older journals
  // an examination of an older journal wanted one run
  const runsIfUnknown = sources[facts.source].plays === 'service' ? 1 : null
  const grader = new TrafficGrader({
    context: contextOf(facts, shapes),
    idleMs: watch ? (watch.idleMs ?? Number.MAX_SAFE_INTEGER) : IDLE_MS, // null: no silence ended a run
    runs: watch ? watch.runs : runsIfUnknown,
    resumes: !watch,
    ...(watch?.newRunAfterMs == null ? {} : { newRunAfterMs: watch.newRunAfterMs }),
  })
  /** A run that no note ends is ended this long after its time, when no late request can continue it. */
  const slackMs = watch ? IDLE_MS : LATEST_MS
  let nextNote = 0
  let findingsBefore = 0

  /** Ends the runs that were ended live at this point, according to the notes, by something that the exchanges do not show. */
  function endNotedRuns(): EndedRun[] {
    const ended: EndedRun[] = []
    for (; nextNote < notes.length; nextNote++) {
      const end = parseRunEnded(notes[nextNote] as Note)
      if (end && end.after > grader.seen) break
      const run = end && grader.splitter.open.find(({ number }) => number === end.run)
      if (run && end.by !== 'traffic') ended.push(...grader.end(run))
    }
    return ended
  }

  return {
    lose: (afterMs) => grader.splitter.lose(afterMs),
    see(exchange) {
      const ended = [...endNotedRuns(), ...grader.see(exchange)]
      if (grader.seen % END_EXPIRED_EVERY === 0) ended.push(...grader.endExpired(exchange.sentAtMs - slackMs))
      const isNews = grader.findingCount > findingsBefore
      findingsBefore = grader.findingCount
      return { isNews, ended }
    },
    end({ lastMs }) {
      const noted = endNotedRuns()
      const open = wasKilled(facts, notes) ? grader.abandon(lastMs) : grader.end()
      const recoveries = collectRecovery()
      for (const end of notes.map(parseRunEnded)) {
        const run = end && grader.runs.find(({ number }) => number === end.run)
        if (run && end.death !== undefined) recoveries.see(end.death, run)
      }
      const traffic = grader.graded({ recovery: recoveries.recovery })
      return { ...judgedTraffic(traffic), ended: [...noted, ...open] }
    },
  }
}
