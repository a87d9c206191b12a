import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange, Source } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import type { Masker } from '../exchange/masking.js'
import { readRecording } from '../exchange/recording.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import type { TrafficFacts } from '../rules/application/index.js'
import type { Judgement } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import { watchTraffic } from './gather-traffic.js'

/** What recordings show of an application: its newest run of the five steps, and the resources that it used. */
export interface RecordedWork {
  readonly run: RecordedRun | null
  readonly traffic: TrafficFacts | null
}

export interface RecordedRun {
  /** The recording that holds it. */
  readonly path: string
  readonly judgement: Judgement
  /** Whether homologa itself was the client, at its own embedded service: that says nothing of the application. */
  readonly isOurOwn: boolean
}

interface Worked {
  readonly exchanges: AsyncIterable<Exchange> | Iterable<Exchange>
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  readonly source: Source
  readonly embedded: boolean
  readonly toleranceMs: number
}

const IDLE_MS = 60_000

/** Reads recordings in order; of several runs the last one counts. @throws RecordingError */
export async function readWork(
  paths: readonly string[],
  profile: Profile,
  toleranceMs: number,
  masker: Masker,
): Promise<RecordedWork> {
  const traffic = watchTraffic()
  let run: RecordedRun | null = null
  for (const path of paths) {
    const worked = await openWork(path, toleranceMs, masker)
    const found = await gradeWork(worked, profile, traffic.see)
    if (found) run = { path, judgement: found, isOurOwn: worked.source === 'run' && worked.embedded }
  }
  return { run, traffic: paths.length === 0 ? null : traffic.facts }
}

async function openWork(path: string, toleranceMs: number, masker: Masker): Promise<Worked> {
  const recording = await readRecording(path, { masker })
  const { header, exchanges } = recording
  const source = header?.source ?? 'recording'
  const own = { source, embedded: header?.embedded ?? false, toleranceMs: header?.toleranceMs ?? toleranceMs }
  const { baseUrl, tokenUrl } = recording.kind === 'har' ? recording : recording.header
  return { ...own, exchanges, baseUrl, tokenUrl }
}

/** The last run of the five steps among the exchanges, judged; null where there is none. */
export async function gradeWork(
  { exchanges, baseUrl, tokenUrl, toleranceMs }: Omit<Worked, 'source' | 'embedded'>,
  profile: Profile,
  see: (exchange: Exchange) => void,
): Promise<Judgement | null> {
  const context = {
    profile,
    baseUrl: baseUrl ?? 'http://127.0.0.1/Api/v3',
    tokenUrl,
    toleranceMs,
    underTest: 'application' as const,
  }
  const grader = createTrafficGrader({ context, idleMs: IDLE_MS })
  for await (const exchange of exchanges) {
    if (exchange.channel === 'elsewhere') continue
    see(exchange)
    grader.see(exchange)
  }
  grader.end()
  return grader.runs.at(-1)?.judgement ?? null
}

const LOOKED_AT = 100

/** The newest recording of an application's work in a folder of reports, else of a check of ours; null where there is none. */
export async function newestRecording(reportsDir: string): Promise<string | null> {
  const names = await readdir(reportsDir).catch(() => [])
  const journals = await Promise.all(
    names.map(async (name) => {
      const path = join(reportsDir, name, 'journal.ndjson')
      return { path, atMs: (await stat(path).catch(() => null))?.mtimeMs ?? null }
    }),
  )
  const newest = journals
    .flatMap(({ path, atMs }) => (atMs === null ? [] : [{ path, atMs }]))
    .toSorted((a, b) => b.atMs - a.atMs)
  let check: string | null = null
  for (const { path } of newest.slice(0, LOOKED_AT)) {
    const command = await commandOf(path)
    if (command === 'examine' || command === 'proxy') return path
    if (command === 'check') check ??= path
  }
  return check
}

async function commandOf(path: string): Promise<string | null> {
  try {
    const { header } = await readJournal(path)
    return header.command.replace(/^homologa /, '').split(' ')[0] ?? null
  } catch {
    return null
  }
}
