import { bareInText } from './bare.js'
import { isJson, type MaskingContext } from './context.js'
import { placesInJson } from './in-json.js'
import { placesInPairs } from './in-pairs.js'
import { placesInText, tokensInText } from './in-text.js'
import { type Joined, joinedIn, type Piece } from './joined.js'
import { type Strings, stringEndAround, stringsIn } from './json-values.js'
import { type Match, type Matches, move } from './match.js'
import { personalForms } from './personal-data.js'
import { type Gathered, gatherInto } from './repeats.js'
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
  context.between?.()
  return {
    text,
    context,
    views,
    matches: matchesIn(text, views, context, [{ from: 0, to: text.length }]),
    encoded: joinedIn(innermost(views)).map((joined) =>
      encodedSurveyOf(joined, {
        form: joined.form,
        cut: context.cut === true && joined.pieces.at(-1)?.end === text.length,
        ...(context.between && { between: context.between }),
      }),
    ),
  }
}

/** Base64 is undone once. */
function encodedSurveyOf({ text, pieces }: Joined, context: MaskingContext): EncodedSurvey {
  const views = viewsOf(text, context.cut)
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
  const named = gatherInto(matches, views.length)
  const shown = gatherInto(matches, views.length)
  for (const match of matches.splice(0)) named.add(match)
  let strings: Strings | null = null

  for (const [level, view] of views.entries()) {
    context.between?.()
    const take = (match: Match, into: Gathered) => {
      const start = originOf(view, match.start)
      let end = originOf(view, match.end)
      if (json && into === named) {
        // a quote that was none in JSON opened or closed it
        strings ??= stringsIn(text, stretches)
        end = Math.min(stringEndAround(strings, start), end)
      }
      if (end > start && isWhole(views, level, start, end)) into.add(move(match, start, end))
    }
    if (level > 0 || !json) placesInText(view.text, context, { push: (match) => take(match, named) })
    const isLast = level === views.length - 1
    const bare = isLast && !json && context.bare !== false && context.form !== 'form'
    shownIn(view, context.cut === true, bare, { push: (match) => take(match, shown) })
    named.turn()
    shown.turn()
  }
  return matches
}

/** What shows by itself what it is. */
function shownIn({ text }: View, cut: boolean, bare: boolean, found: Matches): void {
  tokensInText(text, found)
  for (const { kind, start, end } of personalForms(text)) {
    found.push({ start, end, kind, value: text.slice(start, end), reason: 'form' })
  }
  if (cut) tornAtEnd(text, found)
  if (bare) bareInText(text, found)
}

/** Whether the stretch cuts no escape sequence of a deeper level in two; where it does, that level finds it better. */
function isWhole(views: readonly View[], level: number, start: number, end: number): boolean {
  for (let i = level + 1; i < views.length; i++) {
    const view = views[i] as View
    if (!isBoundary(view, start) || !isBoundary(view, end)) return false
  }
  return true
}

/** The last offset up to `start` that cuts no escape sequence in two. */
export function snapStart(views: readonly View[], start: number): number {
  let at = start
  for (const view of views) while (at > 0 && !isBoundary(view, at)) at--
  return at
}

/** The first offset from `end` on that cuts no escape sequence in two. */
export function snapEnd(views: Views, end: number): number {
  let at = end
  for (const view of views) while (at < views[0].text.length && !isBoundary(view, at)) at++
  return at
}

/** A survey for known values alone. */
export function knownSurveyOf(text: string): Survey {
  return { text, context: {}, views: viewsOf(text), matches: [], encoded: [] }
}
