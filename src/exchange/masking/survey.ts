import { bareInText } from './bare.js'
import { isJson, type MaskingContext } from './context.js'
import { placesInJson } from './in-json.js'
import { placesInPairs } from './in-pairs.js'
import { placesInText, tokensInText } from './in-text.js'
import { type Joined, joinedIn, type Piece } from './joined.js'
import { type Match, move } from './match.js'
import { personalForms } from './personal-data.js'
import { tornAtEnd } from './torn.js'
import { innermost, isBoundary, originOf, type View, type Views, viewsOf } from './views.js'

/** What a text shows by itself, whatever else is known: its levels of encoding, and what of it is secret by place or form. */
export interface Survey {
  readonly text: string
  readonly context: MaskingContext
  readonly views: Views
  readonly matches: readonly Match[]
  /** Readable Base64 and the like, JSON and other texts apart. */
  readonly encoded: readonly EncodedSurvey[]
}

export interface EncodedSurvey {
  readonly pieces: readonly Piece[]
  readonly survey: Survey
}

export function surveyOf(text: string, context: MaskingContext): Survey {
  const views = viewsOf(text, context.cut)
  return {
    text,
    context,
    views,
    matches: text.length < 4 ? [] : matchesIn(text, views, context, [{ from: 0, to: text.length }]),
    encoded: joinedIn(innermost(views)).map((joined) =>
      encodedSurveyOf(joined, context.cut === true && joined.pieces.at(-1)?.end === text.length),
    ),
  }
}

/** Base64 is undone once. */
function encodedSurveyOf({ text, form, pieces }: Joined, cut: boolean): EncodedSurvey {
  const context: MaskingContext = { form, cut }
  const views = viewsOf(text, cut)
  return {
    pieces,
    survey: {
      text,
      context,
      views,
      matches: matchesIn(text, views, context, pieces),
      encoded: [],
    },
  }
}

/** `stretches`: the texts that it consists of. */
function matchesIn(
  text: string,
  views: Views,
  context: MaskingContext,
  stretches: readonly Pick<Piece, 'from' | 'to'>[],
): Match[] {
  const matches: Match[] = []
  const json = isJson(text, context)
  if (json) for (const { from, to } of stretches) placesInJson(text.slice(from, to), from, context, matches)
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
  return { text, context: {}, views: viewsOf(text), matches: [], encoded: [] }
}
