import { type Exchange, endMs } from '../../exchange/exchange.js'
import type { PageData } from '../../report/page-data.js'
import type { Report, ReportFinding } from '../../report/report.js'
import { everyPlace } from '../../report/same-findings.js'
import { isRootError } from '../../rules/finding.js'
import { groupBy } from '../../specification/plain-object.js'
import type { Profile } from '../../specification/profile.js'
import { isSuccess, refusesToken } from '../../specification/recognise.js'
import { exchangesBreaking } from './group-findings.js'

/** `refused`: the token was refused, which is expected after its revocation. `error`: any other response without success. */
type BarKind = 'responded' | 'refused' | 'error' | 'unanswered'

/** An exchange on the time line. */
export interface Bar {
  readonly exchange: Exchange
  readonly kind: BarKind
  /** The first root error that this exchange shows. */
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
 * The time from one request of the procedure to the next. Under the reading `at-most` it begins with the end of the previous
 * response.
 */
export interface Interval {
  readonly fromMs: number
  readonly toMs: number
  readonly gapMs: number
  /** Id of the later exchange. */
  readonly exchange: string
  /** Whether a finding says that this interval is too short or too long. */
  readonly isBroken: boolean
}

/** A run as the time chart draws it. */
export interface TimeLine {
  readonly lanes: readonly Lane[]
  readonly intervals: readonly Interval[]
  readonly endMs: number
}

export function bySentAt(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.toSorted((a, b) => a.sentAtMs - b.sentAtMs)
}

/** Prepares the run's time line for drawing; null if there is nothing to draw. */
export function buildTimeLine(
  report: Report,
  exchanges: readonly Exchange[],
  { profile, procedure = [] }: Pick<PageData, 'profile' | 'procedure'>,
): TimeLine | null {
  const shown = bySentAt(exchanges)
  const originMs = shown[0]?.sentAtMs
  if (originMs === undefined) return null
  const stepOf = new Map(report.steps.flatMap((step) => step.exchanges.map((id) => [id, step.id] as const)))
  const groups = groupBy(
    shown,
    ({ id, channel }) => stepOf.get(id) ?? (channel === 'token' ? 'token' : 'other'),
  )
  const errors = errorsByExchange(report.findings)
  const barsOf = (lane: string) =>
    (groups.get(lane) ?? []).map((exchange): Bar => {
      const error = errors.get(exchange.id) ?? null
      const fromMs = exchange.sentAtMs - originMs
      return { exchange, kind: kindOf(exchange, profile), error, fromMs, toMs: endMs(exchange) - originMs }
    })
  const steps = report.steps.map((step): Lane => ({ id: step.id, kind: 'step', step, bars: barsOf(step.id) }))
  const others = (['token', 'other'] as const).map(
    (kind): Lane => ({ id: kind, kind, step: null, bars: barsOf(kind) }),
  )
  const lanes = [...steps, ...others.filter((lane) => lane.bars.length > 0)]
  const ends = lanes.flatMap((lane) => lane.bars.map((bar) => bar.toMs))
  const { reading, countsRenewal } = profile.spacing
  const inProcedure = new Set(procedure.map(({ exchange }) => exchange))
  // a report without steps may have a procedure, and data without a procedure steps
  const counted = shown.filter(
    ({ id, channel }) => inProcedure.has(id) || stepOf.has(id) || (countsRenewal && channel === 'token'),
  )
  const ofErrors = report.findings.filter(({ severity }) => severity === 'error')
  const broken = exchangesBreaking('homologation/spacing', ofErrors)
  return {
    lanes,
    intervals: intervalsOf(counted, broken, reading, originMs),
    endMs: Math.max(0, ...ends),
  }
}

/** The first root error that each exchange shows, by the exchange's id. */
function errorsByExchange(findings: Report['findings']): ReadonlyMap<string | null, ReportFinding> {
  const errors = new Map<string | null, ReportFinding>()
  for (const finding of findings.filter(isRootError)) {
    for (const { exchange } of everyPlace(finding)) {
      if (!errors.has(exchange)) errors.set(exchange, finding)
    }
  }
  return errors
}

function kindOf({ response, failure }: Exchange, profile: Profile): BarKind {
  if (!response || failure) return 'unanswered'
  if (isSuccess(response)) return 'responded'
  return refusesToken({ ...response, text: response.body?.text ?? null }, profile) ? 'refused' : 'error'
}

/** The intervals between the counted exchanges. Those before the exchanges in `broken` are wrong. */
function intervalsOf(
  counted: readonly Exchange[],
  broken: ReadonlySet<string | null>,
  reading: Profile['spacing']['reading'],
  originMs: number,
): Interval[] {
  return counted.slice(1).map(({ id, sentAtMs }, index) => {
    const previous = counted[index] as Exchange
    const startMs = reading === 'at-most' ? endMs(previous) : previous.sentAtMs
    return {
      fromMs: startMs - originMs,
      toMs: sentAtMs - originMs,
      gapMs: sentAtMs - startMs,
      exchange: id,
      isBroken: broken.has(id),
    }
  })
}

/**
 * Chooses the milliseconds between two labelled lines of the grid: the interval (2,000 for a profile without one), or 2, 5, 10, 20
 * and so on times the interval, so that the lines are at least `leastPx` apart.
 */
export function chooseGridStepMs(spanMs: number, widthPx: number, intervalMs: number, leastPx: number) {
  const base = intervalMs > 0 ? intervalMs : 2000
  const leastMs = (spanMs * leastPx) / Math.max(1, widthPx)
  for (let scale = 1; ; scale *= 10) {
    for (const factor of [1, 2, 5]) {
      if (base * factor * scale >= leastMs) return base * factor * scale
    }
  }
}

/**
 * Formats a gap in whole milliseconds, or with one digit more if it is close to the limit. It is rounded down, so that a gap
 * below the limit never seems to reach it.
 */
export function formatGap(gapMs: number, intervalMs: number, lang: string): string {
  const digits = Math.abs(gapMs - intervalMs) < 10 && gapMs !== intervalMs ? 1 : 0
  const scale = 10 ** digits
  // a difference of times is inexact: 2.3 - 0.3 is 1.9999999999999998, which must not become 1
  const rounded = Math.floor(gapMs * scale + 1e-6) / scale
  return rounded.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
