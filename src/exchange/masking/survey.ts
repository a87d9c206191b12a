import { bareInText } from './bare.js'
import { isJson, type MaskingContext } from './context.js'
import { type Encoded, encodedIn } from './encoded.js'
import { placesInJson } from './in-json.js'
import { placesInPairs } from './in-pairs.js'
import { placesInText, tokensInText } from './in-text.js'
import { labelSpans, type Match, move, type Span } from './match.js'
import { personalForms } from './personal-data.js'
import { tornAtEnd } from './torn.js'
import { innermost, isBoundary, originOf, type View, type Views, viewsOf } from './views.js'

/** What a text shows by itself, whatever else is known: its levels of encoding, and what of it is secret by place or form. */
export interface Survey {
  readonly text: string
  readonly context: MaskingContext
  readonly views: Views
  readonly matches: readonly Match[]
  /** Labels that stand in it: it was masked before. */
  readonly labels: readonly Span[]
  /** Readable Base64 and the like; each a text of its own. */
  readonly encoded: readonly { readonly where: Encoded; readonly survey: Survey }[]
}

/** `depth`: how often Base64 was undone to see this text; it is undone once. */
export function surveyOf(text: string, context: MaskingContext, depth = 0): Survey {
  const views = viewsOf(text, context.cut)
  const matches = text.length < 4 ? [] : matchesIn(text, views, context)
  const encoded =
    depth === 0 ? encodedIn(innermost(views)).filter(({ text: inner }) => MAY_HOLD.test(inner)) : []
  return {
    text,
    context,
    views,
    matches,
    labels: labelSpans(text),
    encoded: encoded.map((where) => ({ where, survey: surveyOf(where.text, {}, depth + 1) })),
  }
}

/** A text without any of these holds neither a person nor a name with its value; known values are found from outside. */
const MAY_HOLD = /[@=:<%&\\]|\d\d[\d.-]*\d\d|-\d\d|eyJ|bearer|basic/i

function matchesIn(text: string, views: readonly View[], context: MaskingContext): Match[] {
  const matches: Match[] = []
  const json = isJson(text, context)
  if (json) placesInJson(text, context, matches)
  else if (context.form === 'form') placesInPairs(text, context, matches)

  for (const [level, view] of views.entries()) {
    const found: Match[] = []
    if (!(json && level === 0)) placesInText(view.text, context, found)
    tokensInText(view.text, found)
    for (const { kind, start, end } of personalForms(view.text)) {
      found.push({ kind, start, end, value: view.text.slice(start, end), reason: 'form' })
    }
    if (context.cut) tornAtEnd(view.text, found)
    const isLast = level === views.length - 1
    if (isLast && !json && context.bare !== false && context.form !== 'form') bareInText(view.text, found)
    for (const match of found) {
      const [start, end] = view.outer ? originOf(view, match.start, match.end) : [match.start, match.end]
      if (isWhole(views, level, start, end)) matches.push(move(match, start, end))
    }
  }
  return matches
}

/** Whether the stretch cuts no escape sequence of a deeper level in two; where it does, that level finds it better. */
function isWhole(views: readonly View[], level: number, start: number, end: number): boolean {
  for (let i = level + 1; i < views.length; i++) {
    const view = views[i] as View
    if (!isBoundary(view, start) || !isBoundary(view, end)) return false
  }
  return true
}

/** The smallest stretch around a known value that cuts no escape sequence in two. */
export function snap(views: readonly View[], start: number, end: number): [start: number, end: number] {
  let from = start
  let to = end
  for (const view of views) {
    while (from > 0 && !isBoundary(view, from)) from--
    while (to < (views[0]?.text.length ?? 0) && !isBoundary(view, to)) to++
  }
  return [from, to]
}

/** A survey for known values alone. */
export function knownSurveyOf(text: string): Survey {
  return { text, context: {}, views: viewsOf(text), matches: [], labels: labelSpans(text), encoded: [] }
}
