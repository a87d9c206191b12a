import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { toCurl } from '../../exchange/curl.js'
import type { Exchange } from '../../exchange/exchange.js'
import { type Journal, journalOf, openJournal, type RunHeader } from '../../exchange/journal.js'
import type { ReportFinding } from '../../report/report.js'

/** How the tests of `homologa/vitest` and the reporter `homologa/vitest/reporter` work together: by journals in a folder. */

/** The reporter provides this to the workers of vitest. */
export interface Reporting {
  /** Tests leave the journals of their runs here, in a folder for each command. */
  readonly folder: string
  /** Tags that the configuration of vitest declares. Versions before 4.1 have no tags. */
  readonly tags: readonly string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined if the reporter is not used. */
    homologa: Reporting | undefined
  }
}

/** The command that repeats the tests of a run. */
export const REPEAT_COMMAND = 'npx vitest run'

export type RunJournal = Pick<Journal, 'append' | 'note' | 'close'>
/** Opens the journal of a run. */
export type OpenRunJournal = (header: RunHeader) => RunJournal

/** Opens a journal that keeps nothing, for runs without a reporter. */
export const openNoJournal: OpenRunJournal = () => ({ append() {}, note() {}, close: async () => {} })

/** Returns the function that opens a journal for the reporter, if there is one. A retried test passes the same `name`, so it replaces its run. */
export function journalOpenerFor(
  reporting: Reporting | undefined,
  name = randomBytes(4).toString('hex'),
): OpenRunJournal {
  if (reporting === undefined) return openNoJournal
  return (header) => openJournal(journalOf(join(reporting.folder, header.command, name)), header)
}

/** vitest's `context.annotate`, which came with version 3.2. */
type Annotate = ((message: string, type: string) => Promise<unknown>) | undefined

/** Annotates a test with the fix of a finding, and with the request that shows it as cURL. */
export async function annotateWith(
  annotate: Annotate,
  finding: ReportFinding | undefined,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (!annotate || !finding) return
  await annotate(finding.hint, 'fix')
  const exchange = exchanges.find(({ id }) => id === finding.exchange)
  if (exchange) await annotate(toCurl(exchange), 'curl')
}
