import type { Note } from '../exchange/read-journal.js'
import { fill } from '../words/catalogue.js'
import type { Words } from './look.js'
import type { Report } from './report.js'

/** A record that the run created and that clean-up left in the account, or could not find. */
interface LeftRecord {
  /** The route that would have deleted it, or its collection. */
  readonly route: string
  readonly id: string | null
  /** A key below `cleanup.reason.` of the catalogues. */
  readonly reason: string | null
  /** Status of the response to the attempt to delete it. */
  readonly status: number | null
  /** Identifiers of records that may be this one, if its own identifier is unknown. */
  readonly mayBe?: readonly string[] | undefined
}

interface LeftNote extends Note {
  readonly kind: 'contract-left'
  readonly mark: string
  readonly left: readonly LeftRecord[]
}

/**
 * The note for the journal about records that stayed in the account; null if none did. Identifiers stay readable,
 * because the user may have to delete the records by hand; `mask` takes known secrets out of them.
 */
export function leftNote(
  cleaned: readonly (LeftRecord & { readonly fate: string })[],
  mark: string,
  mask: (text: string) => string,
): LeftNote | null {
  const left = cleaned
    .filter(({ fate }) => fate === 'left')
    .map(({ route, id, reason, status, mayBe }) => ({
      route,
      id: id && mask(id),
      reason,
      status,
      ...(mayBe && { mayBe: mayBe.map(mask) }),
    }))
  return left.length === 0 ? null : { kind: 'contract-left', mark, left }
}

/** Why the record was left, in one sentence. `mark` is the text by which the run recognises its own records. */
export function leftSentence(
  { route, reason, status, mayBe = [] }: LeftRecord,
  mark: string,
  { catalogue, lang }: Words,
): string {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  return fill(ui[`cleanup.reason.${reason}`] ?? '', { mark, status, route, mayBe: mayBe.join(', ') }, lang)
}

/** Adds the records that the run left in the account, from the notes of its journal. */
export function withLeft(report: Report, notes: readonly Note[], words: Words): Report {
  const leftNotes = notes.filter((note): note is LeftNote => note.kind === 'contract-left')
  const left = leftNotes.flatMap(({ left: records, mark }) =>
    records.map((record) => ({
      route: record.route,
      id: record.id,
      reason: leftSentence(record, mark, words),
    })),
  )
  return left.length === 0 ? report : { ...report, left }
}
