import { join, resolve } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import { createMasker } from '../exchange/masking.js'
import { type Recording, readRecording } from '../exchange/recording.js'
import type { EndedRun } from '../judging/grade-traffic.js'
import { factsOf, judgeRecording } from '../judging/judge-recording.js'
import { oneLine } from '../report/safe-text.js'
import { version } from '../version.js'
import type { Invocation } from './invocation.js'
import { makeFolder, runIdOf } from './kept-run.js'
import type { Outcome } from './outcome.js'
import { publishJudged } from './publish.js'
import { type Census, takeCensus } from './traffic-census.js'

/** Of a longer recording the report holds an excerpt: the beginning, and what showed something new. */
const MAX_WHOLE = 20_000
const MAX_EXCERPT = 5_000
const EXCERPT_BEGINNING = 1_000

/** Grades a journal or a HAR again, without network, in the memory of a few runs. */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { settings, clock, args, signal, tell } = invocation
  const file = resolve(settings.cwd, args[0] ?? '')
  const beganMs = clock.now()
  const recording = await open(invocation, file)
  const header = headerOf(invocation, recording)
  const excerpt = createExcerpt()
  const census = takeCensus()
  const { exchanges, notes } = recording
  const judged = await judgeRecording(
    { facts: header, exchanges, notes },
    {
      ...{ onEnd: excerpt.onEnd, signal },
      onExchange(exchange, isNews, ended) {
        census.see(exchange)
        excerpt.onExchange(exchange, isNews, ended)
      },
    },
  )
  if (signal.aborted) return { ending: 'interrupted' }
  for (const gap of judged.gaps) tell(`judge.gap.${gap}`)
  if (recording.damaged.length > 0) tell('judge.damaged', { count: recording.damaged.length })
  const { first, lastMs, seen, repeats } = judged
  if (!census.hasHomologation && recording.header === null) tellCensus(invocation, census, seen)
  const isLong = seen > MAX_WHOLE
  if (isLong) tell('judge.excerpt', { kept: excerpt.kept.length, seen, file: args[0] ?? '' })
  const dir = settings.reportDir ?? join(settings.cwd, 'reports', header.id)
  await makeFolder(dir)
  return await publishJudged(invocation, {
    ...{ dir, judged, notes, repeats },
    header: first && header.startedAt === NEVER ? { ...header, startedAt: first.startedAt } : header,
    exchanges: () => (isLong ? excerpt.kept : exchangesOf(invocation, file)),
    durationMs: lastMs > 0 ? lastMs - (first?.sentAtMs ?? 0) : clock.now() - beganMs,
    journalPath: null,
    isNew: true,
  })
}

/** A recording without a homologation is most often another file than was meant, or one recorded elsewhere. */
function tellCensus({ args, pass, tell }: Invocation, { kinds }: Census, seen: number): void {
  tell('judge.no-homologation', { seen, file: args[0] ?? '' })
  for (const kind of kinds) pass(`  ${oneLine(kind)}\n`)
}

/** What a long recording is shown by. A run that did not pass is shown with all that it did. */
function createExcerpt() {
  const kept: Exchange[] = []
  const keepRuns = (ended: readonly EndedRun[]) => {
    for (const { judgement, exchanges } of ended) if (judgement.verdict !== 'pass') keepRun(kept, exchanges)
  }
  return {
    kept,
    onExchange(exchange: Exchange, isNews: boolean, ended: readonly EndedRun[]) {
      if (kept.length < EXCERPT_BEGINNING || (isNews && kept.length < MAX_EXCERPT)) kept.push(exchange)
      keepRuns(ended)
    },
    onEnd: keepRuns,
  }
}

function keepRun(excerpt: Exchange[], run: readonly Exchange[]): void {
  const known = new Set(excerpt.map(({ id }) => id))
  for (const exchange of run)
    if (!known.has(exchange.id) && excerpt.length < MAX_EXCERPT) excerpt.push(exchange)
}

const NEVER = '1970-01-01T00:00:00.000Z'

function open({ settings }: Invocation, file: string): Promise<Recording> {
  const { baseUrl, credentials } = settings
  return readRecording(file, {
    masker: createMasker({ maxBodyBytes: settings.maxBodyBytes }),
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(credentials.tokenUrl === null ? {} : { tokenUrl: credentials.tokenUrl }),
  })
}

async function* exchangesOf(invocation: Invocation, file: string): AsyncGenerator<Exchange> {
  yield* (await open(invocation, file)).exchanges
}

/** The run that is judged: the recording's own where it is one of ours, read anew under the settings of today. */
function headerOf(invocation: Invocation, recording: Recording): RunHeader {
  const { settings, clock } = invocation
  const own = recording.header
  const isGiven = (...keys: readonly string[]) => keys.some((key) => settings.given.has(key))
  const given = {
    profile: isGiven('profile', 'spacingMs', 'strictShapes') ? settings.profile : null,
    baseUrl: settings.baseUrl,
    tokenUrl: settings.credentials.tokenUrl,
    toleranceMs: isGiven('toleranceMs') ? settings.toleranceMs : null,
  }
  return {
    id: runIdOf('judge', clock.wall().toISOString()),
    command: 'judge',
    startedAt: own?.startedAt ?? NEVER,
    tool: { name: 'homologa', version },
    embedded: own?.embedded ?? false,
    seed: own?.seed ?? null,
    ...factsOf(recording, given, settings),
  }
}
