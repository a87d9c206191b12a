import { pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/read-journal.js'
import type { Recording } from '../exchange/read-recording.js'
import type { EndedRun } from '../judging/grade-traffic.js'
import { type JudgedRecording, judgeRecording } from '../judging/judge-recording.js'
import { factsOf } from '../judging/judged.js'
import { hasEnd } from '../judging/notes.js'
import type { MessageReference } from '../words/errors.js'

/**
 * The report of a recording with more exchanges than `MOST_WHOLE` holds an excerpt: the first exchanges, each that showed a new
 * finding, and the runs that did not pass.
 */
const MOST_WHOLE = 20_000
const MOST_IN_EXCERPT = 5_000
const FIRST_IN_EXCERPT = 1_000

/** Stands for the start of a recording that does not state it, until its first exchange shows when that was. */
const UNKNOWN_START = '1970-01-01T00:00:00.000Z'

export interface GradeOptions {
  /** Name of the file, as the user typed it. */
  readonly name: string
  /** Id of this judgement; the recording keeps its own. */
  readonly id: string
  readonly version: string
  /** Facts that the user gave; they replace those of the recording. */
  readonly given: Parameters<typeof factsOf>[1]
  /** Facts for a recording that does not state them. */
  readonly fallback: Parameters<typeof factsOf>[2]
  readonly signal?: AbortSignal
}

/** A judged recording, and everything to report about it. */
export interface GradedRecording {
  /** The run that is judged. For a recording made by this tool it is the original run, read again under today's settings. */
  readonly header: RunHeader
  readonly judged: JudgedRecording
  /** The exchanges to show if the recording is too long to be shown whole; otherwise null. */
  readonly excerpt: readonly Exchange[] | null
  /** null if the recording holds no times. */
  readonly durationMs: number | null
  /** Sentences for the user in addition to the verdict. The last one may introduce `kinds`. */
  readonly notices: readonly MessageReference[]
  /** The most frequent kinds of requests, if the recording holds no homologation: `GET erp.example /produtos/… (12)`. */
  readonly kinds: readonly string[]
}

/** Judges an opened recording for `homologa judge` and for judge.html, and holds only a few of its runs in memory. */
export async function gradeRecording(recording: Recording, options: GradeOptions): Promise<GradedRecording> {
  const { name, signal } = options
  const header = headerOf(recording, options)
  const excerpt = createExcerpt()
  // Our own journal states what it holds, so only the requests of other recordings are counted.
  const requests = recording.header === null ? countRequests() : null
  const { exchanges, notes, damaged } = recording
  const judged = await judgeRecording(
    { facts: header, exchanges, notes, damaged },
    {
      onEnd: excerpt.onEnd,
      ...(signal && { signal }),
      onExchange(exchange, isNews, endedRuns) {
        requests?.add(exchange)
        excerpt.onExchange(exchange, isNews, endedRuns)
      },
    },
  )
  const { first, lastMs, seen } = judged
  const isLong = seen > MOST_WHOLE
  const hasNoHomologation = requests !== null && !requests.hasHomologation
  return {
    header: first && header.startedAt === UNKNOWN_START ? { ...header, startedAt: first.startedAt } : header,
    judged,
    excerpt: isLong ? [...excerpt.kept] : null,
    durationMs: lastMs > 0 ? lastMs - (first?.sentAtMs ?? 0) : null,
    notices: [
      ...recordingNotices(recording, judged, header.profile.name),
      ...noticeIf(isLong, 'judge.excerpt', { kept: excerpt.kept.size, seen, file: name }),
      ...(hasNoHomologation ? emptyNotices(recording, seen, name) : []),
    ],
    kinds: hasNoHomologation ? requests.kinds : [],
  }
}

/** Notices about gaps in the recording, and that the run was made under another profile than `asked`, by which it is judged now. */
function recordingNotices(recording: Recording, { gaps }: JudgedRecording, asked: string) {
  const own = recording.header?.profile.name ?? asked
  const unanswered = unansweredIn(recording)
  const unreadable = recording.damaged.length - unanswered
  const isHar = recording.kind === 'har'
  const notUtf8 = isHar ? recording.notUtf8.count : 0
  const missing = isHar ? recording.attached.missing : 0
  return [
    ...[...gaps].map((gap): MessageReference => ({ key: `judge.gap.${gap}`, values: {} })),
    ...noticeIf(own !== asked, 'judge.other-profile', { own, asked }),
    ...noticeIf(unreadable > 0, 'judge.damaged', { count: unreadable }),
    ...noticeIf(unanswered > 0, 'judge.no-response', { count: unanswered }),
    ...noticeIf(notUtf8 > 0, 'judge.made-up', { count: notUtf8 }),
    ...endNotice(recording),
    ...noticeIf(missing > 0, 'judge.attached', { count: missing }),
  ]
}

/** Says that a recording holds no homologation: it is empty, of other services, or of other routes. */
function emptyNotices(recording: Recording, seen: number, file: string): MessageReference[] {
  // entries without a response have a notice of their own
  if (seen === 0) return noticeIf(unansweredIn(recording) === 0, 'judge.no-entries', { file })
  const isOfOtherServices = recording.kind === 'har' && recording.baseUrl === null
  return [{ key: isOfOtherServices ? 'judge.no-service' : 'judge.no-homologation', values: { seen, file } }]
}

function unansweredIn({ damaged }: Recording): number {
  return damaged.filter(({ reason }) => reason === 'no-response').length
}

/** A notice if our own journal (it has a header) has no note of its end, because the process was killed. */
export function endNotice({ header, notes }: Pick<Recording, 'header' | 'notes'>): MessageReference[] {
  return noticeIf(header !== null && !hasEnd(notes), 'judge.without-end', {})
}

function noticeIf(isTrue: boolean, key: MessageReference['key'], values: MessageReference['values']) {
  return isTrue ? [{ key, values }] : []
}

function headerOf(recording: Recording, { id, version, given, fallback }: GradeOptions): RunHeader {
  const own = recording.header
  return {
    id,
    command: 'judge',
    startedAt: own?.startedAt ?? UNKNOWN_START,
    tool: { name: 'homologa', version },
    embedded: own?.embedded ?? false,
    seed: own?.seed ?? null,
    ...factsOf(recording, given, fallback),
  }
}

/** Collects the excerpt while the recording is judged, because it is not known before the end whether it is needed. */
function createExcerpt() {
  const kept = new Set<Exchange>()
  const onEnd = (endedRuns: readonly EndedRun[]) => {
    for (const { judgement, exchanges } of endedRuns)
      if (judgement.verdict !== 'pass')
        for (const exchange of exchanges.slice(0, MOST_IN_EXCERPT - kept.size)) kept.add(exchange)
  }
  return {
    kept,
    onExchange(exchange: Exchange, isNews: boolean, endedRuns: readonly EndedRun[]) {
      if (kept.size < FIRST_IN_EXCERPT || (isNews && kept.size < MOST_IN_EXCERPT)) kept.add(exchange)
      onEnd(endedRuns)
    },
    onEnd,
  }
}

const MOST_KINDS_SHOWN = 8

/** Counts the requests of a recording by method, host and path, until one of the homologation comes. Then the counts are not needed. */
export function countRequests() {
  const counts = new Map<string, number>()
  let hasHomologation = false
  return {
    add({ request, channel }: Exchange): void {
      if (hasHomologation) return
      const { url, method } = request
      const path = pathOf(url)
      hasHomologation = channel !== 'elsewhere' && path.includes('/homologacao/')
      const host = URL.canParse(url) ? `${new URL(url).host} ` : ''
      // `/produtos/12/estoques` and `/produtos/7/estoques` are one kind.
      const kind = `${method} ${host}${path.replace(/\/\d+(?=\/|$)/g, '/…')}`
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    },
    get hasHomologation() {
      return hasHomologation
    },
    /** The most frequent kinds of requests: `GET erp.example /Api/v3/produtos/… (12)`. */
    get kinds() {
      return [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_KINDS_SHOWN)
        .map(([kind, count]) => `${kind} (${count})`)
    },
  }
}
