import { useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import type { ReportStep } from '../../report/report.js'
import { makeVisible } from '../data/make-visible.js'
import { type RevocationRow, revocationRows } from '../data/select-run.js'
import { useWording } from '../data/wording.js'
import { Columns, LabelledSign, Prose, Section, Sign, signOf, toneOf } from '../parts/elements.js'

const FIRST_ROWS = 24
const MORE_ROWS = 100

interface MatrixProps {
  readonly data: PageData
  /** Number of the run that is shown below. */
  readonly chosen: number
  readonly choose: (run: number) => void
}

/** The runs of `--invalidate-at each`, by the step at which the token was revoked. A click on a row shows its run below. */
export function RunMatrix(props: MatrixProps) {
  const { say, count } = useWording()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const rows = revocationRows(props.data.report)
  return (
    <Section id="runs" title="runs/matrix" count={count(props.data.report.runs?.length ?? 0)}>
      <table class="run-matrix">
        <Columns names={['runs/death', 'runs/steps', 'runs/verdict', 'runs/cause']} />
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <Row row={row} {...props} />
          ))}
        </tbody>
      </table>
      {rows.length > limit ? (
        <button type="button" onClick={() => setLimit(limit + MORE_ROWS)}>
          {say('runs/more', { left: count(rows.length - limit) })}
        </button>
      ) : null}
    </Section>
  )
}

function Row({ row: { death, run }, data, chosen, choose }: MatrixProps & { row: RevocationRow }) {
  const wording = useWording()
  const { say } = wording
  const name = death === 'never' ? say('runs/never') : say('runs/at', { step: death })
  if (run === null) {
    return (
      <tr class="untried">
        <th scope="row">{name}</th>
        <td colSpan={3}>
          <Sign tone="warning" word={say('runs/untried')} />
        </td>
      </tr>
    )
  }
  const steps = data.runs?.find((known) => known.run === run.run)?.steps ?? []
  return (
    <tr class={run.run === chosen ? 'chosen' : ''}>
      <th scope="row">
        <button type="button" aria-pressed={run.run === chosen} onClick={() => choose(run.run)}>
          {name}
        </button>{' '}
        <span class="aside">{say('runs/run', { run: run.run })}</span>
      </th>
      <td class="mono met">
        {steps.map((step) => (
          <Step step={step} />
        ))}
      </td>
      <td>
        <Sign tone={toneOf(run.verdict)} word={say(`verdict/${run.verdict}`)} />
      </td>
      <td class="why">
        <Prose text={wording.causeOfRun(data, run)} />
      </td>
    </tr>
  )
}

function Step({ step }: { step: ReportStep }) {
  const wording = useWording()
  const tone = toneOf(step.verdict)
  const word = wording.say(`step-verdict/${step.verdict}`)
  return (
    <span class={`tone-${tone}`} title={makeVisible(`${step.route}: ${word}`)}>
      <LabelledSign sign={signOf(tone)} word={`${makeVisible(wording.stepTitle(step))}: ${word}. `} />
    </span>
  )
}
