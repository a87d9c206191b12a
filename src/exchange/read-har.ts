import type { KnownService } from '../specification/known-service.js'
import { type Batched, batched } from './batches.js'
import type { Chunks } from './chunks.js'
import type { Exchange } from './exchange.js'
import { type Attached, attachedTo } from './har/attached.js'
import { type Piece, piecesOf } from './har/entries.js'
import { type EntryContext, entryContext } from './har/entry-address.js'
import { type ReadEntry, readEntry } from './har/from-entry.js'
import type { HarLog } from './har/har-type.js'
import { InOrder } from './har/in-order.js'
import { parse } from './har/loose.js'
import { surveyOf } from './har/survey.js'
import { ThroughWorker } from './har/through-worker.js'
import { createMasker, type Masker } from './masking.js'
import { type DamagedLine, isNew, type Note, RecordingError, type RunHeader } from './read-journal.js'

/**
 * HAR 1.2, the recording that every tool writes and reads. Ours keeps fields that the format lacks under `_homologa`,
 * so that the same exchanges come back. A foreign HAR holds less; each exchange lists what is missing in `gaps`.
 */

export function logOf(run: RunHeader, notes: readonly Note[]): HarLog {
  return {
    version: '1.2',
    creator: { name: 'homologa', version: run.tool.version },
    _homologa: notes.length === 0 ? { run } : { run, notes },
  }
}

export interface ReadHarOptions {
  /** Base address of the service; default: read from our own header, or guessed from the homologation's routes. */
  readonly baseUrl?: string | null
  readonly tokenUrl?: string | null
  readonly masker?: Masker
  /**
   * Distinguishes the service's requests from others if no base address is given. Default: only the version prefix
   * does.
   */
  readonly known?: KnownService
}

const nothingKnown: KnownService = { hosts: [], otherHosts: [], names: null }

export interface ReadHar {
  /** The header of the run that wrote it, if it was one of ours; else null. */
  readonly header: RunHeader | null
  /** All notes of the run. */
  readonly notes: readonly Note[]
  /** The base address that decided the channels; null if no request goes to the service. */
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  /**
   * The exchanges in the order in which they were sent; they can be read once. Throws {@link RecordingError} if the
   * file is no HAR.
   */
  readonly exchanges: Batched<Exchange>
  /** Entries that could not be read, or have no response, by their number; grows while `exchanges` is read. */
  readonly damaged: readonly DamagedLine[]
  /** Entries with bytes that are not UTF-8; grows while `exchanges` is read. */
  readonly madeUp: { readonly count: number }
  /** Bodies in files next to the HAR. */
  readonly attached: Pick<Attached, 'missing'>
}

/** Opens a HAR of any tool and masks while it reads. @throws RecordingError if it cannot be read or is no HAR */
export async function readHarFrom(chunks: Chunks, options: ReadHarOptions = {}): Promise<ReadHar> {
  const { known = nothingKnown } = options
  const survey = await surveyOf(chunks, options.baseUrl != null, known)
  const baseUrl = options.baseUrl ?? survey.header?.baseUrl ?? survey.baseUrl
  const tokenUrl = options.tokenUrl ?? survey.header?.tokenUrl ?? null
  const damaged: DamagedLine[] = []
  const madeUp = { count: 0 }
  const attached = attachedTo(chunks)
  const context = entryContext({ baseUrl, tokenUrl }, { known, shows: survey.shows, attached })
  const masker = options.masker ?? createMasker()
  return {
    header: survey.header,
    notes: survey.notes,
    baseUrl,
    tokenUrl,
    damaged,
    madeUp,
    attached,
    exchanges: batched(exchangesOf(chunks, context, masker, { damaged, madeUp })),
  }
}

/** Parts of a recording that could not be read as written. */
interface Amiss {
  readonly damaged: DamagedLine[]
  readonly madeUp: { count: number }
}

async function* exchangesOf(
  chunks: Chunks,
  context: EntryContext,
  masker: Masker,
  { damaged, madeUp }: Amiss,
): AsyncGenerator<Iterable<Exchange>, void> {
  const held = new InOrder()
  const relayed = new ThroughWorker<DueEntry>()
  let count = 0
  let originMs = Number.NaN
  const ours: number[] = []

  const release = (): readonly DueEntry[] => {
    const { number, isOurs, isMadeUp, text } = held.take()
    const value = parse(text)
    if (isMadeUp) madeUp.count++
    if (value === undefined) damaged.push({ line: number, reason: 'not-json' })
    const entry = value === undefined ? null : readEntry(value, context)
    if (entry === 'no-response') damaged.push({ line: number, reason: 'no-response' })
    return entry !== null && entry !== 'no-response' ? relayed.take({ ...entry, isOurs }) : none
  }

  const exchangeOf = (entry: DueEntry): Exchange | null => {
    if (Number.isNaN(originMs)) originMs = entry.startedMs()
    const exchange = entry.toExchange(`e${++count}`, originMs, masker)
    return entry.isOurs && !isNew(exchange, ours) ? null : exchange
  }

  function* exchangesIn(pieces: readonly Piece[]): Generator<Exchange, void> {
    for (const piece of pieces) {
      const isEnd = piece.is === 'end'
      if (isEnd) refuse(piece.found, chunks.name)
      else if (piece.is === 'skipped') damaged.push({ line: piece.number, reason: 'too-large' })
      else if (piece.is === 'entry') held.add(piece.number, piece.part)
      while (!held.isEmpty && (isEnd || held.isSettled)) {
        for (const entry of release()) {
          const exchange = exchangeOf(entry)
          if (exchange) yield exchange
        }
      }
      if (isEnd) yield* relayed.end().flatMap((entry) => exchangeOf(entry) ?? [])
      // a HAR is written in one go, unlike a journal, so everything after the tear is missing
      if (isEnd && piece.found === 'torn')
        damaged.push({ line: count + damaged.length + 1, reason: 'not-json' })
    }
  }

  for await (const pieces of piecesOf(chunks)) yield exchangesIn(pieces)
}

interface DueEntry extends ReadEntry {
  readonly isOurs: boolean
}

const none: readonly DueEntry[] = []

function refuse(found: 'whole' | 'torn' | 'cut' | 'no-entries' | 'not-json' | 'empty', path: string): void {
  if (found === 'empty') throw new RecordingError('empty', path, `'${path}' is empty`)
  if (found === 'cut')
    throw new RecordingError('cut', path, `'${path}' begins as a HAR and breaks off before its entries`)
  if (found === 'not-json')
    throw new RecordingError('not-json', path, `'${path}' is not JSON: neither a HAR nor a journal`)
  if (found === 'no-entries') {
    throw new RecordingError('no-entries', path, `'${path}' is JSON, but no HAR: it has no 'log.entries'`)
  }
}
