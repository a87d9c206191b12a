import { useState } from 'preact/hooks'
import type { FindingHistory, Series, Standing } from '../../report/nights.js'
import type { ReportFinding } from '../../report/report.js'
import { furtherRoutes } from '../../report/same-findings.js'
import { deepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { Prose, ScrollArea, Section, Sign, Spoken, signOf, toneOf } from '../parts/elements.js'

const MOST_RUNS = 31
const FIRST_ROWS = 50

/** Runs side by side, the newest first: a row a finding, a column a run, and since when it is there or gone. */
export function NightsTable({ series }: { series: Series }) {
  const { runs, findings: rows } = series
  const { say, count, day } = useSpeech()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const from = Math.max(0, runs.length - MOST_RUNS)
  const shown = runs.slice(from).reverse()
  return (
    <Section id={idOf(series)} title="nights/title" count={count(rows.length)}>
      <p class="mono aside">
        {visible(series.command)} {visible(series.baseUrl ?? say('bar/embedded'))}
      </p>
      {from > 0 ? (
        <p class="aside">{say('nights/older', { shown: shown.length, all: runs.length })}</p>
      ) : null}
      <ScrollArea label={say('nights/title')}>
        <table class="nights">
          <thead>
            <tr>
              <th scope="col">{say('nights/finding')}</th>
              {shown.map((run) => (
                <th scope="col" class="night">
                  <Day
                    run={run}
                    isAlone={shown.every((one) => one === run || day(one.startedAt) !== day(run.startedAt))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr class="verdicts">
              <th scope="row">{say('nights/verdict')}</th>
              {shown.map(({ verdict }) => (
                <td>
                  <Sign tone={toneOf(verdict)} word={say(`verdict/${verdict}`)} hideWord />
                </td>
              ))}
            </tr>
            {rows.slice(0, limit).map((row) => (
              <Row row={row} runs={runs} from={from} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {rows.length === 0 ? <p class="aside">{say('nights/none')}</p> : null}
      {rows.length > limit ? (
        <button type="button" onClick={() => setLimit(limit + 200)}>
          {say('findings/more', { left: count(rows.length - limit) })}
        </button>
      ) : null}
    </Section>
  )
}

/** The day of a run, and the time if there are others on that day. */
function Day({ run: { id, startedAt }, isAlone }: { run: Series['runs'][number]; isAlone: boolean }) {
  const { when, day, time } = useSpeech()
  return (
    <time dateTime={startedAt} title={visible(`${id} · ${when(startedAt)}`)}>
      {day(startedAt)}
      {isAlone ? null : ` ${time(startedAt)}`}
    </time>
  )
}

function Row({ row, runs, from }: { row: FindingHistory; runs: Series['runs']; from: number }) {
  const speech = useSpeech()
  const { finding, standings } = row
  const isThere = standings.at(-1) === 'there'
  return (
    <tr>
      <th scope="row">
        {isThere ? (
          <a class="mono" href={deepLink({ finding: finding.fingerprint })}>
            {visible(finding.requirement)}
          </a>
        ) : (
          <span class="mono">{visible(finding.requirement)}</span>
        )}{' '}
        <span class="mono aside">
          {visible(finding.route ?? '')}
          {furtherRoutes(finding) > 0 ? ` +${furtherRoutes(finding)}` : null}
        </span>
        <p>
          <Prose text={speech.finding(finding).message} />
        </p>
        <p class="aside">
          <Since row={row} runs={runs} />
        </p>
      </th>
      {standings
        .slice(from)
        .reverse()
        .map((standing) => (
          <Cell standing={standing} severity={finding.severity} />
        ))}
    </tr>
  )
}

function Since({ row, runs }: { row: FindingHistory; runs: Series['runs'] }) {
  const { say, day, when } = useSpeech()
  const areDays = new Set(runs.map(({ startedAt }) => day(startedAt))).size === runs.length
  const last = row.changes.at(-1)
  if (!last) return null
  const values = { when: (areDays ? day : when)(last.startedAt) }
  return <>{say(last.to === 'there' ? 'nights/since' : 'nights/gone', values)}</>
}

function Cell({ standing, severity }: { standing: Standing; severity: ReportFinding['severity'] }) {
  const { say } = useSpeech()
  const tone = standing === 'there' ? toneOf(severity) : 'quiet'
  const sign = standing === 'there' ? signOf(tone) : signs[standing]
  const word = say(words[standing])
  return (
    <td class={`standing-${standing} tone-${tone}`} title={word}>
      <Spoken sign={sign} word={word} />
    </td>
  )
}

const signs = { gone: '·', accepted: '○', untested: '?' }

const words = {
  there: 'nights/there',
  gone: 'nights/not-there',
  accepted: 'nights/accepted',
  untested: 'nights/not-tested',
} as const satisfies Record<Standing, Sentence>

function idOf({ command, baseUrl }: Series): string {
  return `nights-${command}-${baseUrl ?? 'embedded'}`.replaceAll(/[^\w-]+/g, '-')
}
