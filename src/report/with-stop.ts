import type { Note } from '../exchange/read-journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { renewalWords, type TokenlessFlaw } from '../words/renewal-words.js'
import type { Report } from './report.js'

/**
 * A report without a verdict that names no cause: where its run was interrupted, or had no token to go on with, that is it; else what
 * kept back the first step that was not reached, where others were.
 */
export function withStop<R extends Pick<Report, 'verdict' | 'cause' | 'steps'>>(
  report: R,
  notes: readonly Note[],
  catalogue: Catalogue,
  lang: Lang,
): R {
  if (report.verdict !== 'incomplete' || report.cause !== null) return report
  const from = notes.find(({ kind, code }) => kind === 'stopped' && isFromOutside(code))
  const stop = from ? reasonOf(from, catalogue, lang) : tokenlessSentence(notes, catalogue, lang)
  return { ...report, cause: stop ?? firstUnreached(report) }
}

/** Adds why a contract run ended early, because a run that fails may not have come to its end either. */
export function withStops(report: Report, notes: readonly Note[], catalogue: Catalogue, lang: Lang): Report {
  const isContract = report.run.command === 'contract' || notes.some(({ kind }) => kind === 'contract-plan')
  if (!isContract) return report
  const stops = notes
    .filter(({ kind }) => kind === 'stopped')
    .map((note) => ({ reason: reasonOf(note, catalogue, lang) }))
  return stops.length === 0 ? report : { ...report, stops }
}

function reasonOf(note: Note, catalogue: Catalogue, lang: Lang): string {
  if (isFromOutside(note.code)) return catalogue.ui[`run.stopped.${note.code}`]
  return sentenceOf(note, catalogue, lang) ?? catalogue.ui['run.stopped.otherwise']
}

/** Whether somebody ended the run; `killed`: without a moment to note it. */
function isFromOutside(code: unknown): code is 'interrupted' | 'killed' {
  return code === 'interrupted' || code === 'killed'
}

function firstUnreached({ steps }: Pick<Report, 'steps'>): string | null {
  if (!steps.some(({ verdict }) => verdict === 'pass')) return null
  const first = steps.find(({ verdict }) => verdict === 'not-reached')
  return first?.reason ? `${first.id}: ${first.reason}` : null
}

/** Why the run of these notes had no token to go on with, which need not show in any exchange; null where that did not end it. */
export function tokenlessSentence(notes: readonly Note[], catalogue: Catalogue, lang: Lang): string | null {
  const stop = notes.findLast(({ kind }) => kind === 'stopped')
  return stop ? sentenceOf(stop, catalogue, lang) : null
}

function sentenceOf({ code, flaw, evidence }: Note, { ui }: Catalogue, lang: Lang): string | null {
  if (code !== 'no-token' && code !== 'renewal-failed') return null
  if (!Object.hasOwn(ui, `run.renewal.${flaw}`)) return null
  const why = renewalWords(flaw as TokenlessFlaw, { ...(evidence as object) }, ui, lang)
  return fill(ui[`run.stopped.${code}`], { why }, lang)
}

/** Each reason why the run, or a part of it, ended early; once. */
export function stopLines({ stops = [] }: Pick<Report, 'stops'>): string[] {
  return [...new Set(stops.map(({ reason }) => reason))]
}
