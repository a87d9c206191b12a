import type { Exchange } from '../../exchange/exchange.js'
import {
  type ComparedLine,
  compareRequests,
  differs,
  linesAbout,
} from '../../report/diff/compare-requests.js'
import { type CorrectRequest, correctRequest } from '../../report/diff/correct-request.js'
import type { PageData } from '../../report/page-data.js'
import type { ReportFinding } from '../../report/report.js'
import { type StepNumber, stepNumber } from '../../specification/homologation.js'
import { visible } from '../data/visible.js'
import { type Speech, useSpeech } from '../live/speech.js'

interface ComparisonProps {
  readonly finding: ReportFinding
  readonly exchange: Exchange | null
  /** The run of the finding. */
  readonly data: PageData
}

/** Compares the request with the correct one. Shows nothing if that cannot be derived, or nothing differs. */
export function Comparison(props: ComparisonProps) {
  const { exchange } = props
  const speech = useSpeech()
  const { say } = speech
  const correct = derive(props)
  if (!correct || !exchange) return null
  const lines = [...timing(props.finding, exchange, correct, speech), ...compareRequests(exchange, correct)]
  if (!differs(lines)) return null
  return (
    <ComparedTable
      caption={say('compare/title')}
      actual={say('compare/actual', { exchange: exchange.id })}
      correct={say('compare/correct', { step: correct.step })}
      lines={lines}
    />
  )
}

const MOST_FIRST_LINES = 6

/** The lines of the first cause that are wrong, each above the correct one; else what was expected and what came. */
export function FirstDiff(props: ComparisonProps) {
  const { finding, exchange } = props
  const speech = useSpeech()
  const { say } = speech
  const correct = derive(props)
  const lines = correct && exchange ? linesAbout(finding, compareRequests(exchange, correct)) : []
  const pair = (actual: string | null, wanted: string | null) => [
    ...(actual === null ? [] : [{ is: 'actual', sign: '−', text: actual } as const]),
    ...(wanted === null ? [] : [{ is: 'correct', sign: '+', text: wanted } as const]),
  ]
  const rows = lines.flatMap((line) => pair(line.actual, line.correct))
  const { actual, expected } = speech.finding(finding)
  const shown = rows.length > 0 ? rows.slice(0, MOST_FIRST_LINES) : pair(actual || null, expected || null)
  return (
    <ul class="first-diff mono">
      {shown.map(({ is, sign, text }) => (
        <li class={is}>
          <span aria-hidden="true">{sign}</span>
          <span class="unseen">{say(`finding/${is === 'actual' ? 'actual' : 'expected'}`)}: </span>
          <span>{visible(text.trim())}</span>
        </li>
      ))}
    </ul>
  )
}

/** A table of lines as they were and as they should be. */
export function ComparedTable(props: {
  caption: string
  actual: string
  correct: string
  lines: readonly ComparedLine[]
}) {
  const { say } = useSpeech()
  return (
    <table class="comparison mono">
      <caption>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="mark">
            <span class="unseen">{say('compare/mark')}</span>
          </th>
          <th scope="col">{props.actual}</th>
          <th scope="col">{props.correct}</th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <Row line={line} />
        ))}
      </tbody>
    </table>
  )
}

function derive({ finding, exchange, data }: ComparisonProps): CorrectRequest | null {
  if (!exchange || finding.blame !== 'application' || finding.severity === 'info') return null
  if (exchange.channel === 'token') return null
  const step = stepMeant(finding, exchange)
  if (step === null) return null
  const { profile, report, exchanges, procedure = [] } = data
  const request = procedure.find((one) => one.exchange === exchange.id)
  const source = exchanges.find(({ id }) => id === request?.dataFrom) ?? null
  const { baseUrl } = report.run.target
  return correctRequest(exchange, { procedure, data: source, profile, baseUrl, step })
}

/** The step that should have come; of one left out, that one. */
function stepMeant({ values, step, requirement }: ReportFinding, exchange: Exchange): StepNumber | null {
  const { left } = values
  if (requirement === 'homologation/order' && typeof left === 'number')
    return stepNumber(`homologation/${left}`)
  return stepNumber(step) ?? stepNumber(exchange.step)
}

function timing(
  finding: ReportFinding,
  exchange: Exchange,
  correct: CorrectRequest,
  { say, ms }: Speech,
): ComparedLine[] {
  if (finding.requirement !== 'homologation/spacing') return []
  const { earliestMs, latestMs } = correct
  if (earliestMs === null && latestMs === null) return []
  const wanted =
    earliestMs !== null
      ? say('compare/earliest', { at: ms(earliestMs) })
      : say('compare/latest', { at: ms(latestMs ?? 0) })
  return [
    {
      part: 'time',
      mark: 'changed',
      actual: say('compare/sent-at', { at: ms(exchange.sentAtMs) }),
      correct: wanted,
    },
  ]
}

const marks: Readonly<Record<ComparedLine['mark'], string>> = {
  same: ' ',
  changed: '≠',
  missing: '+',
  extra: '−',
}

function Row({ line }: { line: ComparedLine }) {
  const { say } = useSpeech()
  return (
    <tr class={`compared compared-${line.mark} part-${line.part}`}>
      <td class="mark">
        <span aria-hidden="true">{marks[line.mark]}</span>
        {line.mark === 'same' ? null : <span class="unseen">{say(`compare/${line.mark}`)}</span>}
      </td>
      <td class="actual">{line.actual === null ? '' : visible(line.actual)}</td>
      <td class="correct">{line.correct === null ? '' : visible(line.correct)}</td>
    </tr>
  )
}
