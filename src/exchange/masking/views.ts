import { type Bends, inwards, outwards } from './bends.js'
import { decodeLevel } from './decode-level.js'

/**
 * A text as a reader would see it after undoing one more level of encoding, with the way back. Most of a text is encoded nowhere,
 * so the way back is kept as the places where it bends: memory goes with the escape sequences, not with the text.
 */
export interface View {
  readonly text: string
  /** The level above, which this one decodes; null: the original itself. */
  readonly outer: View | null
  readonly bends: Bends | null
}

/** Doubly encoded texts exist (a URL in a query, JSON in a JSON string); more than three levels nobody writes. */
const MAX_LEVELS = 3

const SPECIAL = /[\\%&]/

/**
 * The text itself, then each further level of percent, JSON and HTML decoding that changes it. Of a text that was `cut`, these levels end
 * before an escape sequence that the cut left in parts.
 */
export function viewsOf(text: string, cut = false): Views {
  const views: Views = [{ text, outer: null, bends: null }]
  for (let level = 0; level < MAX_LEVELS; level++) {
    const last = innermost(views)
    const next = SPECIAL.test(last.text) ? decodeLevel(last.text, cut) : null
    if (next === null) break
    views.push({ text: next.text, outer: last, bends: next.bends })
  }
  return views
}

/** The text itself, and what it turns out to be, level by level. */
export type Views = [View, ...View[]]

/** The level that decodes the most. */
export function innermost(views: Views): View {
  return views[views.length - 1] ?? views[0]
}

/** Where an offset of the view lies in the original text. */
export function originOf(view: View, offset: number): number {
  let at = offset
  for (let level = view; level.outer && level.bends; level = level.outer) at = outwards(level.bends, at)
  return at
}

/** Whether an offset of the original lies between two characters of the view, and not inside an escape sequence. */
export function isBoundary(view: View, offset: number): boolean {
  return offsetIn(view, offset) >= 0
}

function offsetIn({ outer, bends }: View, offset: number): number {
  if (!outer || !bends) return offset
  const at = offsetIn(outer, offset)
  return at < 0 ? -1 : inwards(bends, at)
}
