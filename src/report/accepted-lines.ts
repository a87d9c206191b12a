import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { Report } from './report.js'
import { furtherRoutes } from './same-findings.js'

/** Whether the user may live with findings of this run for a while. */
export function isAcceptable({ run }: Pick<Report, 'run'>): boolean {
  return run.command === 'contract'
}

/** Each finding that the user accepted as one line. */
export function acceptedLines(
  { accepted = [] }: Pick<Report, 'accepted'>,
  { ui }: Pick<Catalogue, 'ui'>,
  lang: Lang,
): string[] {
  return accepted.map((finding) => {
    const { requirement, route, message, acceptance } = finding
    const more = furtherRoutes(finding)
    const where = [requirement, route, more > 0 ? `+${more}` : null].filter((part) => part !== null).join(' ')
    return fill(ui['accepted.line'], { where, message, ...acceptance }, lang)
  })
}
