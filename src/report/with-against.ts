import type { Note } from '../exchange/read-journal.js'
import { type Catalogue, findingSentence, type Lang } from '../words/catalogue.js'
import { type Against, againstEarlier, type EarlierRun } from './night.js'
import { type Report, reportSchema } from './report.js'
import { withLeastRoutes } from './report-of.js'

/** What a contract run was compared with, so that its journal is judged the same again. */
interface AgainstNote extends Note {
  readonly kind: 'against'
  readonly failOn: Against['failOn']
  readonly otherwise: Against['otherwise']
  readonly before: EarlierRun | null
}

export function againstNote({ before, ...how }: Against): AgainstNote {
  const findings = before?.findings.map(({ occurrences, ...finding }) => finding) ?? []
  return { kind: 'against', ...how, before: before && { run: before.run, findings } }
}

/**
 * Compares the report with the earlier run that its notes hold. A verdict that is no longer `fail` is bound by the least extent again.
 *
 * @param leastRoutes default: as the run was planned
 */
export function withAgainst(
  report: Report,
  notes: readonly Note[],
  { leastRoutes = plannedLeast(notes), catalogue, lang }: Terms,
): Report {
  const against = againstIn(notes)
  if (against === null) return report
  const compared = againstEarlier(report, against)
  const fixed = compared.fixed?.map((finding) => ({
    ...finding,
    message: findingSentence(finding, 'message', catalogue, lang) ?? finding.message,
  }))
  return withLeastRoutes({ ...compared, ...(fixed && { fixed }) }, leastRoutes, catalogue, lang)
}

interface Terms {
  readonly leastRoutes?: number | null | undefined
  readonly catalogue: Catalogue
  readonly lang: Lang
}

const earlierRun = reportSchema.pick({ run: true, findings: true }).nullable()

function againstIn(notes: readonly Note[]): Against | null {
  const note = notes.findLast(({ kind }) => kind === 'against')
  const before = earlierRun.safeParse(note?.before)
  if (!note || !before.success) return null
  return {
    before: before.data,
    failOn: note.failOn === 'new' ? 'new' : 'any',
    otherwise: note.otherwise === 'pass' ? 'pass' : 'incomplete',
  }
}

function plannedLeast(notes: readonly Note[]): number | null {
  const least = notes.findLast(({ kind }) => kind === 'contract-plan')?.leastRoutes
  return typeof least === 'number' ? least : null
}
