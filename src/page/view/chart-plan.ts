import type { Profile } from '../../specification/profile.js'
import { type Bar, formatGap, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import type { Wording } from '../data/wording.js'
import { signOf, type Tone } from '../parts/elements.js'

/**
 * The positions of everything in the time chart: from the top a strip with the gaps, a lane for each step, and the axis. Lengths are CSS pixels
 * at the usual text size, as `useWidth` returns them.
 */
export interface ChartPlan {
  readonly chartWidth: number
  /** Whether the names of the lanes are above the bars, because there is no room beside them. */
  readonly isNarrow: boolean
  /** The left end of the time axis. */
  readonly axisLeft: number
  readonly axisWidth: number
  /** The milliseconds that the axis shows, from 0. */
  readonly spanMs: number
  readonly stripHeight: number
  /** Height of the whole chart. */
  readonly height: number
  /** The most that the whole run may take; null without such a limit, or if it is too far away to be drawn. */
  readonly totalMs: number | null
  /** The horizontal position of a moment. */
  x(ms: number): number
  /** The top of a lane. */
  y(lane: number): number
}

/** Width of a character in labels and captions. */
const CHARACTER_WIDTH = 7.3
/** Height of a level of labels. */
export const LEVEL_HEIGHT = 17
/** Height of the strip if all labels are on the lowest level. */
const LOWEST_STRIP_HEIGHT = 34
const NARROW_BELOW = 640
const LANE_NAME_WIDTH = 262
const LEAST_AXIS_WIDTH = 80
/** So that a run that took no time can be drawn. */
const LEAST_SPAN_MS = 100
/** Free space around labels and captions. */
const LABEL_MARGIN = 3
const CAPTION_MARGIN = 4

/** The horizontal axis, and what follows from its width. */
function scaleOf(line: TimeLine, profile: Profile, chartWidth: number) {
  const isNarrow = chartWidth < NARROW_BELOW
  const axisLeft = isNarrow ? 4 : LANE_NAME_WIDTH
  const roomForLastNumber = isNarrow ? 14 : 30
  const axisWidth = Math.max(LEAST_AXIS_WIDTH, chartWidth - axisLeft - roomForLastNumber)
  const { maxMs } = profile.total
  const totalMs = maxMs !== null && maxMs < line.endMs * 2 ? maxMs : null
  // three percent of the axis stay free at its end
  const spanMs = Math.max(1.03 * Math.max(line.endMs, totalMs ?? 0), LEAST_SPAN_MS)
  const x = (ms: number) => axisLeft + (ms / spanMs) * axisWidth
  return { axisLeft, axisWidth, isNarrow, totalMs, spanMs, x }
}

/** The text of a gap above the lanes. */
export interface Label {
  readonly text: string
  /** 0 is the lowest. */
  readonly level: number
  readonly centre: number
  readonly halfWidth: number
}

/** The levels of labels. Labels of wrong gaps that have no room on any of them share one more. */
const LEVELS = [0, 1, 2]

/**
 * Places the label of each gap: on the lowest level if it fits between the ends of the gap, else higher. A label that would cover another on
 * every level is left out (undefined). The labels of wrong gaps are placed first and never left out.
 */
export function placeLabels(line: TimeLine, profile: Profile, chartWidth: number, { lang }: Wording) {
  const { x } = scaleOf(line, profile, chartWidth)
  const placed = new Map<Interval, Label>()
  const brokenFirst = [...line.intervals].sort((a, b) => Number(b.isBroken) - Number(a.isBroken))
  for (const interval of brokenFirst) {
    const gap = formatGap(interval.gapMs, profile.spacing.intervalMs, lang)
    const text = interval.isBroken ? `✗ ${gap}` : gap
    const halfWidth = (text.length * CHARACTER_WIDTH) / 2 + LABEL_MARGIN
    const from = x(interval.fromMs)
    const to = x(interval.toMs)
    const centre = Math.min(Math.max((from + to) / 2, halfWidth), chartWidth - halfWidth)
    const lowest = to - from >= halfWidth * 2 ? 0 : 1
    const isFree = (level: number) =>
      [...placed.values()].every(
        (other) => other.level !== level || Math.abs(other.centre - centre) >= other.halfWidth + halfWidth,
      )
    const free = LEVELS.find((level) => level >= lowest && isFree(level))
    const level = free ?? (interval.isBroken ? LEVELS.length : undefined)
    if (level !== undefined) placed.set(interval, { text, level, centre, halfWidth })
  }
  return line.intervals.map((interval) => placed.get(interval))
}

/** Plans the chart. Its strip is as high as the labels need. */
export function planChart(
  line: TimeLine,
  profile: Profile,
  chartWidth: number,
  labels: readonly (Label | undefined)[],
): ChartPlan {
  const scale = scaleOf(line, profile, chartWidth)
  const highestLevel = Math.max(0, ...labels.map((label) => label?.level ?? 0))
  const stripHeight = LOWEST_STRIP_HEIGHT + highestLevel * LEVEL_HEIGHT
  const laneHeight = scale.isNarrow ? 46 : 34
  // the limit of the whole run has its text below the numbers of the axis
  const axisHeight = scale.totalMs === null ? 30 : 48
  return {
    ...scale,
    chartWidth,
    stripHeight,
    height: stripHeight + line.lanes.length * laneHeight + axisHeight,
    y: (lane) => stripHeight + lane * laneHeight,
  }
}

/** A bar with its position and its caption. */
export interface PlacedBar {
  readonly bar: Bar
  readonly from: number
  readonly width: number
  readonly caption: string
  /** The side of the bar that the caption is on; null if there is no room for it. */
  readonly side: 'right' | 'left' | null
}

/**
 * Places the bars of a lane with their captions, on the right if there is room, else on the left. The captions of failed
 * requests give the reason. They are placed first, shortened to the room there is, and never left out.
 */
export function placeCaptions(lane: Lane, plan: ChartPlan, wording: Wording): PlacedBar[] {
  const bars = lane.bars.map((bar) => {
    const from = plan.x(bar.fromMs)
    const leastWidth = lane.kind === 'token' ? 9 : 3 // so that a short request can be seen
    const width = Math.max(leastWidth, plan.x(bar.toMs) - from)
    return { bar, from, width, end: from + width }
  })
  const taken = bars.map(({ from, end }) => ({ from, end }))
  const placed = new Map<Bar, PlacedBar>()
  const failedFirst = [...bars].sort((a, b) => Number(b.bar.error !== null) - Number(a.bar.error !== null))
  for (const { bar, from, width, end } of failedFirst) {
    const startsAfter = taken.map((other) => other.from).filter((x) => x >= end)
    const endsBefore = taken.map((other) => other.end).filter((x) => x <= from)
    const roomRight = Math.min(plan.chartWidth, ...startsAfter) - end
    const roomLeft = from - Math.max(plan.axisLeft - CAPTION_MARGIN, ...endsBefore)
    const text = captionText(bar, wording)
    const caption = bar.error ? shorten(text, Math.max(roomRight, roomLeft)) : text
    const captionWidth = caption.length * CHARACTER_WIDTH + 2 * CAPTION_MARGIN
    const roomierSide = roomRight >= roomLeft ? 'right' : 'left'
    let side: PlacedBar['side'] = bar.error ? roomierSide : null
    if (captionWidth <= roomRight) side = 'right'
    else if (captionWidth <= roomLeft) side = 'left'
    if (side === 'right') taken.push({ from: end, end: end + captionWidth })
    if (side === 'left') taken.push({ from: from - captionWidth, end: from })
    placed.set(bar, { bar, from, width, caption, side })
  }
  return lane.bars.flatMap((bar) => placed.get(bar) ?? [])
}

/** Cuts a text to the room, but not below six characters. */
function shorten(text: string, room: number): string {
  const most = Math.max(6, Math.floor((room - 2 * CAPTION_MARGIN) / CHARACTER_WIDTH))
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

const toneOfBar: Readonly<Record<Bar['kind'], Tone>> = {
  responded: 'pass',
  refused: 'warning',
  error: 'fail',
  unanswered: 'fail',
}

export function toneOfCaption({ error, kind }: Bar): Tone {
  return error ? 'fail' : toneOfBar[kind]
}

/** The whole caption of a bar: the status with the error (`✗ 400 The hash is missing.`), or with the duration (`✓ 200 · 12 ms`). */
export function captionText(bar: Bar, { ms, say, finding }: Wording): string {
  const { response, failure } = bar.exchange
  const sign = signOf(toneOfCaption(bar))
  const status = response ? `${response.status} ` : ''
  if (bar.error) return `${sign} ${status}${finding(bar.error).message}`
  if (!response || failure) return `${sign} ${failure ? failure.kind : say('time/no-answer')}`
  const refused = bar.kind === 'refused' ? `${say('time/refused')} ` : ''
  return `${sign} ${status}${refused}· ${ms(bar.toMs - bar.fromMs)} ms`
}
