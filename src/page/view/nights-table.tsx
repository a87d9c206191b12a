import { useState } from 'preact/hooks'
import type { FindingHistory, Series, Standing } from '../../report/nights.js'
import type { ReportFinding } from '../../report/report.js'
import { routeText } from '../../report/same-findings.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { LabelledSign, Prose, ScrollArea, Section, Sign, signOf, toneOf } from '../parts/elements.js'

const MOST_RUNS = 31
const FIRST_ROWS = 50
const MORE_ROWS = 200

/** Compares runs of one command, such as those of every night: a column for each run, the newest first, and a row for each finding. */
export function NightsTable({ series }: { series: Series }) {
  const { runs, findings: rows } = series
  const { say, count, day } = useWording()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const firstShown = Math.max(0, runs.length - MOST_RUNS)
  const shown = runs.slice(firstShown).reverse()
  return (
    <Section id={idOf(series)} title="nights/title" count={count(rows.length)}>
      <p class="mono aside">
        {makeVisible(series.command)} {makeVisible(series.baseUrl ?? say('bar/embedded'))}
      </p>
      {firstShown > 0 ? (
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
                    isAlone={shown.every(
                      (other) => other === run || day(other.startedAt) !== day(run.startedAt),
                    )}
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
              <Row row={row} runs={runs} firstShown={firstShown} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {rows.length === 0 ? <p class="aside">{say('nights/none')}</p> : null}
      {rows.length > limit ? (
        <button type="button" onClick={() => setLimit(limit + MORE_ROWS)}>
          {say('findings/more', { left: count(rows.length - limit) })}
        </button>
      ) : null}
    </Section>
  )
}

/** The day of a run, and the time unless it is the only run of that day (`isAlone`). */
function Day({ run: { id, startedAt }, isAlone }: { run: Series['runs'][number]; isAlone: boolean }) {
  const { when, day, time } = useWording()
  return (
    <time dateTime={startedAt} title={makeVisible(`${id} · ${when(startedAt)}`)}>
      {day(startedAt)}
      {isAlone ? null : ` ${time(startedAt)}`}
    </time>
  )
}

function Row(props: { row: FindingHistory; runs: Series['runs']; firstShown: number }) {
  const wording = useWording()
  const { row, runs, firstShown } = props
  const { finding, standings } = row
  const isThere = standings.at(-1) === 'there'
  return (
    <tr>
      <th scope="row">
        {isThere ? (
          <a class="mono" href={linkTo({ finding: finding.fingerprint })}>
            {makeVisible(finding.requirement)}
          </a>
        ) : (
          <span class="mono">{makeVisible(finding.requirement)}</span>
        )}{' '}
        <span class="mono aside">{makeVisible(routeText(finding))}</span>
        <p>
          <Prose text={wording.finding(finding).message} />
        </p>
        <p class="aside">
          <Since row={row} runs={runs} />
        </p>
      </th>
      {standings
        .slice(firstShown)
        .reverse()
        .map((standing) => (
          <Cell standing={standing} severity={finding.severity} />
        ))}
    </tr>
  )
}

/** The time since which the finding is there, or gone. The day is enough if no two runs were on one day. */
function Since({ row, runs }: { row: FindingHistory; runs: Series['runs'] }) {
  const { say, day, when } = useWording()
  const isOneRunPerDay = new Set(runs.map(({ startedAt }) => day(startedAt))).size === runs.length
  const last = row.changes.at(-1)
  if (!last) return null
  const values = { when: (isOneRunPerDay ? day : when)(last.startedAt) }
  return <>{say(last.to === 'there' ? 'nights/since' : 'nights/gone', values)}</>
}

/** The standing of a finding in one run: there, gone, accepted or not tested. */
function Cell({ standing, severity }: { standing: Standing; severity: ReportFinding['severity'] }) {
  const { say } = useWording()
  const tone = standing === 'there' ? toneOf(severity) : 'quiet'
  const sign = standing === 'there' ? signOf(tone) : signOfStanding[standing]
  const word = say(wordOfStanding[standing])
  return (
    <td class={`standing-${standing} tone-${tone}`} title={word}>
      <LabelledSign sign={sign} word={word} />
    </td>
  )
}

const signOfStanding = { gone: '·', accepted: '○', untested: '?' }

const wordOfStanding = {
  there: 'nights/there',
  gone: 'nights/not-there',
  accepted: 'nights/accepted',
  untested: 'nights/not-tested',
} as const satisfies Record<Standing, SentenceKey>

function idOf({ command, baseUrl }: Series): string {
  return `nights-${command}-${baseUrl ?? 'embedded'}`.replaceAll(/[^\w-]+/g, '-')
}
