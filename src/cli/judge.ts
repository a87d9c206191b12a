import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Exchange, Gap } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import { type Recording, readRecording } from '../exchange/recording.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import { judge } from '../judging/judge.js'
import type { JudgeContext } from '../rules/trace.js'
import { version } from '../version.js'
import type { ExitStatus, Invocation } from './command.js'
import { judgeContract } from './contract-report.js'
import { publishTraffic, sayer } from './watched-run.js'

/** In a recording a run that waits so long for its next request has stopped midway. */
const IDLE_MS = 60_000
/** Of a longer recording the report holds an excerpt: the beginning, and what showed something new. */
const MAX_WHOLE = 20_000
const MAX_EXCERPT = 5_000
const EXCERPT_BEGINNING = 1_000
/** Exchanges between two looks at runs whose time is over. */
const PASS_EVERY = 256

/** Grades a journal or a HAR again, without network, in the memory of a few runs. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const contract = await judgeContract(invocation)
  if (contract !== null) return contract
  const { settings, io, args } = invocation
  const say = sayer(invocation)
  const file = resolve(settings.cwd, args[0] ?? '')
  const beganMs = io.clock.now()
  const recording = await open(invocation, file)
  const header = headerOf(invocation, recording)
  const context = contextOf(header)
  const grader = createTrafficGrader({ context, idleMs: IDLE_MS })
  const gaps = new Set<Gap>()
  let first: Exchange | null = null
  let lastMs = 0
  let shown = 0
  const excerpt: Exchange[] = []
  for await (const exchange of recording.exchanges) {
    first ??= exchange
    for (const gap of exchange.gaps) gaps.add(gap)
    const ended = grader.see(exchange)
    const news = grader.found
    if (excerpt.length < EXCERPT_BEGINNING || (news > shown && excerpt.length < MAX_EXCERPT))
      excerpt.push(exchange)
    for (const run of ended) if (run.judgement.verdict !== 'pass') keepRun(excerpt, run.exchanges)
    shown = news
    lastMs = Math.max(lastMs, exchange.answeredAtMs ?? exchange.sentAtMs)
    if (grader.seen % PASS_EVERY === 0) grader.pass(exchange.sentAtMs)
    if (io.signal.aborted) return 130
  }
  for (const run of grader.end()) if (run.judgement.verdict !== 'pass') keepRun(excerpt, run.exchanges)
  for (const gap of gaps) say(`judge.gap.${gap}`)
  if (recording.damaged.length > 0) say('judge.damaged', { count: recording.damaged.length })
  const isLong = grader.seen > MAX_WHOLE
  if (isLong) say('judge.excerpt', { kept: excerpt.length, seen: grader.seen, file: args[0] ?? '' })
  const dir = settings.reportDir ?? join(settings.cwd, 'reports', header.id)
  await mkdir(dir, { recursive: true })
  return await publishTraffic(invocation, {
    dir,
    header: first && header.startedAt === NEVER ? { ...header, startedAt: first.startedAt } : header,
    traffic: {
      runs: grader.runs,
      counts: grader.counts,
      beside: grader.beside,
      wanted: first?.source === 'examine' ? 1 : null,
      nothing: judge([], { ...context, ended: true }),
    },
    exchanges: () => (isLong ? excerpt : exchangesOf(invocation, file)),
    durationMs: lastMs > 0 ? lastMs - (first?.sentAtMs ?? 0) : io.clock.now() - beganMs,
    journalPath: null,
  })
}

/** A run that did not pass is shown with all that it did. */
function keepRun(excerpt: Exchange[], run: readonly Exchange[]): void {
  const known = new Set(excerpt.map(({ id }) => id))
  for (const exchange of run)
    if (!known.has(exchange.id) && excerpt.length < MAX_EXCERPT) excerpt.push(exchange)
}

const NEVER = '1970-01-01T00:00:00.000Z'

function open({ settings }: Invocation, file: string): Promise<Recording> {
  const { baseUrl, credentials } = settings
  return readRecording(file, {
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(credentials.tokenUrl === null ? {} : { tokenUrl: credentials.tokenUrl }),
  })
}

async function* exchangesOf(invocation: Invocation, file: string): AsyncGenerator<Exchange> {
  yield* (await open(invocation, file)).exchanges
}

/** The run that is judged: the recording's own where it is one of ours, read anew under the settings of today. */
function headerOf(invocation: Invocation, recording: Recording): RunHeader {
  const { settings, options, io } = invocation
  const own = recording.header
  const now = io.clock.wall().toISOString()
  const id = `${now.slice(0, 19).replaceAll(':', '-')}-judge-${process.pid.toString(36)}`
  const isChosen = options.profile !== undefined || io.env.HOMOLOGA_PROFILE !== undefined
  const isSpaced = options.spacingMs !== undefined || io.env.HOMOLOGA_SPACING_MS !== undefined
  const profile = own && !isChosen && !isSpaced ? own.profile : settings.profile
  const baseUrl = settings.baseUrl ?? own?.baseUrl ?? (recording.kind === 'har' ? recording.baseUrl : null)
  return {
    id,
    command: 'judge',
    startedAt: own?.startedAt ?? NEVER,
    tool: { name: 'homologa', version },
    profile,
    baseUrl: baseUrl ?? 'http://unknown.invalid/Api/v3',
    tokenUrl: settings.credentials.tokenUrl ?? own?.tokenUrl ?? null,
    embedded: own?.embedded ?? false,
    toleranceMs:
      options.toleranceMs === undefined ? (own?.toleranceMs ?? settings.toleranceMs) : settings.toleranceMs,
    seed: own?.seed ?? null,
    source: own?.source ?? 'recording',
  }
}

/** Whoever was under test when it was recorded is so again: of our own run the service, else the application. */
function contextOf(header: RunHeader): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs, source } = header
  return { profile, baseUrl, tokenUrl, toleranceMs, underTest: source === 'run' ? 'service' : 'application' }
}
