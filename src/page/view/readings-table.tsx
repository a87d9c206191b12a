import type { PageData } from '../../report/page-data.js'
import type { ReportReading } from '../../report/report.js'
import { groupBy } from '../../specification/plain-object.js'
import { durationText } from '../../words/numerals.js'
import { type SentenceKey, useWording, type Wording } from '../data/wording.js'
import { Columns, Prose, Sign, toneOf } from '../parts/elements.js'

/**
 * The run's verdict under each reading, which is an interpretation of an ambiguous clause. If the run failed, those that are not in
 * force are folded.
 */
export function ReadingsTable({ data }: { data: PageData }) {
  const { say, count } = useWording()
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
  const { say } = useWording()
  // `spacing/at-least` and `spacing/at-most` interpret the same clause, whose name is the part before the slash
  const groups = groupBy(readings, ({ id }) => id.split('/')[0] ?? id)
  return (
    <table class="readings">
      <Columns names={['column/verdict', 'column/reading', 'column/margin', 'column/because']} isUnseen />
      {[...groups].map(([clause, ofClause]) => (
        <tbody>
          <tr class="axis">
            <th scope="rowgroup" colSpan={4}>
              {say(`axis/${clause}` as SentenceKey)}
            </th>
          </tr>
          {ofClause.map((reading) => (
            <ReadingRow reading={reading} data={data} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function ReadingRow({ reading, data }: { reading: ReportReading; data: PageData }) {
  const wording = useWording()
  const { say } = wording
  const { spacing, total } = data.profile
  return (
    <tr class={reading.inForce ? 'in-force' : 'not-in-force'}>
      <td>
        <Sign tone={toneOf(reading.verdict)} word={say(`reading-verdict/${reading.verdict}`)} />
      </td>
      <td>
        {wording.reading(reading.id, spacing.intervalMs, total.maxMs)}
        {reading.inForce ? <b class="force">● {say('reading/in-force')}</b> : null}
      </td>
      <td class="margin mono">{reading.marginMs === null ? '' : marginText(reading.marginMs, wording)}</td>
      <td class="because">
        <Prose text={wording.because(reading, data)} />
      </td>
    </tr>
  )
}

/** The margin to the limit with its sign: `+12 ms`, or `−3 s` if the limit is broken. */
function marginText(marginMs: number, { lang, ms }: Wording): string {
  const sizeMs = Math.abs(marginMs)
  const size = sizeMs < 1000 ? `${ms(sizeMs)} ms` : durationText(sizeMs, lang)
  return `${marginMs < 0 ? '−' : '+'}${size}`
}
