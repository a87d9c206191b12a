import type { SecretKind } from './labels.js'

/** A stretch of a text that must not be kept. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
  /** The decoded value, so that every spelling gets the same label. */
  readonly value: string
  /** Set if its name showed it, so that it is masked everywhere from now on. */
  readonly isNamed?: boolean
  /** Stands there afterwards, in place of a label. */
  readonly replacement?: string
}

/** The text with labels in place of the matches. Of those that overlap, the longest gives the label for all. */
export function replaceMatches(
  text: string,
  matches: readonly Match[],
  labelOf: (kind: SecretKind, value: string) => string,
): string {
  if (matches.length === 0) return text
  const sorted = matches.toSorted((a, b) => a.start - b.start)
  let masked = ''
  let kept = 0
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Match
    let [best, end] = [first, first.end]
    for (i++; i < sorted.length && (sorted[i] as Match).start < end; i++) {
      const match = sorted[i] as Match
      if (match.end - match.start > best.end - best.start) best = match
      end = Math.max(end, match.end)
    }
    masked += text.slice(kept, first.start) + (best.replacement ?? labelOf(best.kind, best.value))
    kept = end
  }
  return masked + text.slice(kept)
}
