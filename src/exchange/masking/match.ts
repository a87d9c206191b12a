import { LABEL_PATTERN, type SecretKind } from './places.js'

/** A stretch of a text that must not be kept. */
export interface Match {
  // moved in place on its way to the text itself: there may be hundred thousands of them
  start: number
  end: number
  kind: SecretKind
  /** The value it stands for, decoded, so that every spelling gets one label. */
  readonly value: string
  readonly reason: 'known' | 'place' | 'form'
  /** A JSON number becomes a string. */
  quoted?: boolean | undefined
  /** What stands there afterwards, where that is no label. */
  readonly replacement?: string | undefined
  /** Characters of the value's own stretch, where others that it overlaps were joined to it. */
  readonly ownLength?: number
}

/** Takes matches as they are found; a list does, too. */
export interface Matches {
  push(match: Match): void
}

export type LabelOf = (kind: SecretKind, value: string) => string
export type Span = readonly [start: number, end: number]

export function move(match: Match, start: number, end: number): Match {
  match.start = start
  match.end = end
  return match
}

/** The text with a label at each match; `matches` are put in order. */
export function replaceMatches(
  text: string,
  matches: Match[],
  labels: readonly Span[],
  labelOf: LabelOf,
): string {
  if (matches.length === 0) return text
  const parts: string[] = []
  let kept = 0
  for (const match of mergeMatches(matches, labels)) {
    const label = match.replacement ?? labelOf(match.kind, match.value)
    parts.push(text.slice(kept, match.start), match.quoted ? `"${label}"` : label)
    kept = match.end
  }
  parts.push(text.slice(kept))
  return parts.join('')
}

/** Overlapping matches become one stretch, named for the longest; of equals, for the one known best. What lies in a label is none. */
function mergeMatches(matches: Match[], labels: readonly Span[]): Match[] {
  const sorted = matches.sort((a, b) => a.start - b.start)
  const isLabel = labelTeller(labels)
  const merged: Match[] = []
  for (const match of sorted) {
    if (isLabel(match)) continue
    const last = merged[merged.length - 1]
    if (last && match.start < last.end) merged[merged.length - 1] = joined(last, match)
    else merged.push(match)
  }
  return merged
}

/** Two matches that overlap as one. */
export function joined(a: Match, b: Match): Match {
  const best = better(a, b)
  if (best.start <= a.start && best.start <= b.start && best.end >= a.end && best.end >= b.end) return best
  // field by field: of half a million, copies cost more than all else
  const { kind, value, reason, quoted, replacement } = best
  const start = Math.min(a.start, b.start)
  const end = Math.max(a.end, b.end)
  return { start, end, kind, value, reason, quoted, replacement, ownLength: lengthOf(best) }
}

const RANK = { known: 2, place: 1, form: 0 } as const

function better(a: Match, b: Match): Match {
  const longer = lengthOf(b) - lengthOf(a)
  if (longer !== 0) return longer > 0 ? b : a
  if (a.quoted !== b.quoted) return a.quoted ? a : b
  return RANK[b.reason] > RANK[a.reason] ? b : a
}

function lengthOf({ start, end, ownLength }: Match): number {
  return ownLength ?? end - start
}

/** Tells, of matches in their order, whether one overlaps a label that is at least as long. */
function labelTeller(labels: readonly Span[]): (match: Match) => boolean {
  let first = 0
  return ({ start, end }) => {
    while ((labels[first]?.[1] ?? Number.POSITIVE_INFINITY) <= start) first++
    for (let i = first; i < labels.length; i++) {
      const [from, to] = labels[i] as Span
      if (from >= end) return false
      if (end - start <= to - from) return true
      if (end - start > LONGEST_LABEL) return false
    }
    return false
  }
}

const LONGEST_LABEL = 64

/** Where labels stand in a text already: it was masked before. */
export function labelSpans(text: string): Span[] {
  const spans: Span[] = []
  if (!text.includes('#') && !text.includes('%23')) return spans
  for (const match of text.matchAll(LABEL_PATTERN)) spans.push([match.index, match.index + match[0].length])
  return spans
}
