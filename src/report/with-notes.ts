import type { Note } from '../exchange/read-journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { say, type Unsaid } from '../words/errors.js'
import { withLeft } from './left-records.js'
import type { Report } from './report.js'
import { withAgainst } from './with-against.js'
import { withClient } from './with-client.js'
import { withStop, withStops } from './with-stop.js'

/** Facts about a run in addition to its exchanges. */
interface Beside {
  readonly notes: readonly Note[]
  readonly notices?: readonly Unsaid[]
  /** Kinds of requests, if the last notice introduces them. */
  readonly kinds?: readonly string[]
  /** Fewer routes exercised than this is incomplete. Default: as the run was planned. */
  readonly leastRoutes?: number | null | undefined
}

/** Adds to the report what it was compared with, why a run ended early, what it left in the account, and notices for the reader. */
export function withNotes(
  report: Report,
  { notes, notices = [], kinds = [], leastRoutes }: Beside,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  const wasKilled = notices.some(({ key }) => key === 'judge.without-end')
  const kept = wasKilled ? [...notes, { kind: 'stopped', code: 'killed' }] : notes
  const compared = withAgainst(withOff(report, notes), notes, { leastRoutes, catalogue, lang })
  const stopped = withStop(compared, kept, catalogue, lang)
  const ended = withClient(withStops(stopped, kept, catalogue, lang), notes, catalogue, lang)
  const told = withLeft(ended, notes, catalogue, lang)
  const heard = withIdle(told, notes, catalogue, lang)
  if (notices.length === 0) return heard
  return { ...heard, notices: [...notices.map((notice) => say(notice, catalogue, lang)), ...kinds] }
}

/** A pass in spite of a planted fault proves nothing if the fault never took place. */
function withIdle(report: Report, notes: readonly Note[], catalogue: Catalogue, lang: Lang): Report {
  const [idle] = idleFaults(notes, catalogue, lang)
  if (report.verdict !== 'pass' || idle === undefined) return report
  return { ...report, verdict: 'incomplete', cause: idle }
}

/** A sentence for each planted fault that never took place. */
export function idleFaults(notes: readonly Note[], { ui }: Catalogue, lang: Lang): string[] {
  return notes
    .filter(({ kind }) => kind === 'idle-fault')
    .map(({ name, breaks }) =>
      fill(ui['run.fault.idle'], { name: String(name), breaks: String(breaks) }, lang),
    )
}

/** Requirements that the user turned off are listed, so that their findings do not look fixed. */
function withOff(report: Report, notes: readonly Note[]): Report {
  const off = notes.findLast(({ kind }) => kind === 'contract-end')?.off
  return Array.isArray(off) ? { ...report, off } : report
}
