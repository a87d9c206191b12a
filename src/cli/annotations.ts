import { withoutCommands } from '../exchange/plain-text.js'
import type { Report, ReportFinding } from '../report/report.js'
import { oneLine } from '../report/safe-text.js'

/** GitHub shows no more of one step. */
const MOST_ANNOTATIONS = 10

/** Annotations for GitHub's runner: errors and warnings that are no consequences. */
export function annotations({ findings, verdict, cause }: Report): readonly string[] {
  const roots = findings.filter(
    ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
  )
  const lines = roots.slice(0, MOST_ANNOTATIONS).map(annotationOf)
  const isUndecided = verdict === 'incomplete' && cause !== null
  return isUndecided ? [command('error', 'homologa', cause), ...lines] : lines
}

function annotationOf(finding: ReportFinding): string {
  const { severity, requirement, route, message, places = [] } = finding
  const more = places.length > 0 ? ` +${places.length}` : ''
  const where = route === null ? '' : ` (${route}${more})`
  return command(severity === 'error' ? 'error' : 'warning', requirement, `${message}${where}`)
}

function command(kind: 'error' | 'warning', title: string, text: string): string {
  return `::${kind} title=${property(title)}::${escaped(text)}`
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function escaped(text: string): string {
  return withoutCommands(oneLine(text)).replaceAll('%', '%25')
}
