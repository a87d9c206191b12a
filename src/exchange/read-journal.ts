import type { Profile } from '../specification/profile.js'
import type { Exchange } from './exchange.js'
import { asObject, type LooseObject } from './har/loose.js'
import type { Source } from './sources.js'

/**
 * Reads the journal of a run: a file with one JSON object in each line, to which `journal.ts` appends while the run goes on. The first line
 * is the run's header, each further one an exchange or a note. A killed process loses at most the line that it was writing.
 *
 * This file uses nothing of Node, because judge.html reads journals in the browser.
 */

/** The first line of a journal: how the run was made. */
export interface RunHeader {
  readonly id: string
  readonly command: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly tool: { readonly name: string; readonly version: string }
  readonly profile: Profile
  readonly baseUrl: string
  readonly tokenUrl: string | null
  /** Whether the embedded service responded, not a real one. */
  readonly embedded: boolean
  /** By how much an interval of the client may be too short. */
  readonly toleranceMs: number
  /** The seed of the embedded service's random values, with which a run can be repeated; null without one. */
  readonly seed: string | null
  readonly source: Source
  /** How the traffic was split into runs while it passed; left out if it was not. */
  readonly watch?: WatchPlan
}

/** The settings of `examine` and `proxy` that decide when a run ends. */
export interface WatchPlan {
  /** How many runs were expected; null: any number. */
  readonly runs: number | null
  /** Milliseconds without a request after which an incomplete run counts as stopped; null: never. */
  readonly idleMs: number | null
  /** Milliseconds after the last response from which another step 1 begins another run; null: the default. */
  readonly newRunAfterMs: number | null
}

/** An event that is no exchange, such as the end of a run or an interrupt. It is masked. */
export type Note = { readonly kind: string; readonly [name: string]: unknown }

/** A line of a journal, or an entry of a HAR, that could not be read. */
export interface DamagedLine {
  /** From 1. */
  readonly line: number
  readonly reason: 'torn' | 'not-json' | 'not-an-exchange' | 'too-large' | 'no-response'
}

export interface ReadJournal {
  readonly header: RunHeader
  /** The exchanges in the order of the file. It can be iterated once. */
  readonly exchanges: AsyncIterable<Exchange>
  /** Grows while `exchanges` is read. */
  readonly notes: readonly Note[]
  /** Grows while `exchanges` is read. The last line of a killed run is often `torn`, which is harmless. */
  readonly damaged: readonly DamagedLine[]
}

/** Why a file cannot be read as a recording. The message for the user has the key `recording.<code>`. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
  constructor(
    readonly code:
      | 'missing'
      | 'pipe'
      | 'empty'
      | 'cut'
      | 'no-journal'
      | 'newer-journal'
      | 'bad-header'
      | 'not-json'
      | 'no-entries'
      | 'too-large'
      | 'several',
    readonly path: string,
    detail: string,
  ) {
    super(detail)
  }

  /** Key and values of the message, as `words/errors.ts` renders it. */
  get key() {
    return `recording.${this.code}` as const
  }

  get values() {
    return { path: this.path }
  }
}

/** Converts an error of the file system that reading the file threw. */
export function toRecordingError(path: string, error: unknown): RecordingError {
  if (error instanceof RecordingError) return error
  return new RecordingError('missing', path, `'${path}' cannot be read: ${(error as Error).message}`)
}

/** How many notes of a run are kept in memory. */
export const MAX_NOTES = 100_000

/** Opens a journal and reads its header. @throws RecordingError if it is not a journal. */
export async function readJournalFrom(chunks: Chunks): Promise<ReadJournal> {
  const { name: path } = chunks
  const lines = linesOf(chunks)
  const first = await lines.next().catch((error: unknown) => {
    throw toRecordingError(path, error)
  })
  if (first.done)
    throw new RecordingError('empty', path, `'${path}' is empty: a journal begins with its run's header`)
  const [top = '', ...others] = first.value.texts // the first chunk of the file usually completes further lines
  const header = await readHeader(path, top.replace(/^\uFEFF/, '')).catch(async (error: unknown) => {
    await lines.return(undefined) // closes the file
    throw error
  })
  const notes: Note[] = []
  const damaged: DamagedLine[] = []
  const sentAtMs: number[] = []
  let line = 1

  function* exchangesIn({ texts, isEnded }: Lines): Generator<Exchange, void> {
    for (const text of texts) {
      line++
      if (text === '') continue
      if (text.length > MAX_LINE_CHARS) {
        damaged.push({ line, reason: 'too-large' })
        continue
      }
      const parsed = parseLine(text)
      if (parsed === undefined) {
        damaged.push({ line, reason: isEnded ? 'not-json' : 'torn' })
        continue
      }
      const exchange = withCurrentNames(parsed.exchange)
      if (isExchange(exchange)) {
        if (isFirstCopy(exchange, sentAtMs)) yield exchange
      } else if (isNote(parsed.note)) {
        if (notes.length < MAX_NOTES) notes.push(parsed.note)
      } else if (parsed.journal !== undefined) {
        // the clock and the profile of this header do not hold for the exchanges after it
        throw new RecordingError('several', path, `a second journal begins in line ${line} of '${path}'`)
      } else damaged.push({ line, reason: 'not-an-exchange' })
    }
  }
  async function* exchanges() {
    yield* exchangesIn({ texts: others, isEnded: true })
    for await (const batch of lines) yield* exchangesIn(batch)
  }
  return { header, exchanges: exchanges(), notes, damaged }
}

/** False for the second copy of an exchange in a merged file. `seen`, the caller's memory, holds `sentAtMs` at the index that is the number in the id. */
export function isFirstCopy({ id, sentAtMs }: Exchange, seen: number[]): boolean {
  const number = Number(id.slice(1))
  if (seen[number] === sentAtMs) return false
  if (Number.isSafeInteger(number)) seen[number] = sentAtMs // an id of others may have no number
  return true
}

/** The beginning of every journal. */
export const JOURNAL_START = /^[\s\uFEFF]*\{\s*"journal"\s*:/

async function readHeader(path: string, text: string): Promise<RunHeader> {
  const refuse = (code: RecordingError['code'], detail: string) => new RecordingError(code, path, detail)
  const line = parseLine(text)
  if (line === undefined && JOURNAL_START.test(text))
    throw refuse('bad-header', `the header of '${path}' is damaged: it is no JSON`)
  if (line?.journal === undefined)
    throw refuse('no-journal', `'${path}' is no journal: its first line is not a run's header`)
  if (line.journal !== 1)
    throw refuse(
      'newer-journal',
      `'${path}' is a journal of version ${line.journal}; this tool reads version 1`,
    )
  return runHeaderIn(path, line.run)
}

/** Checks the header of a run in a journal or a HAR of ours. @throws RecordingError if it is damaged */
export async function runHeaderIn(path: string, run: unknown): Promise<RunHeader> {
  const { readRunHeader } = await import('./journal-header.js')
  const read = readRunHeader(run)
  if ('header' in read) return read.header
  throw new RecordingError('bad-header', path, `the header of '${path}' is damaged: ${read.damage}`)
}

function parseLine(text: string): LooseObject | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Renames the fields of a journal that an early version wrote, which called the response `answer`. */
function withCurrentNames(exchange: unknown): unknown {
  const { answer, answeredAtMs, ...rest } = asObject(exchange)
  if (answer === undefined) return exchange
  return { ...rest, response: answer, respondedAtMs: answeredAtMs }
}

/** Checks only the fields without which the rules would throw, because a file may have a million lines. */
function isExchange(value: unknown): value is Exchange {
  const fields: Partial<Exchange> = asObject(value)
  const { id, request, response, startedAt, sentAtMs, gaps, channel, source, staged } = fields
  const texts = [id, channel, source, startedAt, request?.url, request?.method]
  return (
    texts.every((text) => typeof text === 'string') &&
    (staged === undefined || typeof staged === 'string') &&
    Number.isFinite(sentAtMs) &&
    Array.isArray(gaps) &&
    Array.isArray(request?.headers) &&
    (response === null || (typeof response?.status === 'number' && Array.isArray(response.headers)))
  )
}

export function isNote(value: unknown): value is Note {
  return typeof asObject(value).kind === 'string'
}

/** Longer lines count as damaged. */
const MAX_LINE_CHARS = 64 * 1024 * 1024

interface Lines {
  readonly texts: readonly string[]
  /** Whether the last of them ended with a line feed. */
  readonly isEnded: boolean
}

/** Yields the lines that each chunk of the file completes. */
async function* linesOf(chunks: Chunks): AsyncGenerator<Lines, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of chunks.read()) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    // the rest of a line that is too long is not kept
    lines[0] = rest.length > MAX_LINE_CHARS ? rest : rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield { texts: lines, isEnded: true }
  }
  rest += decoder.decode()
  if (rest !== '') yield { texts: [rest], isEnded: false }
}

/** A file that can be read several times: on the disk, or dropped on a page. */
export interface Chunks {
  /** The name of the file in error messages. */
  readonly name: string
  /** Reads from the first byte on each call. A chunk is valid until the next one is requested. Rejects if the file cannot be read. */
  read(): AsyncIterable<Uint8Array>
  /** Reads another file of the same folder by its name; null if it does not exist. */
  readonly beside?: (name: string) => Uint8Array | null
}
