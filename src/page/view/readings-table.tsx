import type { PageData } from '../../report/page-data.js'
import type { ReportReading } from '../../report/report.js'
import { groupBy } from '../../specification/plain-object.js'
import { durationText } from '../../words/numerals.js'
import { type Sentence, type Speech, useSpeech } from '../live/speech.js'
import { Columns, Prose, Sign, toneOf } from '../parts/elements.js'

/** The run's verdict under every reading of the ambiguous clauses. On a failure those that are not in force are folded. */
export function ReadingsTable({ data }: { data: PageData }) {
  const { say, count } = useSpeech()
  const { readings, verdict } = data.report
  const others = readings.filter(({ inForce }) => !inForce)
  if (verdict !== 'fail' || others.length === 0) return <Table data={data} readings={readings} />
  return (
    <>
      <Table data={data} readings={readings.filter(({ inForce }) => inForce)} />
      <details class="fold">
        <summary>{say('readings/others', { number: count(others.length) })}</summary>
        <Table data={data} readings={others} />
      </details>
    </>
  )
}

function Table({ data, readings }: { data: PageData; readings: readonly ReportReading[] }) {
  const { say } = useSpeech()
  const groups = groupBy(readings, ({ id }) => id.split('/')[0] ?? id)
  return (
    <table class="readings">
      <Columns names={['column/verdict', 'column/reading', 'column/margin', 'column/because']} isUnseen />
      {[...groups].map(([axis, ofAxis]) => (
        <tbody>
          <tr class="axis">
            <th scope="rowgroup" colSpan={4}>
              {say(`axis/${axis}` as Sentence)}
            </th>
          </tr>
          {ofAxis.map((reading) => (
            <ReadingRow reading={reading} data={data} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function ReadingRow({ reading, data }: { reading: ReportReading; data: PageData }) {
  const speech = useSpeech()
  const { say } = speech
  const { spacing, total } = data.profile
  return (
    <tr class={reading.inForce ? 'in-force' : 'not-in-force'}>
      <td>
        <Sign tone={toneOf(reading.verdict)} word={say(`reading-verdict/${reading.verdict}`)} />
      </td>
      <td>
        {speech.reading(reading.id, spacing.intervalMs, total.maxMs)}
        {reading.inForce ? <b class="force">● {say('reading/in-force')}</b> : null}
      </td>
      <td class="margin mono">{reading.marginMs === null ? '' : marginText(reading.marginMs, speech)}</td>
      <td class="because">
        <Prose text={speech.because(reading, data)} />
      </td>
    </tr>
  )
}

function marginText(marginMs: number, { lang, ms }: Speech): string {
  const size = Math.abs(marginMs)
  return `${marginMs < 0 ? '−' : '+'}${size < 1000 ? `${ms(size)} ms` : durationText(size, lang)}`
}
