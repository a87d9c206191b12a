import type { Note } from '../exchange/read-journal.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import { say, type Unsaid } from '../words/errors.js'
import { withLeft } from './left-records.js'
import type { Report } from './report.js'
import { withStop, withStops } from './with-stop.js'

/** What is known of a run beside its exchanges. */
interface Beside {
  readonly notes: readonly Note[]
  /** What a reader of the report should know. */
  readonly notices?: readonly Unsaid[]
  /** What was requested, where the last notice leads to it. */
  readonly kinds?: readonly string[]
}

/** The report with what is told beside the exchanges: why a run ended early, what it left in the account, and what a reader should know. */
export function withNotes(
  report: Report,
  { notes, notices = [], kinds = [] }: Beside,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  const stopped = withStop(report, notes, catalogue, lang)
  const told = withLeft(withStops(stopped, notes, catalogue, lang), notes, catalogue, lang)
  const heard = withOff(told, notes)
  if (notices.length === 0) return heard
  return { ...heard, notices: [...notices.map((notice) => say(notice, catalogue, lang)), ...kinds] }
}

/** What the user turned off, the report says nothing of: it is not gone. */
function withOff(report: Report, notes: readonly Note[]): Report {
  const off = notes.findLast(({ kind }) => kind === 'contract-end')?.off
  return Array.isArray(off) ? { ...report, off } : report
}
