import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { type Changed, isSame, type RunComparison } from './compare-runs.js'
import type { ReportFinding } from './report.js'
import { messageOf } from './report-of.js'
import { furtherRoutes } from './same-findings.js'

type Words = Catalogue['ui']

/** A comparison of two runs as plain lines. */
export function renderComparisonText(comparison: RunComparison, words: Catalogue, lang: Lang): string {
  const { ui } = words
  const { before, after, added, fixed, accepted, notTested, steps, readings } = comparison
  const lineOf = (finding: ReportFinding) => findingLine(finding, words, lang)
  const still = comparison.still.map(({ finding, severityBefore }) => {
    const [from, to] = [severityBefore, finding.severity].map((one) => ui[`drift.severity.${one}`])
    const moved = fill(ui['compare.severityChanged'], { before: from ?? null, after: to ?? null }, lang)
    return from === to ? lineOf(finding) : `${lineOf(finding)} (${moved})`
  })
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [ui['compare.new'], added.map(lineOf)],
    [ui['compare.fixed'], fixed.map(lineOf)],
    [ui['compare.accepted'], accepted.map(lineOf)],
    [ui['compare.still'], still],
    [ui['compare.notTested'], notTested.map(lineOf)],
    [ui['compare.steps'], steps.map((changed) => changeLine(changed, ui))],
    [ui['compare.readings'], readings.map((changed) => changeLine(changed, ui))],
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
