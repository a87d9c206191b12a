import type { RenewalEvidence, RenewalFlaw } from '../client/tokens.js'
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

function renewalWords(flaw: RenewalFlaw, evidence: RenewalEvidence, ui: Catalogue['ui'], lang: Lang): string {
  const { status = null, error = null, failure = null, exit = null, since = null, stderr = '' } = evidence
  const values = { status, error, exit, since, stderr: stderr.trim() || null }
  const words = fill(ui[`run.renewal.${flaw}`], values, lang)
  return failure === null ? words : `${words}: ${ui[`run.failure.${failure}`]}`
}
