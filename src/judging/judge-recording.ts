import { type Exchange, endMs, type Gap } from '../exchange/exchange.js'
import type { Note } from '../exchange/journal.js'
import { type DamagedLine, RecordingError } from '../exchange/read-journal.js'
import type { Judgement } from '../rules/finding.js'
import { OwnShapeFlaw } from '../specification/own-shape-flaw.js'
import { loadShapesOf, type Shapes } from '../specification/shapes.js'
import type { EndedRun } from './grade-traffic.js'
import type { Judged } from './judged.js'
import { type RecordingJudge, recordingJudgeOf } from './recording-judges.js'
import type { RunFacts } from './run-facts.js'

export interface RecordedExchanges {
  readonly facts: RunFacts
  readonly exchanges: Iterable<Exchange> | AsyncIterable<Exchange>
  /** Notes that precede an exchange are there before it is read. The list may grow meanwhile. */
  readonly notes: readonly Note[]
  /** Entries that cannot be read. The list grows like `notes`. */
  readonly damaged?: readonly DamagedLine[]
}

/** A recording, judged. */
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
  /** Hears of the runs that ended with the recording. */
  readonly onEnd?: (ended: readonly EndedRun[]) => void
  /** Ends the reading early. */
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

/**
 * Judges every recording, whichever command made it and in whichever format: our own run, a contract run, or watched
 * traffic, each as it was judged live. It is pure: it reads no file and no clock.
 */
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
