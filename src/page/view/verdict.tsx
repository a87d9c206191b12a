import type { ComponentChildren } from 'preact'
import type { Exchange } from '../../exchange/exchange.js'
import type { PageData } from '../../report/page-data.js'
import type { ReportFinding } from '../../report/report.js'
import { isRootError } from '../../rules/finding.js'
import { deepLink } from '../data/deep-link.js'
import { type Speech, useSpeech } from '../live/speech.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, signOf, toneOf } from '../parts/elements.js'
import { FirstDiff } from './comparison.js'

/** A run that goes on, and what is awaited of it. */
export interface Now {
  readonly awaited: ComponentChildren
}

/** The verdict in one word and one sentence, and how much it rests on. */
export function Verdict(props: {
  data: PageData
  now: Now | null
  byId: ReadonlyMap<string, Exchange>
  /** The run in which the finding was seen. */
  viewOf: (finding: ReportFinding) => PageData
}) {
  const { data, now, byId, viewOf } = props
  const speech = useSpeech()
  const { say, count } = speech
  const { report } = data
  const isOpen = now !== null && report.verdict === 'incomplete'
  const open = data.exchanges.length === 0 ? 'verdict/waiting' : 'verdict/open'
  const tone = isOpen ? 'quiet' : toneOf(report.verdict)
  const roots = report.findings.filter(isRootError)
  const [root] = roots
  const cause = speech.cause(data)
  const isNight = report.run.command === 'contract' && report.verdict !== 'incomplete' && !data.nights
  return (
    <section
      class={`verdict tone-${tone}`}
      aria-labelledby="verdict-word"
      aria-live={data.live ? 'polite' : undefined}
    >
      <h1 id="verdict-word">
        <span class="unseen">{say('verdict/title')}: </span>
        <span class="glyph" aria-hidden="true">
          {isOpen ? '▸' : signOf(tone)}
        </span>
        {say(isOpen ? open : `verdict/${report.verdict}`)}
      </h1>
      <div class="cause">
        <p>
          <Prose
            text={
              survival(data, speech) ??
              (isNight ? speech.headline(report) : cause) ??
              say(isOpen ? `${open}-why` : `verdict/${report.verdict}-why`)
            }
          />
        </p>
        {root && report.verdict === 'fail' ? (
          <>
            <FirstDiff finding={root} exchange={byId.get(root.exchange ?? '') ?? null} data={viewOf(root)} />
            <p class="fix">
              <strong>{say(isNight && roots.length > 1 ? 'verdict/fix-first' : 'verdict/fix')}:</strong>{' '}
              <Prose text={speech.finding(root).hint} />{' '}
              {isNight || data.nights ? null : (
                <CopyButton text={() => speech.prompt(data)} label="copy/prompt" />
              )}
            </p>
          </>
        ) : null}
        {now?.awaited ? <p class="now">{now.awaited}</p> : null}
        <p class="tally mono">
          <Tally data={data} />
          {root && cause !== null ? (
            <a href={deepLink({ finding: root.fingerprint })}>{say('verdict/evidence')} ↓</a>
          ) : null}
        </p>
      </div>
      {report.runs && report.runs.length > 1 ? (
        <p class="unseen">{say('verdict/runs', { runs: count(report.runs.length) })}</p>
      ) : null}
    </section>
  )
}

/**
 * How many deaths of the token were survived, and the first cause, if every death was tried and one was not survived.
 */
function survival(data: PageData, speech: Speech): string | null {
  const { runs = [], verdict } = data.report
  const failed = runs.find((run) => run.verdict === 'fail')
  if (verdict !== 'fail' || !failed || runs.every(({ death }) => death === undefined)) return null
  const values = { passed: passedIn(runs), all: runs.length, cause: speech.causeOfRun(data, failed) }
  return speech.say('runs/survived', values)
}

function passedIn(runs: readonly { readonly verdict: string }[]): number {
  return runs.filter(({ verdict }) => verdict === 'pass').length
}

function Tally({ data: { report } }: { data: PageData }) {
  const { say, count } = useSpeech()
  const passed = report.steps.filter(({ verdict }) => verdict === 'pass').length
  const of = (severity: string) => report.findings.filter((finding) => finding.severity === severity).length
  return (
    <>
      {report.runs ? (
        <span>{say('runs/passed', { passed: passedIn(report.runs), all: report.runs.length })}</span>
      ) : (
        <span>{say('tally/steps', { passed: count(passed), all: count(report.steps.length) })}</span>
      )}
      <span>{say('tally/errors', { errors: count(of('error')) })}</span>
      <span>{say('tally/warnings', { warnings: count(of('warning')) })}</span>
      {report.run.repeats > 0 ? <span>{say('tally/repeats', { repeats: report.run.repeats })}</span> : null}
    </>
  )
}
