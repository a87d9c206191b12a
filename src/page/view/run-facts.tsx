import type { PageData } from '../../report/page-data.js'
import { stopLines } from '../../report/with-stop.js'
import { visible } from '../data/visible.js'
import { useSpeech } from '../live/speech.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose } from '../parts/prose.js'
import { Section } from '../parts/signs.js'

/** The command, its target and its assumptions, and the requirements that were not tested. */
export function RunFacts({ data }: { data: PageData }) {
  const { say, when, ms, assumptions } = useSpeech()
  const { run } = data.report
  const target = run.target.embedded
    ? say('run/embedded', { baseUrl: run.target.baseUrl })
    : run.target.baseUrl
  const rows: [string, string][] = [
    [say('run/id'), run.id],
    [say('run/command'), run.command],
    [say('run/started'), when(run.startedAt)],
    [say('run/duration'), `${ms(run.durationMs)} ms`],
    [say('run/tool'), `${run.tool.name} ${run.tool.version}`],
    [say('run/profile'), run.profile],
    [say('run/target'), target],
    ...(run.seed === null ? [] : [[say('run/seed'), run.seed] as [string, string]]),
  ]
  return (
    <Section id="run" title="run/title">
      <dl class="run-facts">
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd class="mono">{visible(value)}</dd>
          </div>
        ))}
        {data.repeatCommand === null ? null : (
          <div>
            <dt>{say('finding/repeat')}</dt>
            <dd>
              <code>{visible(data.repeatCommand)}</code>{' '}
              <CopyButton text={() => data.repeatCommand ?? ''} label="copy/command" />
            </dd>
          </div>
        )}
      </dl>
      {run.assumptions.length > 0 ? (
        <>
          <h3>{say('run/assumptions', { profile: run.profile })}</h3>
          <ul class="plain">
            {assumptions(run).map((assumption) => (
              <li>
                <Prose text={assumption} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Stops report={data.report} />
      <Left report={data.report} />
      <Coverage data={data} />
    </Section>
  )
}

/** Parts of a run that ended early. */
function Stops({ report }: { report: PageData['report'] }) {
  const { say } = useSpeech()
  const lines = stopLines(report)
  if (lines.length === 0) return null
  return (
    <>
      <h3>{say('stops/title')}</h3>
      <ul class="plain">
        {lines.map((line) => (
          <li>
            <Prose text={visible(line)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Records that somebody has to look at by hand. */
function Left({ report: { left = [] } }: { report: PageData['report'] }) {
  const { say } = useSpeech()
  if (left.length === 0) return null
  return (
    <>
      <h3>{say('left/title')}</h3>
      <ul class="plain">
        {left.map(({ route, id, reason }) => (
          <li>
            <code>{visible(id === null ? route : `${route} ${id}`)}</code>: <Prose text={visible(reason)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Coverage({ data: { report } }: { data: PageData }) {
  const { say, count, reason: reasonFor } = useSpeech()
  const { tested, untested } = report.coverage.requirements
  return (
    <>
      <h3>{say('coverage/title')}</h3>
      <p>
        {say('coverage/tested', {
          tested: count(tested.length),
          all: count(tested.length + untested.length),
        })}
      </p>
      {untested.length > 0 ? (
        <details class="fold">
          <summary>{say('coverage/untested', { number: count(untested.length) })}</summary>
          <ul class="plain">
            {untested.map(({ id, reason }) => (
              <li>
                <span class="mono">{id}</span> — {reasonFor(reason)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
