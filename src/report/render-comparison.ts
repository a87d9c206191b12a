import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { type Changed, isSame, type RunComparison } from './compare-runs.js'
import type { ReportFinding } from './report.js'

type Words = Catalogue['ui']

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

/** A comparison of two runs as plain lines. */
export function renderComparisonText(comparison: RunComparison, words: Catalogue, lang: Lang): string {
  const { title, facts, sections } = contentOf(comparison, words.ui, lang)
  const body = sections.flatMap((section) => [
    '',
    `${section.title} (${section.lines.length})`,
    ...section.lines.map((line) => `  ${line}`),
  ])
  return `${[title, ...facts, ...body].join('\n')}\n`
}

/** The same as Markdown. */
export function renderComparisonMarkdown(comparison: RunComparison, words: Catalogue, lang: Lang): string {
  const { title, facts, sections } = contentOf(comparison, words.ui, lang)
  const body = sections.flatMap((section) => [
    '',
    `### ${section.title} (${section.lines.length})`,
    '',
    ...section.lines.map((line) => `- ${escapeMarkdown(line)}`),
  ])
  return `${[`## ${escapeMarkdown(title)}`, '', ...facts.map((fact) => `- ${escapeMarkdown(fact)}`), ...body].join('\n')}\n`
}

/** The same as JSON. */
export function renderComparisonJson(comparison: RunComparison): string {
  return `${JSON.stringify(comparison, null, 2)}\n`
}

function contentOf(comparison: RunComparison, ui: Words, lang: Lang) {
  const { before, after } = comparison
  const verdicts = fill(ui['compare.verdict'], { before: before.verdict, after: after.verdict }, lang)
  const targets = fill(ui['compare.targets'], { before: before.baseUrl, after: after.baseUrl }, lang)
  return {
    title: fill(ui['compare.title'], { before: before.id, after: after.id }, lang),
    facts: [
      verdicts,
      ...(before.baseUrl === after.baseUrl ? [] : [targets]),
      ...(isSame(comparison) ? [ui['compare.same']] : []),
    ],
    sections: sectionsOf(comparison, ui, lang).filter(({ lines }) => lines.length > 0),
  }
}

function sectionsOf(comparison: RunComparison, ui: Words, lang: Lang): Section[] {
  const still = comparison.still.map(({ finding, severityBefore }) =>
    severityBefore === finding.severity
      ? findingLine(finding, ui)
      : `${findingLine(finding, ui)} (${fill(ui['compare.severityChanged'], { before: ui[`drift.severity.${severityBefore}`], after: ui[`drift.severity.${finding.severity}`] }, lang)})`,
  )
  return [
    { title: ui['compare.new'], lines: comparison.added.map((finding) => findingLine(finding, ui)) },
    { title: ui['compare.fixed'], lines: comparison.fixed.map((finding) => findingLine(finding, ui)) },
    { title: ui['compare.still'], lines: still },
    {
      title: ui['compare.notTested'],
      lines: comparison.notTested.map((finding) => findingLine(finding, ui)),
    },
    { title: ui['compare.steps'], lines: comparison.steps.map((changed) => changeLine(changed, ui)) },
    { title: ui['compare.readings'], lines: comparison.readings.map((changed) => changeLine(changed, ui)) },
  ]
}

/** A finding on one line. */
export function findingLine(
  { severity, requirement, route, message, fingerprint }: ReportFinding,
  ui: Words,
): string {
  const where = route === null ? '' : `  ${route}`
  return `${ui[`drift.severity.${severity}`]}  ${requirement}${where}  ${message.replaceAll(/\s*\n\s*/g, ' ')}  [${fingerprint}]`
}

function changeLine({ id, before, after }: Changed, ui: Words): string {
  return `${id}: ${before ?? ui['compare.absent']} → ${after ?? ui['compare.absent']}`
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/([\\`*_<>|[\]])/g, '\\$1')
}
