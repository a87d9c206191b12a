import type { Profile } from '../../specification/profile.js'
import { deepLink } from '../data/deep-link.js'
import { gridStepMs, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import { visible } from '../data/visible.js'
import { type Speech, useSpeech } from '../live/speech.js'
import { signOf, toneOf } from '../parts/elements.js'
import { useRoom } from '../parts/measure.js'
import {
  captionOf,
  type Label,
  LEVEL,
  type PlacedBar,
  type Plan,
  placeCaptions,
  placeLabels,
  planOf,
  toneOfCaption,
} from './chart-plan.js'

/**
 * Draws the run on a time axis: a lane for each step, the two-second grid in the background, and the gaps above as
 * dimension lines.
 */
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

function Grid({ line, plan, profile }: { line: TimeLine; plan: Plan; profile: Profile }) {
  const { say, ms, lang } = useSpeech()
  const u = plan.room.unitPx
  const spanMs = plan.width / (plan.x(1) - plan.x(0))
  const stepMs = gridStepMs(spanMs, plan.width, profile.spacing.intervalMs, 44 * u)
  const marks = Array.from({ length: Math.floor(spanMs / stepMs) + 1 }, (_, at) => at * stepMs)
  const minor = stepMs / 4
  const minors =
    plan.x(minor) - plan.x(0) < 7 * u ? [] : marks.flatMap((mark) => [1, 2, 3].map((k) => mark + k * minor))
  const bottom = plan.y(line.lanes.length)
  const { totalMs } = plan
  const across = (ms: number) => ({
    x1: plan.x(ms),
    x2: plan.x(ms),
    y1: plan.strip - 4 * u,
    y2: bottom + 9 * u,
  })
  return (
    <g class="grid">
      {minors
        .filter((at) => at <= spanMs)
        .map((at) => (
          <line class="minor" x1={plan.x(at)} x2={plan.x(at)} y1={bottom} y2={bottom + 5 * u} />
        ))}
      {marks.map((mark) => (
        <>
          <line class="major" {...across(mark)} />
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
      {totalMs !== null ? (
        <>
          <line class="limit" {...across(totalMs)} />
          <text class="limit" x={plan.x(totalMs) + 12 * u} y={bottom + 42 * u} text-anchor="end">
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

function BarMark(props: { placed: PlacedBar; lane: Lane; top: number; unit: number; speech: Speech }) {
  const { placed, lane, top, unit: u, speech } = props
  const { bar, from, width, caption, side } = placed
  const height = 16 * u
  const { exchange } = bar
  const named = `${exchange.id} ${exchange.request.method}`
  const whole = captionOf(bar, speech)
  // A link's name must contain its visible text, so a shortened caption shortens the name.
  const name = visible(`${named} ${side === null ? whole : caption}`)
  return (
    <a href={deepLink({ exchange: exchange.id })} class={`mark-${bar.kind}`} aria-label={name}>
      <title>{visible(`${named} ${whole}`)}</title>
      <rect class="hit" x={from - 4 * u} y={top - 4 * u} width={width + 8 * u} height={height + 8 * u} />
      {lane.kind === 'token' ? (
        <g class="renewal">
          <path d={`M${from} ${top + 1 * u}l${7 * u} ${7 * u}l${-7 * u} ${7 * u}l${-7 * u} ${-7 * u}z`} />
          <path d={`M${from} ${top + 7 * u}h${width}v${2 * u}h${-width}z`} />
        </g>
      ) : (
        <rect
          class={`bar bar-${bar.error ? 'failing' : bar.kind}`}
          x={from}
          y={top}
          width={width}
          height={height}
        />
      )}
      {side === null ? null : (
        <text
          class={`caption tone-${toneOfCaption(bar)}`}
          x={side === 'right' ? from + width + 5 * u : from - 5 * u}
          y={top + 12.5 * u}
          text-anchor={side === 'right' ? 'start' : 'end'}
        >
          {caption}
        </text>
      )}
    </a>
  )
}
