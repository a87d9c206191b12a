import { isJson } from './context.js'
import { encodeAs } from './encoded.js'
import type { KnownValues } from './known-values.js'
import { type LabelOf, labelSpans, type Match, replaceMatches } from './match.js'
import { keepNumbers } from './numbers.js'
import type { EncodedSurvey, Survey } from './survey.js'

/** The text of a survey with labels for what it shows and for what is known by now. */
export function rewrite(survey: Survey, known: KnownValues, labelOf: LabelOf): string {
  const write = (text: string, { context }: Survey, found: Match[]): string => {
    const matches = known.hasDigits && isJson(text, context) ? keepNumbers(text, found, known) : found
    return replaceMatches(text, matches, labelSpans(text), labelOf)
  }
  const matches = matchesOf(survey, known)
  for (const encoded of survey.encoded) rewritePieces(survey.text, encoded, { known, matches, write })
  return write(survey.text, survey, matches)
}

function matchesOf(survey: Survey, known: KnownValues): Match[] {
  return known.find(survey).concat(survey.matches)
}

interface Rewriting {
  readonly known: KnownValues
  readonly matches: Match[]
  readonly write: (text: string, survey: Survey, found: Match[]) => string
}

/** Each encoded piece that holds something is a match of the text, with the piece written anew in its place. */
function rewritePieces(
  text: string,
  { pieces, survey }: EncodedSurvey,
  { known, matches, write }: Rewriting,
): void {
  const inner = matchesOf(survey, known).sort((a, b) => a.start - b.start)
  let next = 0
  for (const { start, end, as, from, to } of pieces) {
    const own: Match[] = []
    for (; (inner[next]?.start ?? to) < to; next++) {
      const match = inner[next]
      if (match && match.start >= from && match.end <= to)
        own.push({ ...match, start: match.start - from, end: match.end - from })
    }
    if (own.length === 0) continue
    const plain = survey.text.slice(from, to)
    const masked = write(plain, survey, own)
    if (masked === plain) continue
    const replacement = encodeAs(as, masked)
    matches.push({ start, end, kind: 'secret', value: text.slice(start, end), reason: 'form', replacement })
  }
}
