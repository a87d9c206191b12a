import { fill, type Sentences } from '../words/catalogue.js'
import { namesIn } from '../words/fill.js'
import { dateText } from '../words/numerals.js'
import { type Changed, isSame, type RunComparison } from './compare-runs.js'
import type { Words } from './look.js'
import type { FindingHistory, Series, Standing } from './nights.js'
import type { ReportFinding } from './report.js'
import { messageOf } from './report-of.js'
import { routeText } from './same-findings.js'

/** The text that `compare RUN RUN` prints: the verdicts, then the new, fixed and unchanged findings. */
export function renderComparisonText(comparison: RunComparison, words: Words): string {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const { before, after, added, fixed, accepted, notTested, steps, readings } = comparison
  const lineOf = (finding: ReportFinding) => findingLine(finding, words)
  const still = comparison.still.map(({ finding, severityBefore }) => {
    if (severityBefore === finding.severity) return lineOf(finding)
    const severities = {
      before: ui[`drift.severity.${severityBefore}`],
      after: ui[`drift.severity.${finding.severity}`],
    }
    return `${lineOf(finding)} (${fill(ui['compare.severityChanged'], severities, lang)})`
  })
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [ui['compare.new'], added.map(lineOf)],
    [ui['compare.fixed'], fixed.map(lineOf)],
    [ui['compare.accepted'], accepted.map(lineOf)],
    [ui['compare.still'], still],
    [ui['compare.notTested'], notTested.map(lineOf)],
    [ui['compare.steps'], steps.map((changed) => changeLine(changed, words))],
    [ui['compare.readings'], readings.map((changed) => changeLine(changed, words))],
  ]
  const verdicts = {
    before: ui[`report.verdict.${before.verdict}`],
    after: ui[`report.verdict.${after.verdict}`],
  }
  const targets = { before: before.baseUrl, after: after.baseUrl }
  return [
    fill(ui['compare.title'], { before: before.id, after: after.id }, lang),
    fill(ui['compare.verdict'], verdicts, lang),
    ...(before.baseUrl === after.baseUrl ? [] : [fill(ui['compare.targets'], targets, lang)]),
    ...(isSame(comparison) ? [ui['compare.same']] : []),
    ...sections.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)],
    ),
    '',
  ].join('\n')
}

/** A finding in one line, in the reader's language whatever the language of the run. */
function findingLine(finding: ReportFinding, words: Words): string {
  const { severity, requirement, route, fingerprint } = finding
  const where = route === null ? '' : `  ${routeText(finding)}`
  const sentences: Readonly<Record<string, Sentences>> = words.catalogue.findings
  const translated = messageOf(finding, words) ?? finding.message
  // A report of another version may lack a value that the sentence shows; then `{name}` stays in its place.
  const missing = namesIn(sentences[finding.code]?.message ?? '').filter((name) => !(name in finding.values))
  const isUnfilled = missing.some((name) => translated.includes(`{${name}}`))
  const message = (isUnfilled ? finding.message : translated).replaceAll(/\s*\n\s*/g, ' ')
  return `${words.catalogue.ui[`drift.severity.${severity}`]}  ${requirement}${where}  ${message}  [${fingerprint}]`
}

/** `homologation/3: failed → passed` */
function changeLine({ id, before, after }: Changed, { catalogue }: Words): string {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  const name = (verdict: string | null) =>
    verdict === null ? ui['compare.absent'] : (ui[`report.verdict.${verdict}`] ?? verdict)
  return `${id}: ${name(before)} → ${name(after)}`
}

/** The sign of a run in the row of a finding, the newest run first: `■■·?`. */
const signs: Readonly<Record<Standing, string>> = { there: '■', gone: '·', accepted: '○', untested: '?' }

/** The lines that `compare FOLDER` prints: for each finding a sign for each run, and when it appeared and disappeared. */
export function nightLines(series: readonly Series[], words: Words): string[] {
  return [...series.flatMap((one) => [...seriesLines(one, words), '']), words.catalogue.ui['nights.signs']]
}

function seriesLines({ command, baseUrl, runs, findings }: Series, words: Words): string[] {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const values = {
    command,
    target: baseUrl ?? ui['nights.embedded'],
    count: runs.length,
    from: dateText(runs[0]?.startedAt ?? '', lang),
    to: dateText(runs.at(-1)?.startedAt ?? '', lang),
  }
  const verdicts = runs.toReversed().map(({ verdict }) => ui[`report.verdict.${verdict}`].toLowerCase())
  return [
    fill(ui['nights.title'], values, lang),
    fill(ui['nights.verdicts'], { verdicts: verdicts.join(', ') }, lang),
    ...(findings.length === 0 ? [ui['nights.none']] : []),
    ...findings.flatMap((history) => historyLines(history, words)),
  ]
}

function historyLines({ finding, standings, changes }: FindingHistory, words: Words): string[] {
  const { catalogue, lang } = words
  const events = changes.map(({ startedAt, to }, i) => {
    const appeared = i === 0 ? 'nights.came' : 'nights.back'
    const key = to === 'gone' ? 'nights.went' : appeared
    return fill(catalogue.ui[key], { date: dateText(startedAt, lang) }, lang)
  })
  const row = standings.map((standing) => signs[standing]).toReversed()
  return [`  ${row.join('')}  ${events.toReversed().join(', ')}`, `    ${findingLine(finding, words)}`]
}
