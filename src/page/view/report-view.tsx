import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import type { Report, ReportFinding, ReportStep } from '../../report/report.js'
import { type DeepLink, linkTo } from '../data/deep-link.js'
import type { ExchangeIndex } from '../data/exchange-filter.js'
import { severityByExchange } from '../data/group-findings.js'
import { makeVisible } from '../data/make-visible.js'
import { findReportedRun, runByExchange, selectRun } from '../data/select-run.js'
import { buildTimeLine, bySentAt } from '../data/time-line.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { Columns, Fold, Prose, ScrollArea, Section, Sign, signOf, toneOf } from '../parts/elements.js'
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
import { Trend } from './trend.js'
import { Verdict } from './verdict.js'

/** Further exchanges of a run are only in the list below, not in the drawings. */
const MOST_DRAWN = 200
const MOST_CHANGES = 1000

interface ReportViewProps {
  readonly data: PageData
  readonly link: DeepLink
  /** Whether a live run still goes on. Default: false. */
  readonly isRunning?: boolean
  /** The request that a live run waits for. */
  readonly awaited?: ComponentChildren
}

/** A whole report, from the verdict to the last exchange. */
export function ReportView({ data, link, isRunning = false, awaited = null }: ReportViewProps) {
  const { report, exchanges } = data
  const [chosenRun, chooseRun] = useState<number | null>(null)
  const number = chosenRun ?? findReportedRun(data)
  const shownRun = useMemo(() => selectRun(data, number), [data, number])
  // only runs of `--invalidate-at each` have `death`, the step at which the token was revoked
  const isMatrix = report.runs?.some(({ death }) => death !== undefined) ?? false
  const byId = useMemo(() => new Map(exchanges.map((exchange) => [exchange.id, exchange])), [exchanges])
  const index = useMemo(() => buildIndex(data), [data])
  const dataOf = ({ run }: ReportFinding) => (run === undefined ? shownRun : selectRun(data, run))
  return (
    <>
      <Verdict data={data} isRunning={isRunning} awaited={awaited} byId={byId} dataOf={dataOf} />
      <Notices lines={report.notices ?? []} />
      {/* the output comes first if it may say why the run is incomplete */}
      {report.verdict === 'incomplete' ? <Output report={report} /> : null}
      {isMatrix ? (
        <RunMatrix data={data} chosen={number} choose={chooseRun} />
      ) : (
        <RunChoice data={data} chosen={number} choose={chooseRun} />
      )}
      {data.nights?.map((series) => (
        <NightsTable series={series} />
      ))}
      {!data.nights && hasProcedure(report, shownRun) ? <Procedure data={shownRun} index={index} /> : null}
      <DriftTable findings={report.findings} />
      <Findings data={data} byId={byId} dataOf={dataOf} link={link} />
      {hasOtherRoutes(report) ? <Overview report={report} /> : null}
      {data.trend && data.trend.length > 1 ? <Trend trend={data.trend} /> : null}
      {data.nights ? null : <Exchanges data={data} index={index} link={link} />}
      {report.verdict === 'incomplete' ? null : <Output report={report} />}
      <RunFacts data={data} />
    </>
  )
}

/** Whether there are requests of the five steps to draw. A report without steps may still have some. */
function hasProcedure({ steps }: Report, { procedure = [] }: PageData): boolean {
  return steps.length === 0 ? procedure.length > 0 : steps.some(isHomologationStep)
}

/** Whether the report is about other routes than those of the five steps, which are on the time line. */
function hasOtherRoutes({ steps, coverage }: Report): boolean {
  const isOther = ({ route }: { route: string }) => !route.includes(' /homologacao/')
  return steps.some((step) => !isHomologationStep(step)) || coverage.routes.notExercised.some(isOther)
}

function isHomologationStep({ id }: ReportStep): boolean {
  return id.startsWith('homologation/')
}

/** The list of exchanges. That of a contract run is long, so it is folded. */
function Exchanges(props: { data: PageData; index: ExchangeIndex; link: DeepLink }) {
  const { say } = useWording()
  const list = <ExchangeList {...props} />
  return props.data.report.run.command === 'contract' ? (
    <Fold summary={say('exchanges/title')}>{list}</Fold>
  ) : (
    list
  )
}

/** The report's notices, like an option that had no effect. */
function Notices({ lines }: { lines: readonly string[] }) {
  const { say } = useWording()
  if (lines.length === 0) return null
  return (
    <ul class="notices">
      {lines.map((line) => (
        <li>
          <Sign tone="info" word={say('severity/info')} hideWord /> <Prose text={makeVisible(line)} />
        </li>
      ))}
    </ul>
  )
}

/** The last lines that the application's command printed. */
function Output({ report: { output } }: { report: Report }) {
  const { say } = useWording()
  if (!output || output.lines.length === 0) return null
  return (
    <Section id="output" title="output/title">
      <p class="mono aside">$ {makeVisible(output.command)}</p>
      <ScrollArea kind="body" label={say('output/title')}>
        <pre>{output.lines.map((line) => `${makeVisible(line)}\n`)}</pre>
      </ScrollArea>
    </Section>
  )
}

/** Collects the step, route and run of each exchange, and the severity of its findings, for the list of exchanges. */
function buildIndex(data: PageData): ExchangeIndex {
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
    runOf: runByExchange(data),
    severityOf: severityByExchange(report.findings),
  }
}

/** The five steps of one run: the time chart, the hashes and the readings. */
function Procedure({ data, index }: { data: PageData; index: ExchangeIndex }) {
  const { report, profile, exchanges, procedure = [] } = data
  const { say } = useWording()
  const steps = report.steps.filter(isHomologationStep)
  const drawn = useMemo(() => bySentAt(exchanges).slice(0, MOST_DRAWN), [exchanges])
  const ids = new Set(drawn.map(({ id }) => id))
  const chain = procedure.filter(({ exchange }) => ids.has(exchange))
  const line = useMemo(() => buildTimeLine({ ...report, steps }, drawn, data), [drawn, data])
  // if there is nothing to draw although steps name exchanges, only the journal has them
  const isElsewhere = steps.some((step) => step.exchanges.length > 0)
  return (
    <>
      <Section id="time" title="time/title">
        {line ? (
          <>
            <TimeChart line={line} profile={profile} />
            <StepTable line={line} profile={profile} />
            {exchanges.length > drawn.length ? (
              <p class="aside">{say('time/first', { drawn: drawn.length, all: exchanges.length })}</p>
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

/** Buttons to choose which of several runs is shown below. */
function RunChoice(props: { data: PageData; chosen: number; choose: (run: number) => void }) {
  const { say } = useWording()
  const runs = props.data.report.runs ?? []
  // a report without the exchanges of each run shows its runs, but none can be chosen
  const canChoose = props.data.runs !== undefined
  if (runs.length < 2) return null
  return (
    <nav class="run-choice" aria-label={say('runs/label')}>
      <ol>
        {runs.map(({ run, verdict, cause }) => (
          <li>
            <button
              type="button"
              aria-pressed={canChoose && run === props.chosen}
              disabled={!canChoose}
              title={makeVisible(cause ?? '')}
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

/** A table of the changes since the baseline; nothing if there are none. */
function DriftTable({ findings }: { findings: readonly ReportFinding[] }) {
  const wording = useWording()
  const { say, count } = wording
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
            {changes.slice(0, MOST_CHANGES).map((finding) => {
              const text = wording.finding(finding)
              return (
                <tr>
                  <td>
                    <Sign tone={toneOf(finding.severity)} word={say(`severity/${finding.severity}`)} />
                  </td>
                  <th scope="row">
                    <a href={linkTo({ finding: finding.fingerprint })}>
                      {say(finding.requirement as SentenceKey)}
                    </a>
                  </th>
                  <td class="mono">{makeVisible(finding.route ?? '—')}</td>
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
