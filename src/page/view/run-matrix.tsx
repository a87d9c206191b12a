import { useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import type { ReportStep } from '../../report/report.js'
import { type DeathRow, deathRows } from '../data/run-view.js'
import { visible } from '../data/visible.js'
import { useSpeech } from '../live/speech.js'
import { Columns, Prose, Section, Sign, Spoken, signOf, toneOf } from '../parts/elements.js'

const FIRST_ROWS = 24

interface MatrixProps {
  readonly data: PageData
  readonly chosen: number
  readonly choose: (run: number) => void
}

/** Every run by the step at which its token died: how far it came, its verdict and its cause. A row's name shows the run below. */
export function RunMatrix(props: MatrixProps) {
  const { say, count } = useSpeech()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const rows = deathRows(props.data.report)
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
        <button type="button" onClick={() => setLimit(limit + 100)}>
          {say('runs/more', { left: count(rows.length - limit) })}
        </button>
      ) : null}
    </Section>
  )
}

function Row({ row: { death, run }, data, chosen, choose }: MatrixProps & { row: DeathRow }) {
  const speech = useSpeech()
  const { say } = speech
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
  const steps = data.runs?.find((one) => one.run === run.run)?.steps ?? []
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
        <Prose text={speech.causeOfRun(data, run)} />
      </td>
    </tr>
  )
}

function Step({ step }: { step: ReportStep }) {
  const speech = useSpeech()
  const tone = toneOf(step.verdict)
  const word = speech.say(`step-verdict/${step.verdict}`)
  return (
    <span class={`tone-${tone}`} title={visible(`${step.route}: ${word}`)}>
      <Spoken sign={signOf(tone)} word={`${visible(speech.stepTitle(step))}: ${word}. `} />
    </span>
  )
}
