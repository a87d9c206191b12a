import type { ComponentChildren } from 'preact'
import type { Exchange } from '../../exchange/exchange.js'
import { problemsOf } from '../../report/night.js'
import type { PageData } from '../../report/page-data.js'
import type { ReportFinding } from '../../report/report.js'
import { isRootError } from '../../rules/finding.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording, type Wording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, signOf, toneOf } from '../parts/elements.js'
import { FirstDiff } from './comparison.js'

interface VerdictProps {
  readonly data: PageData
  /** Whether a live run still goes on. */
  readonly isRunning: boolean
  /** The request that a live run waits for. */
  readonly awaited: ComponentChildren
  readonly byId: ReadonlyMap<string, Exchange>
  /** The data of the run in which a finding was made. */
  readonly dataOf: (finding: ReportFinding) => PageData
}

/** The verdict in one word, its cause with the fix, and the numbers of steps and findings. */
export function Verdict({ data, isRunning, awaited, byId, dataOf }: VerdictProps) {
  const wording = useWording()
  const { say, count } = wording
  const { report } = data
  const state = stateOf(data, isRunning)
  const tone = toneOf(state)
  const roots = problemsOf(report).filter(isRootError) // new ones come first
  const [root] = roots
  // a contract run has many causes, so its headline gives their number; compared runs (`nights`) have the cause of the newest
  const hasHeadline = report.run.command === 'contract' && report.verdict !== 'incomplete' && !data.nights
  const cause = recoveryText(data, wording) ?? (hasHeadline ? wording.headline(report) : wording.cause(data))
  return (
    <section
      class={`verdict tone-${tone}`}
      aria-labelledby="verdict-word"
      aria-live={data.live ? 'polite' : undefined}
    >
      <h1 id="verdict-word">
        <span class="unseen">{say('verdict/title')}: </span>
        <span class="glyph" aria-hidden="true">
          {tone === 'quiet' ? '▸' : signOf(tone)}
        </span>
        {say(`verdict/${state}`)}
      </h1>
      <div class="cause">
        <p>
          <Prose text={cause ?? say(`verdict/${state}-why`)} />
        </p>
        {root && report.verdict === 'fail' ? (
          <>
            <FirstDiff finding={root} exchange={byId.get(root.exchange ?? '') ?? null} data={dataOf(root)} />
            <p class="fix">
              <strong>{say(hasHeadline && roots.length > 1 ? 'verdict/fix-first' : 'verdict/fix')}:</strong>{' '}
              <Prose text={wording.finding(root).hint} />{' '}
              {hasHeadline || data.nights ? null : (
                <CopyButton text={() => wording.prompt(data)} label="copy/prompt" />
              )}
            </p>
          </>
        ) : null}
        {/* requests came, but none began a run: how to begin one */}
        {report.fix ? (
          <p class="fix">
            <strong>{say('verdict/fix')}:</strong> <Prose text={makeVisible(report.fix)} />
          </p>
        ) : null}
        {awaited ? <p class="now">{awaited}</p> : null}
        <p class="tally mono">
          <Tally data={data} />
          {root && report.cause !== null ? (
            <a href={linkTo({ finding: root.fingerprint })}>{say('verdict/evidence')} ↓</a>
          ) : null}
        </p>
      </div>
      {report.runs && report.runs.length > 1 ? (
        <p class="unseen">{say('verdict/runs', { runs: count(report.runs.length) })}</p>
      ) : null}
    </section>
  )
}

/** The verdict, or of a run that goes on and has none yet, whether a request has come. Its tone is `quiet`. */
function stateOf({ report, exchanges }: PageData, isRunning: boolean) {
  if (!isRunning || report.verdict !== 'incomplete') return report.verdict
  return exchanges.length === 0 ? 'waiting' : 'open'
}

/** For a failed `--invalidate-at each`: from how many revoked tokens the application recovered, and the first cause. */
function recoveryText(data: PageData, wording: Wording): string | null {
  const { runs = [], verdict } = data.report
  const failed = runs.find((run) => run.verdict === 'fail')
  if (verdict !== 'fail' || !failed || runs.every(({ death }) => death === undefined)) return null
  const values = { passed: countPassed(runs), all: runs.length, cause: wording.causeOfRun(data, failed) }
  return wording.say('runs/survived', values)
}

function countPassed(runs: readonly { readonly verdict: string }[]): number {
  return runs.filter(({ verdict }) => verdict === 'pass').length
}

/** The numbers of passed steps or runs, of errors and warnings, and of repetitions. */
function Tally({ data: { report } }: { data: PageData }) {
  const { say, count } = useWording()
  const passed = countPassed(report.steps)
  const countOf = (severity: string) =>
    report.findings.filter((finding) => finding.severity === severity).length
  return (
    <>
      {report.runs ? (
        <span>{say('runs/passed', { passed: countPassed(report.runs), all: report.runs.length })}</span>
      ) : (
        <span>{say('tally/steps', { passed: count(passed), all: count(report.steps.length) })}</span>
      )}
      <span>{say('tally/errors', { errors: count(countOf('error')) })}</span>
      <span>{say('tally/warnings', { warnings: count(countOf('warning')) })}</span>
      {report.run.repeats > 0 ? <span>{say('tally/repeats', { repeats: report.run.repeats })}</span> : null}
    </>
  )
}
