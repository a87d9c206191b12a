import type { RenewalEvidence, RenewalFlaw } from '../client/tokens.js'
import type { Note } from '../exchange/journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { StopReason } from './run-event.js'

/** Why the run ended early, in one sentence. It may hold what a token command wrote: mask it before it is shown. */
export function stopSentence(reason: StopReason, { ui }: Catalogue, lang: Lang): string {
  const sentence = ui[`run.stopped.${reason.code}`]
  switch (reason.code) {
    case 'no-token':
    case 'renewal-failed':
      return fill(sentence, { why: renewalWords(reason.flaw, reason.evidence, ui, lang) }, lang)
    case 'no-answer':
      return fill(sentence, { step: reason.step, why: ui[`run.failure.${reason.failure}`] }, lang)
    case 'hold-too-long':
      return fill(sentence, { step: reason.step, seconds: Math.ceil(reason.holdMs / 1000) }, lang)
    case 'missing-capture':
      return fill(sentence, { step: reason.step, captures: reason.captures.join(', ') }, lang)
    case 'interrupted':
      return sentence
    default:
      return fill(sentence, { ...reason }, lang)
  }
}

/** The note of a run's end, from which the journal can tell the reason again. What a token command wrote is left out. */
export function stopNote(reason: StopReason, mask: (text: string) => string): Note {
  if (!('evidence' in reason)) return { kind: 'stopped', code: reason.code }
  const { code, flaw } = reason
  const { stderr: _, error, ...evidence } = reason.evidence
  return { kind: 'stopped', code, flaw, evidence: { ...evidence, ...(error && { error: mask(error) }) } }
}

/** A report without a verdict that names no cause: where its run had no token to go on with, that is it. */
export function withStop<R extends { readonly verdict: string; readonly cause: string | null }>(
  report: R,
  notes: readonly Note[],
  catalogue: Catalogue,
  lang: Lang,
): R {
  if (report.verdict !== 'incomplete' || report.cause !== null) return report
  return { ...report, cause: tokenlessSentence(notes, catalogue, lang) }
}

/** Why the run of these notes had no token to go on with, which need not show in any exchange; null where that did not end it. */
export function tokenlessSentence(notes: readonly Note[], catalogue: Catalogue, lang: Lang): string | null {
  const { code, flaw, evidence } = notes.findLast(({ kind }) => kind === 'stopped') ?? { kind: 'none' }
  if (code !== 'no-token' && code !== 'renewal-failed') return null
  if (!Object.hasOwn(catalogue.ui, `run.renewal.${flaw}`)) return null
  return stopSentence(
    { code, flaw: flaw as RenewalFlaw, evidence: { ...(evidence as object) } },
    catalogue,
    lang,
  )
}

function renewalWords(flaw: RenewalFlaw, evidence: RenewalEvidence, ui: Catalogue['ui'], lang: Lang): string {
  const { status = null, error = null, failure = null, exit = null, since = null, stderr = '' } = evidence
  const words = fill(ui[`run.renewal.${flaw}`], { status, error, exit, since }, lang)
  const more = failure === null ? stderr.trim() : ui[`run.failure.${failure}`]
  return more === '' ? words : `${words}: ${more}`
}
