import { useMemo, useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import type { ReportFinding } from '../../report/report.js'
import { type DeepLink, deepLink } from '../data/deep-link.js'
import type { ExchangeIndex } from '../data/exchange-filter.js'
import { severityByExchange } from '../data/finding-tree.js'
import { reportedRun, runOfExchanges, runView } from '../data/run-view.js'
import { bySentAt, timeLine } from '../data/time-line.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { Columns, Prose, ScrollArea, Section, Sign, signOf, toneOf } from '../parts/elements.js'
import { usePrinting } from '../parts/printing.js'
import { Trend } from '../parts/trend.js'
import { ExchangeList } from './exchange-list.js'
import { Findings } from './findings.js'
import { HashFigure } from './hash-figure.js'
import { NightsTable } from './nights-table.js'
import { Overview } from './overview.js'
import { ReadingsTable } from './readings-table.js'
import { RunFacts } from './run-facts.js'
import { RunMatrix } from './run-matrix.js'
import { StepTable } from './step-table.js'
import { TimeChart } from './time-chart.js'
import { type Now, Verdict } from './verdict.js'

/** A client that never ends fills the list below, not the drawings. */
const MOST_DRAWN = 200

/** A report from its verdict down to its last exchange. */
export function ReportView({ data, link, now = null }: { data: PageData; link: DeepLink; now?: Now | null }) {
  const { report, exchanges } = data
  const { say } = useSpeech()
  const isPrinting = usePrinting()
  const [chosenRun, chooseRun] = useState<number | null>(null)
  const number = chosenRun ?? reportedRun(data)
  const view = useMemo(() => runView(data, number), [data, number])
  const isMatrix = report.runs?.some(({ death }) => death !== undefined) ?? false
  const byId = useMemo(() => new Map(exchanges.map((exchange) => [exchange.id, exchange])), [exchanges])
  const index = useMemo(() => indexOf(data), [data])
  const viewOf = (finding: ReportFinding) =>
    finding.run === undefined || !data.runs ? view : runView(data, finding.run)
  const isHomologation =
    !data.nights &&
    (report.steps.some(({ id }) => id.startsWith('homologation/')) ||
      (report.steps.length === 0 && (view.procedure ?? []).length > 0))
  // the procedure's own routes are on the time line
  const hasContract = report.coverage.routes.notExercised.some(
    ({ route }) => !route.includes(' /homologacao/'),
  )
  const others = report.steps.filter(({ id }) => !id.startsWith('homologation/'))
  return (
    <>
      <Verdict data={data} now={now} byId={byId} viewOf={viewOf} />
      <Notices lines={report.notices ?? []} />
      {report.verdict === 'incomplete' ? <Output report={report} /> : null}
      {isMatrix ? (
        <RunMatrix data={data} chosen={number} choose={chooseRun} />
      ) : report.runs && report.runs.length > 1 ? (
        <RunChoice data={data} canChoose={data.runs !== undefined} chosen={number} choose={chooseRun} />
      ) : null}
      {data.nights?.map((series) => (
        <NightsTable series={series} />
      ))}
      {isHomologation ? <Procedure data={view} index={index} /> : null}
      <DriftTable findings={report.findings} />
      <Findings data={data} byId={byId} viewOf={viewOf} link={link} />
      {others.length > 0 || hasContract ? <Overview report={report} /> : null}
      {data.trend && data.trend.length > 1 ? <Trend trend={data.trend} /> : null}
      {data.nights ? null : report.run.command === 'contract' ? (
        <details class="fold" open={isPrinting || undefined}>
          <summary>{say('exchanges/title')}</summary>
          <ExchangeList data={data} index={index} link={link} />
        </details>
      ) : (
        <ExchangeList data={data} index={index} link={link} />
      )}
      {report.verdict === 'incomplete' ? null : <Output report={report} />}
      <RunFacts data={data} />
    </>
  )
}

function Notices({ lines }: { lines: readonly string[] }) {
  const { say } = useSpeech()
  if (lines.length === 0) return null
  return (
    <ul class="notices">
      {lines.map((line) => (
        <li>
          <Sign tone="info" word={say('severity/info')} hideWord /> <Prose text={visible(line)} />
        </li>
      ))}
    </ul>
  )
}

/** The last lines that the application's command printed. */
function Output({ report: { output } }: { report: PageData['report'] }) {
  const { say } = useSpeech()
  if (!output || output.lines.length === 0) return null
  return (
    <Section id="output" title="output/title">
      <p class="mono aside">$ {visible(output.command)}</p>
      <ScrollArea kind="body" label={say('output/title')}>
        <pre>{output.lines.map((line) => `${visible(line)}\n`)}</pre>
      </ScrollArea>
    </Section>
  )
}

function indexOf(data: PageData): ExchangeIndex {
  const { report, runs = [] } = data
  const stepOf = new Map<string, string>()
  const routeOf = new Map<string, string>()
  for (const step of [...runs.flatMap(({ steps }) => steps), ...report.steps]) {
    for (const id of step.exchanges) {
      stepOf.set(id, step.id)
      routeOf.set(id, step.route)
    }
  }
  return {
    stepOf,
    routeOf,
    runOf: runOfExchanges(data),
    severityOf: severityByExchange(report.findings),
  }
}

function Procedure({ data, index }: { data: PageData; index: ExchangeIndex }) {
  const { report, profile, exchanges: run, procedure = [] } = data
  const { say } = useSpeech()
  const homologation = useMemo(
    () => ({ ...report, steps: report.steps.filter(({ id }) => id.startsWith('homologation/')) }),
    [report],
  )
  const drawn = useMemo(() => bySentAt(run).slice(0, MOST_DRAWN), [run])
  const ids = new Set(drawn.map(({ id }) => id))
  const chain = procedure.filter(({ exchange }) => ids.has(exchange))
  const line = useMemo(() => timeLine(homologation, drawn, data), [homologation, drawn, data])
  const isElsewhere = homologation.steps.some(({ exchanges }) => exchanges.length > 0)
  return (
    <>
      <Section id="time" title="time/title">
        {line ? (
          <>
            <TimeChart line={line} profile={profile} />
            <StepTable line={line} profile={profile} />
            {run.length > drawn.length ? (
              <p class="aside">{say('time/first', { drawn: drawn.length, all: run.length })}</p>
            ) : null}
          </>
        ) : (
          <p class="aside">{say(isElsewhere ? 'time/elsewhere' : 'time/nothing')}</p>
        )}
      </Section>
      <div class="pair">
        <Section id="hashes" title="hash/title">
          {chain.length > 0 ? (
            <HashFigure chain={chain} exchanges={drawn} stepOf={index.stepOf} findings={report.findings} />
          ) : (
            <p class="aside">{say(isElsewhere ? 'time/elsewhere' : 'hash/nothing')}</p>
          )}
        </Section>
        <Section id="readings" title="readings/title">
          {report.readings.length > 0 ? (
            <ReadingsTable data={data} />
          ) : (
            <p class="aside">{say('readings/nothing')}</p>
          )}
        </Section>
      </div>
    </>
  )
}

function RunChoice(props: {
  data: PageData
  canChoose: boolean
  chosen: number
  choose: (run: number) => void
}) {
  const { say } = useSpeech()
  const runs = props.data.report.runs ?? []
  return (
    <nav class="run-choice" aria-label={say('runs/label')}>
      <ol>
        {runs.map(({ run, verdict, cause }) => (
          <li>
            <button
              type="button"
              aria-pressed={props.canChoose && run === props.chosen}
              disabled={!props.canChoose}
              title={visible(cause ?? '')}
              onClick={() => props.choose(run)}
            >
              <span class={`tone-${toneOf(verdict)}`} aria-hidden="true">
                {signOf(toneOf(verdict))}
              </span>{' '}
              {say('runs/run', { run })} <span class="unseen">{say(`verdict/${verdict}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Changes since the contract was accepted; empty if nothing was compared. */
export function DriftTable({ findings }: { findings: readonly ReportFinding[] }) {
  const speech = useSpeech()
  const { say, count } = speech
  const changes = findings.filter(({ requirement }) => requirement.startsWith('drift/'))
  if (changes.length === 0) return null
  return (
    <Section id="drift" title="drift/title" count={count(changes.length)}>
      <ScrollArea label={say('drift/title')}>
        <table class="numbers">
          <Columns
            names={['column/verdict', 'column/change', 'column/route', 'column/baseline', 'column/now']}
          />
          <tbody>
            {changes.slice(0, 1000).map((finding) => {
              const text = speech.finding(finding)
              return (
                <tr>
                  <td>
                    <Sign tone={toneOf(finding.severity)} word={say(`severity/${finding.severity}`)} />
                  </td>
                  <th scope="row">
                    <a href={deepLink({ finding: finding.fingerprint })}>
                      {say(finding.requirement as Sentence)}
                    </a>
                  </th>
                  <td class="mono">{visible(finding.route ?? '—')}</td>
                  <td>
                    <Prose text={text.expected} />
                  </td>
                  <td>
                    <Prose text={text.actual} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}
