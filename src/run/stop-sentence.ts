import type { Note } from '../exchange/journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { renewalWords } from '../words/renewal-words.js'
import type { StopReason } from './run-event.js'

/** Says in one sentence why a run ended early. The sentence may contain output of a token command: mask it before use. */
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
    case 'not-permitted':
      return fill(sentence, { step: reason.step, because: ui[`contract.reason.${reason.because}`] }, lang)
    case 'interrupted':
      return sentence
    default:
      return fill(sentence, { ...reason }, lang)
  }
}

/** Returns the note for the journal that says why a run ended early. Output of a token command is left out. */
export function stopNote(reason: StopReason, mask: (text: string) => string): Note {
  const note = { kind: 'stopped', code: reason.code }
  if (!('evidence' in reason)) return note
  const { stderr: _, error, ...evidence } = reason.evidence
  return { ...note, flaw: reason.flaw, evidence: { ...evidence, ...(error && { error: mask(error) }) } }
}
