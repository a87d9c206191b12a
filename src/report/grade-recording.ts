import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/read-journal.js'
import type { Recording } from '../exchange/read-recording.js'
import type { EndedRun } from '../judging/grade-traffic.js'
import { type JudgedRecording, judgeRecording } from '../judging/judge-recording.js'
import { factsOf } from '../judging/judged.js'
import { hasEnd } from '../judging/notes.js'
import type { Unsaid } from '../words/errors.js'
import { takeCensus } from './traffic-census.js'

/** For a longer recording the report holds an excerpt: the beginning, and each exchange that showed something new. */
const MAX_WHOLE = 20_000
const MAX_EXCERPT = 5_000
const EXCERPT_BEGINNING = 1_000

/** When a recording began that tells no time. */
const NEVER = '1970-01-01T00:00:00.000Z'

export interface GradeOptions {
  /** As the user calls it. */
  readonly name: string
  /** The judging's own. */
  readonly id: string
  readonly version: string
  /** Facts that the user gave. */
  readonly given: Parameters<typeof factsOf>[1]
  /** Facts for a recording that does not state them. */
  readonly fallback: Parameters<typeof factsOf>[2]
  readonly signal?: AbortSignal
}

/** A judged recording, and everything to report about it. */
export interface GradedRecording {
  /**
   * The run that is judged. For a recording made by this tool it is the original run, read again under today's
   * settings.
   */
  readonly header: RunHeader
  readonly judged: JudgedRecording
  /** Exchanges that represent a recording which is too long to be shown whole; otherwise null. */
  readonly excerpt: readonly Exchange[] | null
  /** null where the recording tells no time. */
  readonly durationMs: number | null
  /** Notices for the user in addition to the verdict. The kinds of requests follow the last one. */
  readonly notices: readonly Unsaid[]
  /** The most frequent kinds of requests, of a recording without a homologation. */
  readonly kinds: readonly string[]
}

/** Judges an opened recording while holding only a few runs in memory, for a command and for a page. */
export async function gradeRecording(recording: Recording, options: GradeOptions): Promise<GradedRecording> {
  const { name, signal } = options
  const header = headerOf(recording, options)
  const excerpt = createExcerpt()
  // A journal states what it holds, so only other recordings are counted.
  const census = recording.header === null ? takeCensus() : null
  const { exchanges, notes, damaged } = recording
  const judged = await judgeRecording(
    { facts: header, exchanges, notes, damaged },
    {
      onEnd: excerpt.onEnd,
      ...(signal && { signal }),
      onExchange(exchange, isNews, ended) {
        census?.see(exchange)
        excerpt.onExchange(exchange, isNews, ended)
      },
    },
  )
  const { first, lastMs, seen } = judged
  const isLong = seen > MAX_WHOLE
  const isForeign = census !== null && !census.hasHomologation
  const unanswered = damaged.filter(({ reason }) => reason === 'no-response').length
  const unread = damaged.length - unanswered
  const { count: madeUp = 0, missing = 0 } =
    recording.kind === 'har' ? { ...recording.madeUp, ...recording.attached } : {}
  /** The verdict may differ if the run was made under another profile, and the user may have forgotten to name it. */
  const asked = header.profile.name
  const own = recording.header?.profile.name ?? asked
  const isOfOthers = isForeign && seen > 0 && recording.kind === 'har' && recording.baseUrl === null
  return {
    header: first && header.startedAt === NEVER ? { ...header, startedAt: first.startedAt } : header,
    judged,
    excerpt: isLong ? [...excerpt.kept] : null,
    durationMs: lastMs > 0 ? lastMs - (first?.sentAtMs ?? 0) : null,
    notices: [
      ...[...judged.gaps].map((gap): Unsaid => ({ key: `judge.gap.${gap}`, values: {} })),
      ...noticeIf(own !== asked, 'judge.other-profile', { own, asked }),
      ...noticeIf(unread > 0, 'judge.damaged', { count: unread }),
      ...noticeIf(unanswered > 0, 'judge.no-response', { count: unanswered }),
      ...noticeIf(madeUp > 0, 'judge.made-up', { count: madeUp }),
      ...endNotice(recording),
      ...noticeIf(missing > 0, 'judge.attached', { count: missing }),
      ...noticeIf(isLong, 'judge.excerpt', { kept: excerpt.kept.size, seen, file: name }),
      ...noticeIf(isForeign && seen + unanswered === 0, 'judge.no-entries', { file: name }),
      ...noticeIf(isOfOthers, 'judge.no-service', { seen, file: name }),
      ...noticeIf(isForeign && seen > 0 && !isOfOthers, 'judge.no-homologation', { seen, file: name }),
    ],
    kinds: isForeign ? census.kinds : [],
  }
}

export function endNotice({ header, notes }: Pick<Recording, 'header' | 'notes'>): Unsaid[] {
  return noticeIf(header !== null && !hasEnd(notes), 'judge.without-end', {})
}

function noticeIf(isSo: boolean, key: Unsaid['key'], values: Unsaid['values']): Unsaid[] {
  return isSo ? [{ key, values }] : []
}

function headerOf(recording: Recording, { id, version, given, fallback }: GradeOptions): RunHeader {
  const own = recording.header
  return {
    id,
    command: 'judge',
    startedAt: own?.startedAt ?? NEVER,
    tool: { name: 'homologa', version },
    embedded: own?.embedded ?? false,
    seed: own?.seed ?? null,
    ...factsOf(recording, given, fallback),
  }
}

/** Collects an excerpt of a long recording. A run that did not pass is kept whole. */
function createExcerpt() {
  const kept = new Set<Exchange>()
  const onEnd = (ended: readonly EndedRun[]) => {
    const failed = ended.filter(({ judgement }) => judgement.verdict !== 'pass')
    for (const one of failed.flatMap(({ exchanges }) => exchanges)) if (kept.size < MAX_EXCERPT) kept.add(one)
  }
  return {
    kept,
    onExchange(exchange: Exchange, isNews: boolean, ended: readonly EndedRun[]) {
      if (kept.size < EXCERPT_BEGINNING || (isNews && kept.size < MAX_EXCERPT)) kept.add(exchange)
      onEnd(ended)
    },
    onEnd,
  }
}
