import type { ComponentChildren } from 'preact'
import type { Profile } from '../../specification/profile.js'
import { deepLink } from '../data/deep-link.js'
import { type Bar, gapText, gridStepMs, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import { visible } from '../data/visible.js'
import { type Speech, useSpeech } from '../live/speech.js'
import { type Room, useRoom } from '../parts/measure.js'
import { signOf, type Tone, toneOf } from '../parts/signs.js'

/** Where things go, in CSS pixels. */
interface Plan {
  readonly room: Room
  readonly isNarrow: boolean
  readonly left: number
  readonly width: number
  readonly strip: number
  readonly laneHeight: number
  readonly height: number
  x(ms: number): number
  /** Top of a lane. */
  y(lane: number): number
}

const CHARACTER = 7.3

/** The run on its time axis: a lane a step, the two-second grid behind, the gaps above as dimension lines. */
export function TimeChart({ line, profile }: { line: TimeLine; profile: Profile }) {
  const speech = useSpeech()
  const [ref, room] = useRoom<HTMLDivElement>()
  const labels = placeLabels(line, profile, room, speech)
  const plan = planOf(line, profile, room, labels)
  return (
    <div class="chart" ref={ref}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand for a drawing */}
      <svg
        width={room.widthPx}
        height={plan.height}
        viewBox={`0 0 ${room.widthPx} ${plan.height}`}
        role="group"
        aria-label={speech.say('time/label')}
      >
        <Grid line={line} plan={plan} profile={profile} />
        <g class="dimensions">
          {line.intervals.map((interval, at) => (
            <Dimension interval={interval} label={labels[at]} plan={plan} profile={profile} />
          ))}
        </g>
        {line.lanes.map((lane, at) => (
          <LaneRow lane={lane} at={at} plan={plan} />
        ))}
      </svg>
    </div>
  )
}

interface Label {
  readonly text: string
  readonly level: number
  readonly centre: number
}

const LEVEL = 17

function scaleOf(
  line: TimeLine,
  profile: Profile,
  room: Room,
): Pick<Plan, 'left' | 'width' | 'x' | 'isNarrow'> {
  const u = room.unitPx
  const isNarrow = room.widthPx < 640 * u
  const left = (isNarrow ? 4 : 262) * u
  const width = Math.max(80, room.widthPx - left - (isNarrow ? 14 : 30) * u)
  const limitMs = profile.total.maxMs ?? 0
  const spanMs = Math.max(line.endMs * 1.03, limitMs < line.endMs * 2 ? limitMs * 1.03 : 0, 100)
  return { left, width, isNarrow, x: (ms) => left + (ms / spanMs) * width }
}

/** Each gap's number above its line where it fits, else one level up; left out where even that would cover another. */
function placeLabels(line: TimeLine, profile: Profile, room: Room, { lang }: Speech): (Label | undefined)[] {
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

function planOf(line: TimeLine, profile: Profile, room: Room, labels: readonly (Label | undefined)[]): Plan {
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
    height: strip + line.lanes.length * laneHeight + 30 * u,
    y: (lane) => strip + lane * laneHeight,
  }
}

function Grid({ line, plan, profile }: { line: TimeLine; plan: Plan; profile: Profile }) {
  const { say, ms, lang } = useSpeech()
  const u = plan.room.unitPx
  const spanMs = (plan.width / (plan.x(1) - plan.x(0))) as number
  const stepMs = gridStepMs(spanMs, plan.width, profile.spacing.intervalMs, 44 * u)
  const marks = Array.from({ length: Math.floor(spanMs / stepMs) + 1 }, (_, at) => at * stepMs)
  const minor = stepMs / 4
  const minors =
    plan.x(minor) - plan.x(0) < 7 * u ? [] : marks.flatMap((mark) => [1, 2, 3].map((k) => mark + k * minor))
  const bottom = plan.y(line.lanes.length)
  const totalMs = profile.total.maxMs
  return (
    <g class="grid">
      {minors
        .filter((at) => at <= spanMs)
        .map((at) => (
          <line class="minor" x1={plan.x(at)} x2={plan.x(at)} y1={bottom} y2={bottom + 5 * u} />
        ))}
      {marks.map((mark) => (
        <>
          <line
            class="major"
            x1={plan.x(mark)}
            x2={plan.x(mark)}
            y1={plan.strip - 4 * u}
            y2={bottom + 9 * u}
          />
          <text
            class="axis"
            x={plan.x(mark)}
            y={bottom + 24 * u}
            text-anchor={mark === 0 ? 'start' : 'middle'}
          >
            {(mark / 1000).toLocaleString(lang)} s
          </text>
        </>
      ))}
      {totalMs !== null && plan.x(totalMs) <= plan.left + plan.width + 1 ? (
        <>
          <line
            class="limit"
            x1={plan.x(totalMs)}
            x2={plan.x(totalMs)}
            y1={plan.strip - 4 * u}
            y2={bottom + 9 * u}
          />
          <text class="limit" x={plan.x(totalMs) - 5 * u} y={bottom - 6 * u} text-anchor="end">
            {say('time/total', { totalMs: ms(totalMs) })}
          </text>
        </>
      ) : null}
    </g>
  )
}

/** A gap, drawn as a draughtsman marks a length; the tick on it is where the interval of the profile lies. */
function Dimension(props: { interval: Interval; label: Label | undefined; plan: Plan; profile: Profile }) {
  const { interval, label, plan, profile } = props
  const u = plan.room.unitPx
  const y = plan.strip - 12 * u
  const [from, to] = [plan.x(interval.fromMs), plan.x(interval.toMs)]
  const limit = plan.x(interval.fromMs + profile.spacing.intervalMs)
  const showsLimit = profile.spacing.reading !== 'free' && limit <= plan.left + plan.width
  return (
    <g class={interval.isBroken ? 'dimension tone-fail' : 'dimension'}>
      <path d={`M${from} ${y - 5 * u}V${y + 5 * u}M${from} ${y}H${to}M${to} ${y - 5 * u}V${y + 5 * u}`} />
      {showsLimit ? (
        <path class="threshold" d={`M${limit} ${y + 1 * u}l${-3.5 * u} ${7 * u}h${7 * u}z`} />
      ) : null}
      {label ? (
        <text x={label.centre} y={y - (8 + label.level * LEVEL) * u} text-anchor="middle">
          {label.text}
        </text>
      ) : null}
    </g>
  )
}

function LaneRow({ lane, at, plan }: { lane: Lane; at: number; plan: Plan }) {
  const speech = useSpeech()
  const u = plan.room.unitPx
  const top = plan.y(at)
  const barTop = top + (plan.isNarrow ? 22 : 9) * u
  return (
    <g class={`lane lane-${lane.kind}`}>
      <line class="rule" x1={0} x2={plan.room.widthPx} y1={top} y2={top} />
      <LaneLabel lane={lane} y={top + (plan.isNarrow ? 16 : 22) * u} unit={u} />
      {placeCaptions(lane, plan, speech).map((placed) => (
        <BarMark placed={placed} lane={lane} top={barTop} unit={u} speech={speech} />
      ))}
    </g>
  )
}

function LaneLabel({ lane, y, unit }: { lane: Lane; y: number; unit: number }) {
  const { say } = useSpeech()
  if (!lane.step) {
    return (
      <text class="lane-label" x={4 * unit} y={y}>
        {lane.kind === 'token' ? `◆ ${say('time/token')}` : `· ${say('time/other')}`}
      </text>
    )
  }
  const tone = toneOf(lane.step.verdict)
  const [method = '', path = ''] = lane.step.route.split(' ')
  const number = /\d+$/.exec(lane.step.id)?.[0] ?? ''
  return (
    <text class="lane-label" x={4 * unit} y={y}>
      <tspan class={`tone-${tone} lane-sign`}>{signOf(tone)}</tspan>
      <tspan dx={6 * unit}>{number}</tspan>
      <tspan dx={7 * unit} class="method">
        {visible(method)}
      </tspan>
      <tspan dx={7 * unit} class="path">
        {visible(path.replace(/^\/homologacao\/produtos(?=\/)/, '…'))}
      </tspan>
    </text>
  )
}

const toneOfBar: Readonly<Record<Bar['kind'], Tone>> = {
  answered: 'pass',
  refused: 'warning',
  error: 'fail',
  unanswered: 'fail',
}

/** A bar with its caption: beside it on the right where there is room, else on the left, else left out. */
interface PlacedBar {
  readonly bar: Bar
  readonly from: number
  readonly width: number
  readonly caption: string
  readonly side: 'right' | 'left' | null
}

function placeCaptions(lane: Lane, plan: Plan, speech: Speech): PlacedBar[] {
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

function BarMark(props: { placed: PlacedBar; lane: Lane; top: number; unit: number; speech: Speech }) {
  const { placed, lane, top, unit: u, speech } = props
  const { bar, from, width, caption, side } = placed
  const height = 16 * u
  return (
    <BarLink bar={bar} speech={speech}>
      <rect class="hit" x={from - 4 * u} y={top - 4 * u} width={width + 8 * u} height={height + 8 * u} />
      {lane.kind === 'token' ? (
        <g class="renewal">
          <path d={`M${from} ${top + 1 * u}l${7 * u} ${7 * u}l${-7 * u} ${7 * u}l${-7 * u} ${-7 * u}z`} />
          <path d={`M${from} ${top + 7 * u}h${width}v${2 * u}h${-width}z`} />
        </g>
      ) : (
        <rect class={`bar bar-${bar.kind}`} x={from} y={top} width={width} height={height} />
      )}
      {side === null ? null : (
        <text
          class={`caption tone-${toneOfBar[bar.kind]}`}
          x={side === 'right' ? from + width + 5 * u : from - 5 * u}
          y={top + 12.5 * u}
          text-anchor={side === 'right' ? 'start' : 'end'}
        >
          {caption}
        </text>
      )}
    </BarLink>
  )
}

function BarLink({ bar, speech, children }: { bar: Bar; speech: Speech; children: ComponentChildren }) {
  const { exchange } = bar
  const text = visible(`${exchange.id} ${exchange.request.method} ${captionOf(bar, speech)}`)
  return (
    <a href={deepLink({ exchange: exchange.id })} class={`mark-${bar.kind}`} aria-label={text}>
      <title>{text}</title>
      {children}
    </a>
  )
}

function captionOf(bar: Bar, { ms, say }: Speech): string {
  const { answer, failure } = bar.exchange
  const sign = signOf(toneOfBar[bar.kind])
  if (!answer || failure) return `${sign} ${failure ? failure.kind : say('time/no-answer')}`
  const refused = bar.kind === 'refused' ? ` ${say('time/refused')}` : ''
  return `${sign} ${answer.status}${refused} · ${ms(bar.toMs - bar.fromMs)} ms`
}
