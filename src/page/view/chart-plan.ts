import type { Profile } from '../../specification/profile.js'
import { type Bar, gapText, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import type { Speech } from '../live/speech.js'
import { signOf, type Tone } from '../parts/elements.js'
import type { Room } from '../parts/measure.js'

/** Positions, in CSS pixels. */
export interface Plan {
  readonly room: Room
  readonly isNarrow: boolean
  readonly left: number
  readonly width: number
  readonly strip: number
  readonly laneHeight: number
  readonly height: number
  /** The most that the whole run may take, where that lies within what is drawn. */
  readonly totalMs: number | null
  x(ms: number): number
  /** Top of a lane. */
  y(lane: number): number
}

const CHARACTER = 7.3

export interface Label {
  readonly text: string
  readonly level: number
  readonly centre: number
  /** Half of its width. */
  readonly half: number
}

export const LEVEL = 17

function scaleOf(
  line: TimeLine,
  profile: Profile,
  room: Room,
): Pick<Plan, 'left' | 'width' | 'x' | 'isNarrow' | 'totalMs'> {
  const u = room.unitPx
  const isNarrow = room.widthPx < 640 * u
  const left = (isNarrow ? 4 : 262) * u
  const width = Math.max(80, room.widthPx - left - (isNarrow ? 14 : 30) * u)
  const { maxMs } = profile.total
  const totalMs = maxMs !== null && maxMs < line.endMs * 2 ? maxMs : null
  const spanMs = Math.max(line.endMs * 1.03, (totalMs ?? 0) * 1.03, 100)
  return { left, width, isNarrow, totalMs, x: (ms) => left + (ms / spanMs) * width }
}

/**
 * Each gap's number above its line where it fits, else one level up; left out where even that would cover another. A gap
 * that is wrong takes its place first and is never left out.
 */
export function placeLabels(
  line: TimeLine,
  profile: Profile,
  room: Room,
  { lang }: Speech,
): (Label | undefined)[] {
  const { x } = scaleOf(line, profile, room)
  const placed = new Map<Interval, Label>()
  for (const interval of [...line.intervals].sort((a, b) => Number(b.isBroken) - Number(a.isBroken))) {
    const text = `${interval.isBroken ? '✗ ' : ''}${gapText(interval.gapMs, profile.spacing.intervalMs, lang)}`
    const half = ((text.length * CHARACTER + 6) * room.unitPx) / 2
    const [from, to] = [x(interval.fromMs), x(interval.toMs)]
    const centre = Math.min(Math.max((from + to) / 2, half), room.widthPx - half)
    const first = to - from >= half * 2 ? 0 : 1
    const isFree = (level: number) =>
      [...placed.values()].every(
        (other) => other.level !== level || Math.abs(other.centre - centre) >= other.half + half,
      )
    const free = LEVELS.find((level) => level >= first && isFree(level))
    const level = free ?? (interval.isBroken ? LEVELS.length : undefined)
    if (level !== undefined) placed.set(interval, { text, level, centre, half })
  }
  return line.intervals.map((interval) => placed.get(interval))
}

const LEVELS = [0, 1, 2]

export function planOf(
  line: TimeLine,
  profile: Profile,
  room: Room,
  labels: readonly (Label | undefined)[],
): Plan {
  const u = room.unitPx
  const scale = scaleOf(line, profile, room)
  const levels = Math.max(0, ...labels.map((label) => label?.level ?? 0))
  const strip = (34 + levels * LEVEL) * u
  const laneHeight = (scale.isNarrow ? 46 : 34) * u
  return {
    ...scale,
    room,
    strip,
    laneHeight,
    height: strip + line.lanes.length * laneHeight + (scale.totalMs === null ? 30 : 48) * u,
    y: (lane) => strip + lane * laneHeight,
  }
}

const toneOfBar: Readonly<Record<Bar['kind'], Tone>> = {
  responded: 'pass',
  refused: 'warning',
  error: 'fail',
  unanswered: 'fail',
}

/**
 * A bar with its caption: on its right if there is room, else on its left, else left out. The caption of a request that
 * failed gives the reason. It takes its place before the others, is shortened to the room there is, and never left out.
 */
export interface PlacedBar {
  readonly bar: Bar
  readonly from: number
  readonly width: number
  readonly caption: string
  readonly side: 'right' | 'left' | null
}

export function placeCaptions(lane: Lane, plan: Plan, speech: Speech): PlacedBar[] {
  const u = plan.room.unitPx
  const drawn = lane.bars.map((bar) => {
    const from = plan.x(bar.fromMs)
    const width = Math.max((lane.kind === 'token' ? 9 : 3) * u, plan.x(bar.toMs) - from)
    return { bar, from, width, end: from + width }
  })
  const taken = drawn.map(({ from, end }) => ({ from, end }))
  const placed = new Map<Bar, PlacedBar>()
  for (const { bar, from, width, end } of [...drawn].sort((a, b) => weight(b.bar) - weight(a.bar))) {
    const right = Math.min(plan.room.widthPx, ...taken.map((one) => one.from).filter((x) => x >= end)) - end
    const left = from - Math.max(plan.left - 4 * u, ...taken.map((one) => one.end).filter((x) => x <= from))
    const whole = captionOf(bar, speech)
    const widthOf = (text: string) => (text.length * CHARACTER + 8) * u
    const roomier = right >= left ? 'right' : 'left'
    const caption = bar.error ? shortened(whole, Math.max(right, left) / u) : whole
    const fits = widthOf(caption) <= right ? 'right' : widthOf(caption) <= left ? 'left' : null
    const side = fits ?? (bar.error ? roomier : null)
    if (side === 'right') taken.push({ from: end, end: end + widthOf(caption) })
    if (side === 'left') taken.push({ from: from - widthOf(caption), end: from })
    placed.set(bar, { bar, from, width, caption, side })
  }
  return lane.bars.flatMap((bar) => placed.get(bar) ?? [])
}

function weight({ error }: Bar): number {
  return error === null ? 0 : 1
}

/** At least the sign and a few characters stay. */
function shortened(text: string, room: number): string {
  const most = Math.max(6, Math.floor((room - 8) / CHARACTER))
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

export function toneOfCaption({ error, kind }: Bar): Tone {
  return error ? 'fail' : toneOfBar[kind]
}

export function captionOf(bar: Bar, { ms, say, finding }: Speech): string {
  const { response, failure } = bar.exchange
  const sign = signOf(toneOfCaption(bar))
  if (bar.error) return `${sign} ${response ? `${response.status} ` : ''}${finding(bar.error).message}`
  if (!response || failure) return `${sign} ${failure ? failure.kind : say('time/no-answer')}`
  const refused = bar.kind === 'refused' ? ` ${say('time/refused')}` : ''
  return `${sign} ${response.status}${refused} · ${ms(bar.toMs - bar.fromMs)} ms`
}
