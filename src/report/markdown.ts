import { type Catalogue, fill, type Lang, type UiKey } from '../words/catalogue.js'
import { canAccept, fixedLines } from './contract-lines.js'
import { contractRows } from './contract-summary.js'
import { consequenceText, type Fact, factRows } from './fact-rows.js'
import { moreLines, signOf, verdictText, type Words } from './look.js'
import { acceptCommand, headlineOf, problemsOf, routesOf } from './night.js'
import type { Report, ReportFinding } from './report.js'
import { markdownCode, markdownText } from './safe-text.js'
import { everyPlace } from './same-findings.js'

/** Findings shown in full, because nobody scrolls through a long summary. */
const MOST_FINDINGS = 50
/** With more steps than this, only those that did not pass are shown. */
const MOST_STEPS = 100

/** `summary.md`: the outcome for a pull request, a step summary, a chat. */
export function renderMarkdown(report: Report, catalogue: Catalogue): string {
  const { ui } = catalogue
  const { lang } = report.run
  const words = { catalogue, lang }
  const isContract = report.run.command === 'contract'
  // a report without the five steps is of a contract run, whose journal `judge` may have read
  const hasFiveSteps = report.steps.some(({ id }) => id.startsWith('homologation/'))
  const title = ui[hasFiveSteps && !isContract ? 'report.title' : 'night.title']
  const { tested, untested } = report.coverage.requirements
  const cause = report.cause ? markdownText(report.cause) : ui[`report.because.${report.verdict}`]
  const paragraphs = [
    `# ${signOf(report.verdict)} ${title}: ${ui[`report.verdict.${report.verdict}`]}`,
    ...(isContract ? problemsAtAGlance(report, words) : []),
    // the table of problems takes the place of the cause
    ...(isContract && report.verdict !== 'incomplete' ? [] : [`**${ui['report.label.cause']}:** ${cause}`]),
    ...(report.fix ? [`**${ui['ending.fix']}:** ${markdownText(report.fix)}`] : []),
    ...(report.notices ?? []).map((notice) => `**${ui['report.label.note']}:** ${markdownText(notice)}`),
    factsOf(report, catalogue),
    ...runsOf(report, words),
    ...findingsOf(report, words),
    ...stepsOf(report, words),
    ...readingsOf(report, words),
    ...coverageOf(report, words),
    fill(ui['report.tested'], { tested: tested.length, untested: untested.length }, lang),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** The problems of a contract run in one table, and the list of what is fixed. */
function problemsAtAGlance(report: Report, words: Words): string[] {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const problems = problemsOf(report)
  const rows = problems.slice(0, MOST_FINDINGS).map((finding) => {
    const [first, ...more] = routesOf(finding)
    const route = first === undefined ? '' : markdownCode(first)
    return [
      `${signOf(finding.severity)} ${ui[`report.severity.${finding.severity}`]}`,
      markdownText(finding.message),
      more.length > 0 ? `${route} +${more.length}` : route,
      finding.since ? ui[`night.since.${finding.since}`] : '',
      markdownCode(acceptCommand(finding, report)),
    ]
  })
  const [severity = '', route = ''] = labels(['severity', 'route'], ui)
  const heads = [severity, ui['night.problem'], route, ui['night.since'], ui['night.accept']]
  const fixed = fixedLines(report).map((line) => `- ${markdownText(line)}`)
  const fixedList = [`**${ui['night.fixed']}:**`, '', ...fixed].join('\n')
  return [
    `**${headlineOf(report, ui, lang)}**`,
    ...(rows.length > 0 ? [table(heads, rows)] : []),
    ...moreLines(problems.length - rows.length, words),
    ...(fixed.length > 0 ? [fixedList] : []),
  ]
}

function factsOf({ run }: Report, { ui }: Catalogue): string {
  const target = run.target.embedded
    ? `${run.target.baseUrl} (${ui['report.label.embedded']})`
    : run.target.baseUrl
  const facts: [string, string][] = [
    [ui['report.label.target'], markdownCode(target)],
    [ui['report.label.profile'], markdownCode(run.profile)],
    [ui['report.label.started'], run.startedAt],
    [ui['report.label.duration'], `${Math.round(run.durationMs)} ms`],
  ]
  if (run.repeats > 0) facts.push([ui['report.label.repeats'], String(run.repeats)])
  if (run.seed !== null) facts.push([ui['report.label.seed'], markdownCode(run.seed)])
  const assumptions = run.assumptions.map(markdownText).join('; ')
  if (run.assumptions.length > 0) facts.push([ui['report.label.assumptions'], assumptions])
  return facts.map(([label, value]) => `- ${label}: ${value}`).join('\n')
}

function runsOf(report: Report, words: Words): string[] {
  const { ui } = words.catalogue
  if (!report.runs) return []
  const rows = report.runs.map(({ run, verdict, cause, session }) => [
    fill(ui['report.label.run'], { run }, words.lang) + (session === null ? '' : ` ${markdownCode(session)}`),
    verdictText(verdict, words),
    cause === null ? '' : markdownText(cause),
  ])
  return [`## ${ui['report.label.runs']}`, table(labels(['run', 'verdict', 'cause'], ui), rows)]
}

/** A contract run in a few lines: what was tested, and why the rest was not. Other runs have hardly any (see `contractRows`). */
function coverageOf(report: Report, words: Words): string[] {
  const rows = contractRows(report, words)
  if (rows.length === 0) return []
  const lines = rows.map(([label, texts]) => `- ${label}: ${texts.map(markdownText).join('; ')}`)
  return [`## ${words.catalogue.ui['report.label.coverage']}`, lines.join('\n')]
}

function stepsOf(report: Report, words: Words): string[] {
  const { catalogue, lang } = words
  const { ui } = catalogue
  // Findings and coverage describe the steps of a contract run, so there is no table of steps.
  if (report.steps.length === 0 || report.run.command === 'contract') return []
  const notPassed = report.steps.filter(({ verdict }) => verdict !== 'pass').slice(0, MOST_STEPS)
  const shown = report.steps.length <= MOST_STEPS ? report.steps : notPassed
  const rows = shown.map((step) => [
    `${signOf(step.verdict)} ${markdownText(step.id)}`,
    markdownCode(step.route),
    ui[`report.verdict.${step.verdict}`] ?? step.verdict,
    ms(step.gapMs, lang),
    ms(step.durationMs, lang),
  ])
  const heads = labels(['step', 'route', 'verdict', 'gap', 'duration'], ui)
  return [
    `## ${ui['report.label.steps']}`,
    ...(rows.length > 0 ? [table(heads, rows)] : []),
    ...moreLines(report.steps.length - shown.length, words),
  ]
}

function readingsOf(report: Report, words: Words): string[] {
  const { ui } = words.catalogue
  if (report.readings.length === 0) return []
  const rows = report.readings.map((reading) => [
    `${markdownCode(reading.id)}${reading.inForce ? ` (${ui['report.label.inForce']})` : ''}`,
    verdictText(reading.verdict, words),
    ms(reading.marginMs, words.lang),
    markdownText(reading.because),
  ])
  const heads = labels(['reading', 'verdict', 'margin', 'because'], ui)
  return [`## ${ui['report.label.readings']}`, table(heads, rows)]
}

function findingsOf(report: Report, words: Words): string[] {
  const { ui } = words.catalogue
  const shown = report.findings.slice(0, MOST_FINDINGS)
  const isFolded = report.run.command === 'contract' && shown.length > 0
  return [
    `## ${ui['report.label.findings']}`,
    ...(isFolded ? [`<details><summary>${ui['night.details']}</summary>`] : []),
    ...(shown.length === 0
      ? [ui['report.noFindings']]
      : shown.map((finding) => findingOf(finding, report, words))),
    ...moreLines(report.findings.length - shown.length, words),
    ...(isFolded ? ['</details>'] : []),
  ]
}

function findingOf(finding: ReportFinding, report: Report, words: Words): string {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const consequence = consequenceText(finding, report, words)
  const rowsOf = (facts: readonly Fact[], format: (text: string) => string) =>
    factRows(facts, finding, report, catalogue).map(([label, text]) => [label, format(text)] as const)
  const fingerprint = `${markdownCode(finding.fingerprint)} (\`contract --accept\`)`
  const places = everyPlace(finding)
  const timesSeen = fill(ui['report.label.places'], { count: places.length }, lang)
  const rows = [
    ...rowsOf(['expected', 'actual', 'hint', 'clause'], markdownText),
    ...rowsOf(['route', 'exchange'], markdownCode),
    ...(canAccept(report) ? [[ui['report.label.fingerprint'], fingerprint]] : []),
    ...(places.length > 1 ? [[timesSeen, placeNames(places)]] : []),
  ]
  return [
    `### ${signOf(finding.severity)} ${markdownCode(finding.requirement)}${consequence === null ? '' : ` (${consequence})`}`,
    markdownText(finding.message),
    rows.map(([label, value]) => `- ${label}: ${value}`).join('\n'),
  ].join('\n\n')
}

/** Each route once; without a route, the step or the exchange. */
function placeNames(places: ReturnType<typeof everyPlace>): string {
  const names = new Set(places.map(({ route, step, exchange }) => route ?? step ?? exchange ?? ''))
  return [...names].map(markdownCode).join(', ')
}

type LabelOf<Key> = Key extends `report.label.${infer Label}` ? Label : never

/** Labels as heads of columns. The label of a run, `Run {run}`, loses its number. */
function labels(names: readonly LabelOf<UiKey>[], ui: Catalogue['ui']): string[] {
  return names.map((name) => ui[`report.label.${name}`].replace('{run}', '').trim())
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** `2,001 ms`, with digits grouped as in the language. */
function ms(value: number | null, lang: Lang): string {
  return value === null ? '' : `${fill('{value}', { value }, lang)} ms`
}
