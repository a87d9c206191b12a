import { type Exchange, endMs } from '../../exchange/exchange.js'
import type { PageData } from '../../report/page-data.js'
import type { Report, ReportFinding } from '../../report/report.js'
import { everyPlace } from '../../report/same-findings.js'
import { isRootError } from '../../rules/finding.js'
import { groupBy } from '../../specification/plain-object.js'
import type { Profile } from '../../specification/profile.js'
import { isSuccess, refusesToken } from '../../specification/recognise.js'

export type BarKind = 'responded' | 'refused' | 'error' | 'unanswered'

export interface Bar {
  readonly exchange: Exchange
  readonly kind: BarKind
  /** The gravest finding of which this exchange is the evidence, if it is an error and not a mere consequence. */
  readonly error: ReportFinding | null
  /** Milliseconds since the first request of the time line. */
  readonly fromMs: number
  readonly toMs: number
}

/** A row: a step of the procedure, the renewals, or other requests. */
export interface Lane {
  readonly id: string
  readonly kind: 'step' | 'token' | 'other'
  readonly step: Report['steps'][number] | null
  readonly bars: readonly Bar[]
}

/**
 * From one request of the procedure to the next. Under "at most" it is the pause that counts: from the end of the response before.
 */
export interface Interval {
  readonly fromMs: number
  readonly toMs: number
  readonly gapMs: number
  /** The later request. */
  readonly exchange: string
  /** Whether the judge found this very interval wrong. */
  readonly isBroken: boolean
}

export interface TimeLine {
  readonly lanes: readonly Lane[]
  readonly intervals: readonly Interval[]
  readonly endMs: number
}

export function bySentAt(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.toSorted((a, b) => a.sentAtMs - b.sentAtMs)
}

/** Prepares the run's time line for drawing; null if there is nothing to draw. */
export function timeLine(
  report: Report,
  exchanges: readonly Exchange[],
  { profile, procedure = [] }: Pick<PageData, 'profile' | 'procedure'>,
): TimeLine | null {
  const shown = bySentAt(exchanges)
  const originMs = shown[0]?.sentAtMs
  if (originMs === undefined) return null
  const laneOf = new Map(report.steps.flatMap((step) => step.exchanges.map((id) => [id, step.id] as const)))
  const groups = groupBy(
    shown,
    (each) => laneOf.get(each.id) ?? (each.channel === 'token' ? 'token' : 'other'),
  )
  const errors = errorsByExchange(report.findings)
  const bars = (id: string) =>
    (groups.get(id) ?? []).map((each) => barOf(each, originMs, profile, errors.get(each.id) ?? null))
  const steps = report.steps.map((step): Lane => ({ id: step.id, kind: 'step', step, bars: bars(step.id) }))
  const rest = (['token', 'other'] as const).map(
    (kind): Lane => ({ id: kind, kind, step: null, bars: bars(kind) }),
  )
  const lanes = [...steps, ...rest.filter((lane) => lane.bars.length > 0)]
  const ends = lanes.flatMap((lane) => lane.bars.map((bar) => bar.toMs))
  return {
    lanes,
    intervals: intervalsOf(report, { shown, laneOf, originMs, procedure }, profile),
    endMs: Math.max(0, ...ends),
  }
}

/** The first root error that each exchange shows. */
function errorsByExchange(findings: Report['findings']): ReadonlyMap<string | null, ReportFinding> {
  const roots = findings.filter(isRootError)
  return new Map(
    roots
      .flatMap((finding) => everyPlace(finding).map(({ exchange }) => [exchange, finding] as const))
      .reverse(),
  )
}

function barOf(exchange: Exchange, originMs: number, profile: Profile, error: Bar['error']): Bar {
  const fromMs = exchange.sentAtMs - originMs
  return {
    exchange,
    kind: kindOf(exchange, profile),
    error,
    fromMs,
    toMs: endMs(exchange) - originMs,
  }
}

function kindOf(exchange: Exchange, profile: Profile): BarKind {
  if (!exchange.response || exchange.failure) return 'unanswered'
  if (isSuccess(exchange.response)) return 'responded'
  const { response } = exchange
  return refusesToken({ ...response, text: response.body?.text ?? null }, profile) ? 'refused' : 'error'
}

interface Drawn extends Required<Pick<PageData, 'procedure'>> {
  readonly shown: readonly Exchange[]
  readonly laneOf: ReadonlyMap<string, string>
  readonly originMs: number
}

function intervalsOf(report: Report, drawn: Drawn, profile: Profile): Interval[] {
  const { shown, laneOf, originMs } = drawn
  const procedure = new Set(drawn.procedure.map(({ exchange }) => exchange))
  const broken = new Set(
    report.findings
      .filter(({ requirement, severity }) => requirement === 'homologation/spacing' && severity === 'error')
      .map(({ exchange }) => exchange),
  )
  const counted = shown.filter(
    (each) =>
      procedure.has(each.id) ||
      laneOf.has(each.id) ||
      (profile.spacing.countsRenewal && each.channel === 'token'),
  )
  return counted.slice(1).map((each, at) => {
    const before = startOfGap(counted[at] ?? each, profile)
    return {
      fromMs: before - originMs,
      toMs: each.sentAtMs - originMs,
      gapMs: each.sentAtMs - before,
      exchange: each.id,
      isBroken: broken.has(each.id),
    }
  })
}

function startOfGap(before: Exchange, { spacing }: Profile): number {
  return spacing.reading === 'at-most' ? endMs(before) : before.sentAtMs
}

/** Milliseconds between two labelled lines of the grid: the interval, or a multiple that leaves each line `roomPx`. */
export function gridStepMs(spanMs: number, widthPx: number, intervalMs: number, roomPx: number): number {
  const base = intervalMs > 0 ? intervalMs : 2000
  const least = (spanMs * roomPx) / Math.max(1, widthPx)
  for (let scale = 1; ; scale *= 10) {
    for (const factor of [1, 2, 5]) {
      if (base * factor * scale >= least) return base * factor * scale
    }
  }
}

/** A gap as text: whole milliseconds, finer where it is close to the limit; always rounded down, never across it. */
export function gapText(gapMs: number, intervalMs: number, lang: string): string {
  const digits = Math.abs(gapMs - intervalMs) < 10 && gapMs !== intervalMs ? 1 : 0
  const scale = 10 ** digits
  const rounded = Math.floor(gapMs * scale + 1e-6) / scale
  return rounded.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
