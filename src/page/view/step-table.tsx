import type { ReportStep } from '../../report/report.js'
import type { Profile } from '../../specification/profile.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { type Bar, formatGap, type Interval, type Lane, type TimeLine } from '../data/time-line.js'
import { useWording } from '../data/wording.js'
import { Columns, ScrollArea, Sign, toneOf } from '../parts/elements.js'

/** The numbers of the time chart as a table, for readers who cannot see it or prefer numbers. */
export function StepTable({ line, profile }: { line: TimeLine; profile: Profile }) {
  const { say } = useWording()
  const gapOf = new Map(line.intervals.map((interval) => [interval.exchange, interval]))
  return (
    <details class="fold">
      <summary>{say('time/as-table')}</summary>
      <ScrollArea label={say('time/as-table')}>
        <table class="numbers">
          <Columns
            names={[
              'column/step',
              'column/request',
              'column/verdict',
              'column/sent',
              'column/gap',
              'column/took',
              'column/status',
            ]}
          />
          <tbody>
            {line.lanes.flatMap((lane) =>
              lane.step && lane.bars.length === 0 ? (
                <NotSent step={lane.step} />
              ) : (
                lane.bars.map((bar) => (
                  <Request bar={bar} lane={lane} gap={gapOf.get(bar.exchange.id)} profile={profile} />
                ))
              ),
            )}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  )
}

/** The row of a step that was not sent, with the reason. */
function NotSent({ step }: { step: ReportStep }) {
  const { reason } = useWording()
  return (
    <tr>
      <th scope="row">{step.id}</th>
      <td class="mono">{step.route}</td>
      <td>
        <Verdict step={step} />
      </td>
      <td colSpan={4}>{reason(step.reason ?? '')}</td>
    </tr>
  )
}

interface RequestProps {
  readonly bar: Bar
  readonly lane: Lane
  /** The interval before the request; undefined for the first one and for requests that do not count. */
  readonly gap: Interval | undefined
  readonly profile: Profile
}

function Request({ bar: { exchange, fromMs, toMs }, lane, gap, profile }: RequestProps) {
  const { say, ms, lang } = useWording()
  const gapText = gap ? formatGap(gap.gapMs, profile.spacing.intervalMs, lang) : '—'
  return (
    <tr>
      <th scope="row">{lane.step?.id ?? say(lane.kind === 'token' ? 'time/token' : 'time/other')}</th>
      <td class="mono">
        <a href={linkTo({ exchange: exchange.id })}>{exchange.id}</a> {makeVisible(exchange.request.method)}
      </td>
      <td>{lane.step ? <Verdict step={lane.step} /> : null}</td>
      <td>{ms(fromMs)}</td>
      <td>{gap?.isBroken ? `✗ ${gapText}` : gapText}</td>
      <td>{exchange.respondedAtMs === null ? '—' : ms(toMs - fromMs)}</td>
      <td>{exchange.response?.status ?? '—'}</td>
    </tr>
  )
}

function Verdict({ step: { verdict } }: { step: ReportStep }) {
  const { say } = useWording()
  return <Sign tone={toneOf(verdict)} word={say(`step-verdict/${verdict}`)} />
}
