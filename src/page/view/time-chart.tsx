import { stepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { chooseGridStepMs, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import { useWording, type Wording } from '../data/wording.js'
import { signOf, toneOf } from '../parts/elements.js'
import { useWidth } from '../parts/use-width.js'
import {
  type ChartPlan,
  captionText,
  type Label,
  LEVEL_HEIGHT,
  type PlacedBar,
  placeCaptions,
  placeLabels,
  planChart,
  toneOfCaption,
} from './chart-plan.js'

/**
 * Draws the run on a time axis: a lane for each step with a bar for each request, the gaps between the requests above, and a grid
 * behind. `chart-plan.ts` decides the positions.
 */
export function TimeChart({ line, profile }: { line: TimeLine; profile: Profile }) {
  const wording = useWording()
  const [ref, width] = useWidth<HTMLDivElement>()
  const labels = placeLabels(line, profile, width, wording)
  const plan = planChart(line, profile, width, labels)
  return (
    <div class="chart" ref={ref}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand for a drawing */}
      <svg viewBox={`0 0 ${width} ${plan.height}`} role="group" aria-label={wording.say('time/label')}>
        <Grid line={line} plan={plan} profile={profile} />
        <g class="dimensions">
          {line.intervals.map((interval, index) => (
            <Dimension interval={interval} label={labels[index]} plan={plan} profile={profile} />
          ))}
        </g>
        {line.lanes.map((lane, index) => (
          <LaneRow lane={lane} index={index} plan={plan} />
        ))}
      </svg>
    </div>
  )
}

/** The labelled lines of the grid have at least this distance. */
const LEAST_GRID_DISTANCE = 44

/** The lines of the grid with the seconds below, and the limit of the whole run if the profile has one. */
function Grid({ line, plan, profile }: { line: TimeLine; plan: ChartPlan; profile: Profile }) {
  const { say, ms, lang } = useWording()
  const { spanMs, totalMs } = plan
  const stepMs = chooseGridStepMs(spanMs, plan.axisWidth, profile.spacing.intervalMs, LEAST_GRID_DISTANCE)
  const marks = Array.from({ length: Math.floor(spanMs / stepMs) + 1 }, (_, index) => index * stepMs)
  const bottom = plan.y(line.lanes.length)
  const verticalLine = (atMs: number) => ({
    x1: plan.x(atMs),
    x2: plan.x(atMs),
    y1: plan.stripHeight - 4,
    y2: bottom + 9,
  })
  return (
    <g class="grid">
      {marks.map((mark) => (
        <>
          <line class="major" {...verticalLine(mark)} />
          <text class="axis" x={plan.x(mark)} y={bottom + 24} text-anchor={mark === 0 ? 'start' : 'middle'}>
            {(mark / 1000).toLocaleString(lang)} s
          </text>
        </>
      ))}
      {totalMs !== null ? (
        <>
          <line class="limit" {...verticalLine(totalMs)} />
          <text class="limit" x={plan.x(totalMs) + 12} y={bottom + 42} text-anchor="end">
            {say('time/total', { totalMs: ms(totalMs) })}
          </text>
        </>
      ) : null}
    </g>
  )
}

/** A gap as a line with two ends and its length above. A triangle on the line marks the interval of the profile. */
function Dimension(props: {
  interval: Interval
  label: Label | undefined
  plan: ChartPlan
  profile: Profile
}) {
  const { interval, label, plan, profile } = props
  const y = plan.stripHeight - 12
  const [from, to] = [plan.x(interval.fromMs), plan.x(interval.toMs)]
  const limit = plan.x(interval.fromMs + profile.spacing.intervalMs)
  // `free`: no spacing is required
  const showsLimit = profile.spacing.reading !== 'free' && limit <= plan.axisLeft + plan.axisWidth
  return (
    <g class={interval.isBroken ? 'dimension tone-fail' : 'dimension'}>
      <path d={`M${from} ${y - 5}V${y + 5}M${from} ${y}H${to}M${to} ${y - 5}V${y + 5}`} />
      {showsLimit ? <path class="threshold" d={`M${limit} ${y + 1}l-3.5 7h7z`} /> : null}
      {label ? (
        <text x={label.centre} y={y - (8 + label.level * LEVEL_HEIGHT)} text-anchor="middle">
          {label.text}
        </text>
      ) : null}
    </g>
  )
}

function LaneRow({ lane, index, plan }: { lane: Lane; index: number; plan: ChartPlan }) {
  const wording = useWording()
  const top = plan.y(index)
  const barTop = top + (plan.isNarrow ? 22 : 9)
  return (
    <g class={`lane lane-${lane.kind}`}>
      <line class="rule" x1={0} x2={plan.chartWidth} y1={top} y2={top} />
      <LaneLabel lane={lane} y={top + (plan.isNarrow ? 16 : 22)} />
      {placeCaptions(lane, plan, wording).map((placed) => (
        <BarMark placed={placed} lane={lane} top={barTop} wording={wording} />
      ))}
    </g>
  )
}

/** The name of a lane: `✓ 3 PUT …/{id}`, with `…` for `/homologacao/produtos`. */
function LaneLabel({ lane, y }: { lane: Lane; y: number }) {
  const { say } = useWording()
  if (!lane.step) {
    return (
      <text class="lane-label" x={4} y={y}>
        {lane.kind === 'token' ? `◆ ${say('time/token')}` : `· ${say('time/other')}`}
      </text>
    )
  }
  const tone = toneOf(lane.step.verdict)
  const [method = '', path = ''] = lane.step.route.split(' ')
  return (
    <text class="lane-label" x={4} y={y}>
      <tspan class={`tone-${tone} lane-sign`}>{signOf(tone)}</tspan>
      <tspan dx={6}>{stepNumber(lane.step.id)}</tspan>
      <tspan dx={7} class="method">
        {makeVisible(method)}
      </tspan>
      <tspan dx={7} class="path">
        {makeVisible(path.replace(/^\/homologacao\/produtos(?=\/)/, '…'))}
      </tspan>
    </text>
  )
}

/** A bar with its caption, as a link to its exchange. A renewal is a diamond with a line as long as it took. */
function BarMark(props: { placed: PlacedBar; lane: Lane; top: number; wording: Wording }) {
  const { placed, lane, top, wording } = props
  const { bar, from, width, caption, side } = placed
  const height = 16
  const { exchange } = bar
  const request = `${exchange.id} ${exchange.request.method}`
  const fullCaption = captionText(bar, wording)
  // a link's name must contain its visible text, so a shortened caption shortens the name
  const name = makeVisible(`${request} ${side === null ? fullCaption : caption}`)
  return (
    <a href={linkTo({ exchange: exchange.id })} class={`mark-${bar.kind}`} aria-label={name}>
      <title>{makeVisible(`${request} ${fullCaption}`)}</title>
      {/* invisible, so that the link is larger than the bar */}
      <rect class="hit" x={from - 4} y={top - 4} width={width + 8} height={height + 8} />
      {lane.kind === 'token' ? (
        <g class="renewal">
          <path d={`M${from} ${top + 1}l7 7l-7 7l-7 -7z`} />
          <path d={`M${from} ${top + 7}h${width}v2h${-width}z`} />
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
          x={side === 'right' ? from + width + 5 : from - 5}
          y={top + 12.5}
          text-anchor={side === 'right' ? 'start' : 'end'}
        >
          {caption}
        </text>
      )}
    </a>
  )
}
