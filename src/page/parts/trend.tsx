import type { TrendPoint } from '../../report/page-data.js'
import { visible } from '../data/visible.js'
import { useSpeech } from '../live/speech.js'
import { Section, Spoken, signOf, toneOf } from './elements.js'

const TALLEST = 48

/** The runs that are still kept: a column a run, as high as it has errors and warnings. */
export function Trend({ trend }: { trend: readonly TrendPoint[] }) {
  const { say, when } = useSpeech()
  const most = Math.max(1, ...trend.map(({ errors, warnings }) => errors + warnings))
  const height = (number: number) => Math.ceil((number / most) * TALLEST)
  return (
    <Section
      id="trend"
      title="trend/title"
      count={say('trend/failed', {
        failed: trend.filter(({ verdict }) => verdict === 'fail').length,
        all: trend.length,
      })}
    >
      <ol class="trend">
        {trend.map((point) => (
          <li title={`${visible(point.id)} · ${when(point.startedAt)}`}>
            <svg width="14" height={TALLEST} aria-hidden="true">
              <rect
                class="trend-warnings"
                width="14"
                height={height(point.errors + point.warnings)}
                y={TALLEST - height(point.errors + point.warnings)}
              />
              <rect
                class="trend-errors"
                width="14"
                height={height(point.errors)}
                y={TALLEST - height(point.errors)}
              />
            </svg>
            <Spoken
              tone={toneOf(point.verdict)}
              sign={signOf(toneOf(point.verdict))}
              word={say('trend/point', {
                when: when(point.startedAt),
                verdict: say(`verdict/${point.verdict}`),
                errors: point.errors,
                warnings: point.warnings,
              })}
            />
          </li>
        ))}
      </ol>
    </Section>
  )
}
