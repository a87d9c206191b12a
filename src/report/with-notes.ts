import type { Note } from '../exchange/read-journal.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import { withLeft } from './left-records.js'
import type { Report } from './report.js'
import { withStop, withStops } from './with-stop.js'

/** The report with what the journal's notes tell beside the exchanges: why a run ended early, and what it left in the account. */
export function withNotes(report: Report, notes: readonly Note[], catalogue: Catalogue, lang: Lang): Report {
  const stopped = withStop(report, notes, catalogue, lang)
  return withLeft(withStops(stopped, notes, catalogue, lang), notes, catalogue, lang)
}
