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
  const bars = barsOf(shown, report.findings, profile, originMs)
  const stepOf = new Map(report.steps.flatMap((step) => step.exchanges.map((id) => [id, step.id] as const)))
  // a report without steps may have a procedure, and data without a procedure may have steps
  const inProcedure = new Set([...stepOf.keys(), ...procedure.map(({ exchange }) => exchange)])
  const counted = shown.filter(
    ({ id, channel }) => inProcedure.has(id) || (profile.spacing.countsRenewal && channel === 'token'),
  )
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  const broken = exchangesBreaking('homologation/spacing', errors)
  return {
    lanes: lanesOf(report.steps, bars, stepOf),
    intervals: intervalsOf(counted, broken, profile.spacing.reading, originMs),
    endMs: Math.max(0, ...bars.map(({ toMs }) => toMs)),
  }
}

/** A lane for each step, and one each for the renewals and the other requests if there are any. */
function lanesOf(steps: Report['steps'], bars: readonly Bar[], stepOf: ReadonlyMap<string, string>): Lane[] {
  const byLane = groupBy(
    bars,
    ({ exchange: { id, channel } }) => stepOf.get(id) ?? (channel === 'token' ? 'token' : 'other'),
  )
  const barsIn = (lane: string) => byLane.get(lane) ?? []
  const others = (['token', 'other'] as const).filter((kind) => byLane.has(kind))
  return [
    ...steps.map((step): Lane => ({ id: step.id, kind: 'step', step, bars: barsIn(step.id) })),
    ...others.map((kind): Lane => ({ id: kind, kind, step: null, bars: barsIn(kind) })),
  ]
}

function barsOf(
  exchanges: readonly Exchange[],
  findings: Report['findings'],
  profile: Profile,
  originMs: number,
): Bar[] {
  // reversed, so that of several errors of an exchange the first is kept
  const rootErrors = findings.filter(isRootError).toReversed()
  const errors = new Map(
    rootErrors.flatMap((error) => everyPlace(error).map(({ exchange }) => [exchange, error] as const)),
  )
  return exchanges.map((exchange) => ({
    exchange,
    kind: kindOf(exchange, profile),
    error: errors.get(exchange.id) ?? null,
    fromMs: exchange.sentAtMs - originMs,
    toMs: endMs(exchange) - originMs,
  }))
}

function kindOf({ response, failure }: Exchange, profile: Profile): BarKind {
  if (!response || failure) return 'unanswered'
  if (isSuccess(response)) return 'responded'
  return refusesToken({ ...response, text: response.body?.text ?? null }, profile) ? 'refused' : 'error'
}

/** The intervals between the counted exchanges. `broken` holds the exchanges that came too early or too late. */
function intervalsOf(
  counted: readonly Exchange[],
  broken: ReadonlySet<string>,
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
