import type { ReportStep } from '../../report/report.js'
import type { Profile } from '../../specification/profile.js'
import { linkTo } from '../data/deep-link.js'
import { formatGap, type TimeLine } from '../data/time-line.js'
import { makeVisible } from '../data/visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { Columns, ScrollArea, Sign, toneOf } from '../parts/elements.js'

/** The numbers of the time chart as a table, for readers who cannot see it or prefer numbers. */
export function StepTable({ line, profile }: { line: TimeLine; profile: Profile }) {
  const { say, ms, lang, reason } = useWording()
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
                    <Verdict step={lane.step} />
                  </td>
                  <td colSpan={4}>{reason(lane.step.reason ?? '')}</td>
                </tr>
              ) : (
                lane.bars.map(({ exchange, fromMs, toMs }) => {
                  const gap = gapOf.get(exchange.id)
                  return (
                    <tr>
                      <th scope="row">
                        {lane.step?.id ?? say(`time/${lane.kind as 'token' | 'other'}` as SentenceKey)}
                      </th>
                      <td class="mono">
                        <a href={linkTo({ exchange: exchange.id })}>{exchange.id}</a>{' '}
                        {makeVisible(exchange.request.method)}
                      </td>
                      <td>{lane.step ? <Verdict step={lane.step} /> : null}</td>
                      <td>{ms(fromMs)}</td>
                      <td>
                        {gap
                          ? `${gap.isBroken ? '✗ ' : ''}${formatGap(gap.gapMs, profile.spacing.intervalMs, lang)}`
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

function Verdict({ step: { verdict } }: { step: ReportStep }) {
  const { say } = useWording()
  return <Sign tone={toneOf(verdict)} word={say(`step-verdict/${verdict}`)} />
}
