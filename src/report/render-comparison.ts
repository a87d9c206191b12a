import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { type Changed, isSame, type RunComparison } from './compare-runs.js'
import { furtherRoutes } from './further-routes.js'
import type { ReportFinding } from './report.js'
import { messageOf } from './report-of.js'

type Words = Catalogue['ui']

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

/** A comparison of two runs as plain lines. */
export function renderComparisonText(comparison: RunComparison, words: Catalogue, lang: Lang): string {
  const { title, facts, sections } = contentOf(comparison, words, lang)
  const body = sections.flatMap((section) => [
    '',
    `${section.title} (${section.lines.length})`,
    ...section.lines.map((line) => `  ${line}`),
  ])
  return `${[title, ...facts, ...body].join('\n')}\n`
}

/** The same as JSON. */
export function renderComparisonJson(comparison: RunComparison): string {
  return `${JSON.stringify(comparison, null, 2)}\n`
}

function contentOf(comparison: RunComparison, words: Catalogue, lang: Lang) {
  const { ui } = words
  const { before, after } = comparison
  const verdicts = fill(
    ui['compare.verdict'],
    { before: ui[`report.verdict.${before.verdict}`], after: ui[`report.verdict.${after.verdict}`] },
    lang,
  )
  const targets = fill(ui['compare.targets'], { before: before.baseUrl, after: after.baseUrl }, lang)
  return {
    title: fill(ui['compare.title'], { before: before.id, after: after.id }, lang),
    facts: [
      verdicts,
      ...(before.baseUrl === after.baseUrl ? [] : [targets]),
      ...(isSame(comparison) ? [ui['compare.same']] : []),
    ],
    sections: sectionsOf(comparison, words, lang).filter(({ lines }) => lines.length > 0),
  }
}

function sectionsOf(comparison: RunComparison, words: Catalogue, lang: Lang): Section[] {
  const { ui } = words
  const lineOf = (finding: ReportFinding) => findingLine(finding, words, lang)
  const still = comparison.still.map(({ finding, severityBefore }) =>
    severityBefore === finding.severity
      ? lineOf(finding)
      : `${lineOf(finding)} (${fill(ui['compare.severityChanged'], { before: ui[`drift.severity.${severityBefore}`], after: ui[`drift.severity.${finding.severity}`] }, lang)})`,
  )
  return [
    { title: ui['compare.new'], lines: comparison.added.map(lineOf) },
    { title: ui['compare.fixed'], lines: comparison.fixed.map(lineOf) },
    { title: ui['compare.accepted'], lines: comparison.accepted.map(lineOf) },
    { title: ui['compare.still'], lines: still },
    {
      title: ui['compare.notTested'],
      lines: comparison.notTested.map(lineOf),
    },
    { title: ui['compare.steps'], lines: comparison.steps.map((changed) => changeLine(changed, ui)) },
    { title: ui['compare.readings'], lines: comparison.readings.map((changed) => changeLine(changed, ui)) },
  ]
}

/** A finding in one line, in the reader's language whatever the language of the run. */
export function findingLine(finding: ReportFinding, words: Catalogue, lang: Lang): string {
  const { severity, requirement, route, fingerprint } = finding
  const more = furtherRoutes(finding)
  const where = route === null ? '' : `  ${route}${more > 0 ? ` +${more}` : ''}`
  const said = messageOf(finding, words, lang)
  // another version may have kept other evidence
  const message = said === null || /\{\w+(:kind)?\}/.test(said) ? finding.message : said
  return `${words.ui[`drift.severity.${severity}`]}  ${requirement}${where}  ${message.replaceAll(/\s*\n\s*/g, ' ')}  [${fingerprint}]`
}

function changeLine({ id, before, after }: Changed, ui: Words): string {
  const said: Readonly<Record<string, string>> = ui
  const [from, to] = [before, after].map((one) =>
    one === null ? ui['compare.absent'] : (said[`report.verdict.${one}`] ?? one),
  )
  return `${id}: ${from} → ${to}`
}
