import { stopLines } from '../../report/contract-lines.js'
import type { PageData } from '../../report/page-data.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, Section, TitledList } from '../parts/elements.js'

/** The command of the run, its target, its assumptions, why it ended early, what it left behind, and which requirements it did not test. */
export function RunFacts({ data }: { data: PageData }) {
  const { say, when, ms, assumptions } = useWording()
  const { run, left = [] } = data.report
  const target = run.target.embedded
    ? say('run/embedded', { baseUrl: run.target.baseUrl })
    : run.target.baseUrl
  const rows: [string, string | null][] = [
    [say('run/id'), run.id],
    [say('run/command'), run.command],
    [say('run/started'), when(run.startedAt)],
    [say('run/duration'), `${ms(run.durationMs)} ms`],
    [say('run/tool'), `${run.tool.name} ${run.tool.version}`],
    [say('run/profile'), run.profile],
    [say('run/target'), target],
    [say('run/seed'), run.seed],
  ]
  return (
    <Section id="run" title="run/title">
      <dl class="run-facts">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div>
              <dt>{name}</dt>
              <dd class="mono">{makeVisible(value)}</dd>
            </div>
          ),
        )}
        {data.repeatCommand === null ? null : (
          <div>
            <dt>{say('finding/repeat')}</dt>
            <dd>
              <code>{makeVisible(data.repeatCommand)}</code>{' '}
              <CopyButton text={() => data.repeatCommand ?? ''} label="copy/command" />
            </dd>
          </div>
        )}
      </dl>
      <TitledList
        title={say('run/assumptions', { profile: run.profile })}
        items={assumptions(run).map((assumption) => <Prose text={assumption} />)}
      />
      <TitledList
        title={say('stops/title')}
        items={stopLines(data.report).map((line) => <Prose text={makeVisible(line)} />)}
      />
      <TitledList
        title={say('left/title')}
        items={left.map(({ route, id, reason }) => (
          <>
            <code>{makeVisible(id === null ? route : `${route} ${id}`)}</code>:{' '}
            <Prose text={makeVisible(reason)} />
          </>
        ))}
      />
      <Coverage data={data} />
    </Section>
  )
}

function Coverage({ data: { report } }: { data: PageData }) {
  const { say, count, reason: reasonFor } = useWording()
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
