import { atPlace } from './at-place.js'
import { bareIn } from './bare.js'
import type { MaskingContext } from './context.js'
import { placesInText } from './in-text.js'
import { eachScalar, unescapeJson } from './json-values.js'
import { type Match, move } from './match.js'
import { type Place, placeOf } from './places.js'

/**
 * Secrets and persons by the names that they stand under in a JSON text, which begins at `at`, and persons that are names
 * themselves.
 */
export function placesInJson(text: string, at: number, context: MaskingContext, matches: Match[]): void {
  const mayBeBare = /\d{11}|\\u00[34]/i.test(text)
  eachScalar(text, (name, from, end, is) => {
    if (end === from) return
    const start = at + from
    const place = placeOf(name)
    const isPlain = place.is === 'other' || place.is === 'identifier'
    if (!isPlain) {
      if (is !== 'key') atJsonPlace({ place, name, raw: text.slice(from, end), is, start }, context, matches)
      else if (place.is === 'document' || place.is === 'phone')
        atJsonPlace({ place, name, raw: text.slice(from, end), is: 'string', start }, context, matches)
      return
    }
    if (is === 'number' || end - from < 8) return
    const inner = text.slice(from, end)
    if (mayBeBare && place.is === 'other' && end - from >= 11) bareIn(inner, start, matches)
    if (is === 'string' && MAY_NAME.test(inner)) placesInString(inner, start, context, matches)
  })
}

/** A value under a name that matters, as it is written. */
interface JsonValue {
  readonly place: Place
  readonly name: string
  readonly raw: string
  readonly is: 'string' | 'number'
  readonly start: number
}

function atJsonPlace(
  { place, name, raw, is, start }: JsonValue,
  context: MaskingContext,
  matches: Match[],
): void {
  const quoted = is === 'number'
  if (quoted && raw.length < 2) return
  const value = quoted ? raw : unescapeJson(raw)
  const end = start + raw.length
  for (const match of atPlace(place, name, value, context)) {
    const length = match.end - match.start
    matches.push(move(match, length === value.length ? start : end - length, end))
    if (!quoted) continue
    match.quoted = true
    // a number cannot be sent as a token; its label is a text and must not hide that
    if (match.kind === 'access_token') match.kind = 'unusable_token'
  }
}

/** A string without any of these names nothing and holds no address and no element. */
const MAY_NAME = /[=:<]/

/** A string under a harmless name may hold a sentence, an address, another text. */
function placesInString(inner: string, start: number, context: MaskingContext, matches: Match[]): void {
  const found: Match[] = []
  placesInText(inner, context, found)
  for (const match of found) matches.push(move(match, match.start + start, match.end + start))
}
