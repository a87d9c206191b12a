import type { Profile } from '../../specification/profile.js'
import { type Bar, gapText, type Lane, type TimeLine } from '../data/time-line.js'
import type { Speech } from '../live/speech.js'
import type { Room } from '../parts/measure.js'
import { signOf, type Tone } from '../parts/signs.js'

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

/** Each gap's number above its line where it fits, else one level up; left out where even that would cover another. */
export function placeLabels(
  line: TimeLine,
  profile: Profile,
  room: Room,
  { lang }: Speech,
): (Label | undefined)[] {
  const { x } = scaleOf(line, profile, room)
  const endOfLevel = [-Infinity, -Infinity, -Infinity]
  return line.intervals.map((interval) => {
    const text = `${interval.isBroken ? '✗ ' : ''}${gapText(interval.gapMs, profile.spacing.intervalMs, lang)}`
    const half = ((text.length * CHARACTER + 6) * room.unitPx) / 2
    const [from, to] = [x(interval.fromMs), x(interval.toMs)]
    const centre = Math.min(Math.max((from + to) / 2, half), room.widthPx - half)
    const first = to - from >= half * 2 ? 0 : 1
    const level = endOfLevel.findIndex((end, at) => at >= first && end <= centre - half)
    if (level < 0) return undefined
    endOfLevel[level] = centre + half
    return { text, level, centre }
  })
}

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

export const toneOfBar: Readonly<Record<Bar['kind'], Tone>> = {
  answered: 'pass',
  refused: 'warning',
  error: 'fail',
  unanswered: 'fail',
}

/** A bar with its caption: on its right if there is room, else on its left, else left out. */
export interface PlacedBar {
  readonly bar: Bar
  readonly from: number
  readonly width: number
  readonly caption: string
  readonly side: 'right' | 'left' | null
}

export function placeCaptions(lane: Lane, plan: Plan, speech: Speech): PlacedBar[] {
  const u = plan.room.unitPx
  let taken = plan.left - 4 * u
  return lane.bars.map((bar, at) => {
    const next = lane.bars[at + 1]
    const from = plan.x(bar.fromMs)
    const width = Math.max((lane.kind === 'token' ? 9 : 3) * u, plan.x(bar.toMs) - from)
    const caption = captionOf(bar, speech)
    const captionWidth = (caption.length * CHARACTER + 8) * u
    const end = from + width
    const limit = next ? plan.x(next.fromMs) : plan.room.widthPx
    const side = end + captionWidth <= limit ? 'right' : from - captionWidth >= taken ? 'left' : null
    taken = side === 'right' ? end + captionWidth : end
    return { bar, from, width, caption, side }
  })
}

export function captionOf(bar: Bar, { ms, say }: Speech): string {
  const { answer, failure } = bar.exchange
  const sign = signOf(toneOfBar[bar.kind])
  if (!answer || failure) return `${sign} ${failure ? failure.kind : say('time/no-answer')}`
  const refused = bar.kind === 'refused' ? ` ${say('time/refused')}` : ''
  return `${sign} ${answer.status}${refused} · ${ms(bar.toMs - bar.fromMs)} ms`
}
