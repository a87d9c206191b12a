import { atPlace } from './at-place.js'
import { bareIn } from './bare.js'
import type { MaskingContext } from './context.js'
import { type Matches, move } from './match.js'
import { placeOf } from './places.js'

/** Secrets by their names in `name=value` pairs: forms and queries. */
export function placesInPairs(text: string, context: MaskingContext, matches: Matches): void {
  const codes = context.codes === true || /(?:^|&)grant_type=/.test(text)
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start)
    const pair = text.slice(start, end)
    const equals = pair.indexOf('=')
    if (equals >= 0) pairAt({ pair, equals, at: start }, { ...context, codes }, matches)
    start = end + 1
  }
}

function endOf(text: string, from: number): number {
  const end = text.indexOf('&', from)
  return end < 0 ? text.length : end
}

interface Pair {
  readonly pair: string
  /** Where its sign stands in it. */
  readonly equals: number
  /** Where it stands in the text. */
  readonly at: number
}

function pairAt({ pair, equals, at }: Pair, context: MaskingContext, matches: Matches): void {
  const name = decodePair(pair.slice(0, equals))
  const value = decodePair(pair.slice(equals + 1))
  const place = placeOf(name)
  const start = at + equals + 1
  const end = at + pair.length
  for (const match of atPlace(place, name, value, context)) matches.push(move(match, start, end))
  if (place.is === 'other') bareIn(pair.slice(equals + 1), start, matches)
}

/** The text that a part of a form stands for; as written, where it is none. */
export function decodePair(text: string): string {
  if (!text.includes('+') && !text.includes('%')) return text
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
