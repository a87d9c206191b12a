import type { Note } from '../exchange/read-journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { Report } from './report.js'

/** A record of the run's own that clean-up left, or could not find. */
interface LeftRecord {
  /** The route that would have deleted it, or its collection. */
  readonly route: string
  readonly id: string | null
  /** A key below `cleanup.reason.` of the catalogues. */
  readonly reason: string | null
  readonly status: number | null
  readonly mayBe?: readonly string[] | undefined
}

interface LeftNote extends Note {
  readonly kind: 'contract-left'
  readonly mark: string
  readonly left: readonly LeftRecord[]
}

/** The note of what stayed in the account, from which the journal can tell it again; null where nothing did. Identifiers stay readable, because the user may have to delete the records by hand; `mask` takes known secrets out of them. */
export function leftNote(
  cleaned: readonly (LeftRecord & { readonly fate: string })[],
  mark: string,
  mask: (text: string) => string,
): LeftNote | null {
  const left = cleaned
    .filter(({ fate, reason }) => fate === 'left' && reason !== null)
    .map(({ route, id, reason, status, mayBe }) => ({
      route,
      id: id && mask(id),
      reason,
      status,
      ...(mayBe && { mayBe: mayBe.map(mask) }),
    }))
  return left.length === 0 ? null : { kind: 'contract-left', mark, left }
}

/** Why the record is left, in one sentence. */
export function leftSentence(
  { route, reason, status, mayBe = [] }: LeftRecord,
  mark: string,
  { ui }: Catalogue,
  lang: Lang,
): string {
  const said: Readonly<Record<string, string>> = ui
  return fill(said[`cleanup.reason.${reason}`] ?? '', { mark, status, route, mayBe: mayBe.join(', ') }, lang)
}

/** The report with the records that the run of these notes left in the account. */
export function withLeft(report: Report, notes: readonly Note[], catalogue: Catalogue, lang: Lang): Report {
  const told = notes.filter((note): note is LeftNote => note.kind === 'contract-left')
  const left = told.flatMap(({ left, mark }) =>
    left.map((one) => ({ route: one.route, id: one.id, reason: leftSentence(one, mark, catalogue, lang) })),
  )
  return left.length === 0 ? report : { ...report, left }
}

/** Each record as one line. */
export function leftLines({ left = [] }: Pick<Report, 'left'>, { ui }: Pick<Catalogue, 'ui'>, lang: Lang) {
  return left.map((one) => leftLine(one, { ui }, lang))
}

export function leftLine(
  { route, id, reason }: Pick<LeftRecord, 'route' | 'id' | 'reason'>,
  { ui }: Pick<Catalogue, 'ui'>,
  lang: Lang,
): string {
  return fill(ui['cleanup.left'], { route, id, reason }, lang)
}
