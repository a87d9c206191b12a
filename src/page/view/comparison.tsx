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
import type { ShapeExcerpt } from '../data/find-shape-excerpt.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording, type Wording } from '../data/wording.js'

interface ComparisonProps {
  readonly finding: ReportFinding
  readonly exchange: Exchange | null
  /** The data of the run in which the finding was made. */
  readonly data: PageData
}

/** Compares a request with the correct one. Shows nothing if the correct one is not known, or nothing differs. */
export function Comparison(props: ComparisonProps) {
  const { exchange } = props
  const wording = useWording()
  const { say } = wording
  const correct = correctRequestOf(props)
  if (!correct || !exchange) return null
  const lines = [
    ...timeLines(props.finding, exchange, correct, wording),
    ...compareRequests(exchange, correct),
  ]
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

/** The wrong lines of a finding's request, each above the correct one; if they are not known, the finding's texts `actual` and `expected`. */
export function FirstDiff(props: ComparisonProps) {
  const { finding, exchange } = props
  const wording = useWording()
  const { say } = wording
  const correct = correctRequestOf(props)
  const lines = correct && exchange ? linesAbout(finding, compareRequests(exchange, correct)) : []
  const { actual, expected } = wording.finding(finding)
  const pairs = lines.length > 0 ? lines : [{ actual, correct: expected }]
  const rows = pairs.flatMap((pair) => [
    { kind: 'actual', sign: '−', text: pair.actual } as const,
    { kind: 'correct', sign: '+', text: pair.correct } as const,
  ])
  const shown = rows.filter(({ text }) => text).slice(0, MOST_FIRST_LINES)
  return (
    <ul class="first-diff mono">
      {shown.map(({ kind, sign, text }) => (
        <li class={kind}>
          <span aria-hidden="true">{sign}</span>
          <span class="unseen">{say(kind === 'actual' ? 'finding/actual' : 'finding/expected')}: </span>
          <span>{makeVisible(text?.trim() ?? '')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The first place where a body or a query differs from its shape, as it is and as it should be. */
export function ShapePlace({ excerpt, finding }: { excerpt: ShapeExcerpt; finding: ReportFinding }) {
  const { say } = useWording()
  const { path = '', places } = finding.values
  // the number of places in the body that differ in the same way, the shown one included
  const others = typeof places === 'number' ? places - 1 : 0
  const caption = say(`shape/${excerpt.part}`, { path, line: excerpt.line })
  return (
    <ComparedTable
      caption={others > 0 ? `${caption} ${say('shape/others', { others })}` : caption}
      actual={say('shape/seen')}
      correct={say('shape/expected')}
      lines={excerpt.lines}
    />
  )
}

/** A table of lines as they are and as they should be. */
function ComparedTable(props: {
  caption: string
  actual: string
  correct: string
  lines: readonly ComparedLine[]
}) {
  const { say } = useWording()
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

/** The correct request in place of the finding's; null if the application is not to blame or it cannot be derived. */
function correctRequestOf({ finding, exchange, data }: ComparisonProps): CorrectRequest | null {
  if (!exchange || finding.blame !== 'application' || finding.severity === 'info') return null
  if (exchange.channel === 'token') return null
  const step = correctStep(finding, exchange)
  if (step === null) return null
  const { profile, report, exchanges, procedure = [] } = data
  const dataFrom = procedure.find((request) => request.exchange === exchange.id)?.dataFrom
  // the exchange whose response contained the product data to send
  const dataSource = exchanges.find(({ id }) => id === dataFrom) ?? null
  const { baseUrl } = report.run.target
  return correctRequest(exchange, { procedure, data: dataSource, profile, baseUrl, step })
}

/** The step that should have been sent: the one that was left out (the finding's value `left`), else the finding's own. */
function correctStep({ values, step, requirement }: ReportFinding, exchange: Exchange): StepNumber | null {
  const { left } = values
  if (requirement === 'homologation/order' && typeof left === 'number')
    return stepNumber(`homologation/${left}`)
  return stepNumber(step) ?? stepNumber(exchange.step)
}

/** If the finding is about the spacing: a line with the time of the request, and the time before or after which it must not be sent. */
function timeLines(
  finding: ReportFinding,
  exchange: Exchange,
  correct: CorrectRequest,
  { say, ms }: Wording,
): ComparedLine[] {
  const { earliestMs, latestMs } = correct
  const limitMs = earliestMs ?? latestMs
  if (finding.requirement !== 'homologation/spacing' || limitMs === null) return []
  const actual = say('compare/sent-at', { at: ms(exchange.sentAtMs) })
  const limit = say(earliestMs === null ? 'compare/latest' : 'compare/earliest', { at: ms(limitMs) })
  return [{ part: 'time', mark: 'changed', actual, correct: limit }]
}

const marks: Readonly<Record<ComparedLine['mark'], string>> = {
  same: ' ',
  changed: '≠',
  missing: '+',
  extra: '−',
}

function Row({ line }: { line: ComparedLine }) {
  const { say } = useWording()
  return (
    <tr class={`compared compared-${line.mark} part-${line.part}`}>
      <td class="mark">
        <span aria-hidden="true">{marks[line.mark]}</span>
        {line.mark === 'same' ? null : <span class="unseen">{say(`compare/${line.mark}`)}</span>}
      </td>
      <td class="actual">{line.actual === null ? '' : makeVisible(line.actual)}</td>
      <td class="correct">{line.correct === null ? '' : makeVisible(line.correct)}</td>
    </tr>
  )
}
