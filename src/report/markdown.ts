import { type Catalogue, clauseText, fill, type Lang, type UiKey } from '../words/catalogue.js'
import { isAcceptable } from './accepted-lines.js'
import { contractRows } from './contract-summary.js'
import { acceptCommand, headlineOf, problemsOf, routesOf } from './night.js'
import type { Report, ReportFinding } from './report.js'
import { markdownCode, markdownText } from './safe-text.js'
import { signOf } from './sign.js'

/** Findings shown in full, because nobody scrolls through a long summary. */
const MOST_FINDINGS = 50
/** With more steps than this, only those that did not pass are shown. */
const MOST_STEPS = 100

/** `summary.md`: the outcome for a pull request, a step summary, a chat. */
export function renderMarkdown(report: Report, catalogue: Catalogue): string {
  const { ui } = catalogue
  const lang = report.run.lang
  const isContract = report.run.command === 'contract'
  const hasFiveSteps = report.steps.some(({ id }) => id.startsWith('homologation/'))
  const title = ui[isContract || !hasFiveSteps ? 'night.title' : 'report.title']
  return [
    `# ${signOf(report.verdict)} ${title}: ${ui[`report.verdict.${report.verdict}`]}`,
    ...(isContract ? nightOf(report, catalogue, lang) : []),
    ...(isContract && report.verdict !== 'incomplete' ? [] : [causeOf(report, ui)]),
    ...(report.notices ?? []).map((notice) => `**${ui['report.label.note']}:** ${markdownText(notice)}`),
    factsOf(report, catalogue),
    ...runsOf(report, catalogue, lang),
    ...findingsOf(report, catalogue, lang),
    ...stepsOf(report, catalogue, lang),
    ...readingsOf(report, catalogue, lang),
    ...coverageOf(report, catalogue, lang),
    `${fill(ui['report.tested'], { tested: report.coverage.requirements.tested.length, untested: report.coverage.requirements.untested.length }, lang)}`,
  ]
    .join('\n\n')
    .concat('\n')
}

function causeOf({ cause, verdict }: Report, ui: Catalogue['ui']): string {
  return `**${ui['report.label.cause']}:** ${cause ? markdownText(cause) : ui[`report.because.${verdict}`]}`
}

/** A night at a glance: how many problems, each in one row, and what is fixed. */
function nightOf(report: Report, { ui }: Catalogue, lang: Lang): string[] {
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
  const heads = [
    'report.label.severity',
    'night.problem',
    'report.label.route',
    'night.since',
    'night.accept',
  ] as const
  const fixed = (report.fixed ?? []).map(({ route, message }) =>
    markdownText(`${route ?? ''} ${message}`.trim()),
  )
  const more = problems.length - rows.length
  return [
    `**${headlineOf(report, ui, lang)}**`,
    ...(rows.length > 0 ? [table(heads, rows, ui)] : []),
    ...moreLines(more, ui, lang),
    ...(fixed.length > 0
      ? [[`**${ui['night.fixed']}:**`, '', ...fixed.map((one) => `- ${one}`)].join('\n')]
      : []),
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
  if (run.assumptions.length > 0) {
    facts.push([ui['report.label.assumptions'], run.assumptions.map(markdownText).join('; ')])
  }
  return facts.map(([label, value]) => `- ${label}: ${value}`).join('\n')
}

function runsOf(report: Report, { ui }: Catalogue, lang: Lang): string[] {
  if (!report.runs) return []
  const rows = report.runs.map(({ run, verdict, cause, session }) => [
    fill(ui['report.label.run'], { run }, lang) + (session === null ? '' : ` ${markdownCode(session)}`),
    `${signOf(verdict)} ${ui[`report.verdict.${verdict}`]}`,
    cause === null ? '' : markdownText(cause),
  ])
  const heads = ['report.label.run', 'report.label.verdict', 'report.label.cause'] as const
  return [`## ${ui['report.label.runs']}`, table(heads, rows, ui)]
}

/** A contract run in a few lines: what was looked at, and why the rest was not. */
function coverageOf(report: Report, catalogue: Catalogue, lang: Lang): string[] {
  const rows = contractRows(report, { catalogue, lang })
  if (rows.length === 0) return []
  const lines = rows.map(([label, texts]) => `- ${label}: ${texts.map(markdownText).join('; ')}`)
  return [`## ${catalogue.ui['report.label.coverage']}`, lines.join('\n')]
}

function stepsOf(report: Report, { ui }: Catalogue, lang: Lang): string[] {
  // Findings and coverage describe the steps of a contract run, so there is no table of steps.
  if (report.steps.length === 0 || report.run.command === 'contract') return []
  const unmet = report.steps.filter(({ verdict }) => verdict !== 'pass').slice(0, MOST_STEPS)
  const shown = report.steps.length <= MOST_STEPS ? report.steps : unmet
  const rows = shown.map((step) => [
    `${signOf(step.verdict)} ${markdownText(step.id)}`,
    markdownCode(step.route),
    ui[`report.verdict.${step.verdict}`] ?? step.verdict,
    ms(step.gapMs, lang),
    ms(step.durationMs, lang),
  ])
  const heads = (['step', 'route', 'verdict', 'gap', 'duration'] as const).map(
    (one) => `report.label.${one}` as const,
  )
  return [
    `## ${ui['report.label.steps']}`,
    ...(rows.length > 0 ? [table(heads, rows, ui)] : []),
    ...moreLines(report.steps.length - shown.length, ui, lang),
  ]
}

function readingsOf(report: Report, { ui }: Catalogue, lang: Lang): string[] {
  if (report.readings.length === 0) return []
  const rows = report.readings.map((reading) => [
    `${markdownCode(reading.id)}${reading.inForce ? ` (${ui['report.label.inForce']})` : ''}`,
    `${signOf(reading.verdict)} ${ui[`report.verdict.${reading.verdict}`]}`,
    ms(reading.marginMs, lang),
    markdownText(reading.because),
  ])
  const heads = (['reading', 'verdict', 'margin', 'because'] as const).map(
    (one) => `report.label.${one}` as const,
  )
  return [`## ${ui['report.label.readings']}`, table(heads, rows, ui)]
}

function findingsOf(report: Report, catalogue: Catalogue, lang: Lang): string[] {
  const { ui } = catalogue
  const shown = report.findings.slice(0, MOST_FINDINGS)
  const isFolded = report.run.command === 'contract' && shown.length > 0
  return [
    `## ${ui['report.label.findings']}`,
    ...(isFolded ? [`<details><summary>${ui['night.details']}</summary>`] : []),
    ...(shown.length === 0
      ? [ui['report.noFindings']]
      : shown.map((finding) => findingOf(finding, report, catalogue, lang))),
    ...moreLines(report.findings.length - shown.length, ui, lang),
    ...(isFolded ? ['</details>'] : []),
  ]
}

function findingOf(finding: ReportFinding, report: Report, { clauses, ui }: Catalogue, lang: Lang): string {
  const root = report.findings.find(({ fingerprint }) => fingerprint === finding.consequenceOf)
  const consequence = root
    ? ` (${fill(ui['report.consequenceOf'], { requirement: root.requirement }, lang)})`
    : ''
  const lines: [string, string][] = [
    [ui['report.label.expected'], markdownText(finding.expected)],
    [ui['report.label.actual'], markdownText(finding.actual)],
    [ui['report.label.hint'], markdownText(finding.hint)],
    [ui['report.label.clause'], markdownText(clauseText(finding.clause, clauses))],
  ]
  if (finding.route !== null) lines.push([ui['report.label.route'], markdownCode(finding.route)])
  if (finding.exchange !== null) lines.push([ui['report.label.exchange'], markdownCode(finding.exchange)])
  if (isAcceptable(report))
    lines.push([
      ui['report.label.fingerprint'],
      `${markdownCode(finding.fingerprint)} (${markdownCode('contract --accept')})`,
    ])
  const places = finding.places?.length ?? 0
  if (places > 0)
    lines.push([fill(ui['report.label.places'], { count: places + 1 }, lang), placesOf(finding)])
  return [
    `### ${signOf(finding.severity)} ${markdownCode(finding.requirement)}${consequence}`,
    markdownText(finding.message),
    lines.map(([label, value]) => `- ${label}: ${value}`).join('\n'),
  ].join('\n\n')
}

/** Each route once: a hundred requests of one are counted before it. */
function placesOf(finding: ReportFinding): string {
  const all = [finding, ...(finding.places ?? [])]
  const names = new Set(all.map(({ route, step, exchange }) => route ?? step ?? exchange ?? ''))
  return [...names].map(markdownCode).join(', ')
}

function moreLines(count: number, ui: Catalogue['ui'], lang: Lang): string[] {
  return count > 0 ? [fill(ui['report.more'], { count }, lang)] : []
}

function table(heads: readonly UiKey[], rows: readonly (readonly string[])[], ui: Catalogue['ui']): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const titles = heads.map((key) => ui[key].replace('{run}', '').trim())
  return [line(titles), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

function ms(value: number | null, lang: Lang): string {
  return value === null ? '' : `${fill('{value}', { value }, lang)} ms`
}
