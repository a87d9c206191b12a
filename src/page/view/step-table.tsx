import type { ReportStep } from '../../report/report.js'
import type { Profile } from '../../specification/profile.js'
import { deepLink } from '../data/deep-link.js'
import { gapText, type TimeLine } from '../data/time-line.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { Columns, ScrollArea, Sign, toneOf } from '../parts/elements.js'

/** The chart's numbers as a table, for readers who cannot see it or prefer numbers. */
export function StepTable({ line, profile }: { line: TimeLine; profile: Profile }) {
  const { say, ms, lang, reason } = useSpeech()
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
              lane.bars.length === 0 && lane.step ? (
                <tr>
                  <th scope="row">{lane.step.id}</th>
                  <td class="mono">{lane.step.route}</td>
                  <td>
                    <Verdict of={lane.step} />
                  </td>
                  <td colSpan={4}>{reason(lane.step.reason ?? '')}</td>
                </tr>
              ) : (
                lane.bars.map(({ exchange, fromMs, toMs }) => {
                  const gap = gapOf.get(exchange.id)
                  return (
                    <tr>
                      <th scope="row">
                        {lane.step?.id ?? say(`time/${lane.kind as 'token' | 'other'}` as Sentence)}
                      </th>
                      <td class="mono">
                        <a href={deepLink({ exchange: exchange.id })}>{exchange.id}</a>{' '}
                        {visible(exchange.request.method)}
                      </td>
                      <td>{lane.step ? <Verdict of={lane.step} /> : null}</td>
                      <td>{ms(fromMs)}</td>
                      <td>
                        {gap
                          ? `${gap.isBroken ? '✗ ' : ''}${gapText(gap.gapMs, profile.spacing.intervalMs, lang)}`
                          : '—'}
                      </td>
                      <td>{exchange.respondedAtMs === null ? '—' : ms(toMs - fromMs)}</td>
                      <td>{exchange.response?.status ?? '—'}</td>
                    </tr>
                  )
                })
              ),
            )}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  )
}

function Verdict({ of: { verdict } }: { of: ReportStep }) {
  const { say } = useSpeech()
  return <Sign tone={toneOf(verdict)} word={say(`step-verdict/${verdict}`)} />
}
