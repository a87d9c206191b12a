import type { TrendPoint } from '../../report/page-data.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { LabelledSign, Section, signOf, toneOf } from '../parts/elements.js'

const WIDTH_PX = 14
const MOST_HEIGHT_PX = 48

/** The earlier runs that are still kept: a column for each, as high as its number of errors and warnings. */
export function Trend({ trend }: { trend: readonly TrendPoint[] }) {
  const { say, when } = useWording()
  const mostFindings = Math.max(1, ...trend.map(({ errors, warnings }) => errors + warnings))
  const height = (findings: number) => Math.ceil((findings / mostFindings) * MOST_HEIGHT_PX)
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
          <li title={`${makeVisible(point.id)} · ${when(point.startedAt)}`}>
            <svg width={WIDTH_PX} height={MOST_HEIGHT_PX} aria-hidden="true">
              <rect
                class="trend-warnings"
                width={WIDTH_PX}
                height={height(point.errors + point.warnings)}
                y={MOST_HEIGHT_PX - height(point.errors + point.warnings)}
              />
              <rect
                class="trend-errors"
                width={WIDTH_PX}
                height={height(point.errors)}
                y={MOST_HEIGHT_PX - height(point.errors)}
              />
            </svg>
            <LabelledSign
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
