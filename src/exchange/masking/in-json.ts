import { atPlace } from './at-place.js'
import { bareIn } from './bare.js'
import type { MaskingContext } from './context.js'
import { placesInText } from './in-text.js'
import { pairsIn } from './json-pairs.js'
import { eachScalar, unescapeJson } from './json-values.js'
import { type Matches, move } from './match.js'
import { matters, type Place, placeOf } from './places.js'

/**
 * Secrets and persons by the names that they stand under in a JSON text, which begins at `at`, and persons that are names
 * themselves.
 */
export function placesInJson(text: string, at: number, context: MaskingContext, matches: Matches): void {
  const mayBeBare = /\d{11}|\\u00[34]/i.test(text)
  const pairs = pairsIn(text, (name, from, end) => {
    const raw = text.slice(from, end)
    atJsonPlace({ place: placeOf(name), name, raw, is: 'string', start: at + from }, context, matches)
  })
  const isSound = eachScalar(text, (key, from, end, is) => {
    if (end === from) return
    pairs(key, from, end, is)
    const start = at + from
    const place = placeOf(key)
    if (matters(place)) {
      const raw = text.slice(from, end)
      if (is !== 'key') atJsonPlace({ place, name: key, raw, is, start }, context, matches)
      else if (place.is === 'document' || place.is === 'phone')
        atJsonPlace({ place, name: key, raw, is: 'string', start }, context, matches)
      return
    }
    if (is === 'number') return
    const inner = text.slice(from, end)
    if (mayBeBare && place.is === 'other' && end - from >= 11) bareIn(inner, start, matches)
    if (MAY_NAME.test(inner)) placesInString(inner, start, context, matches)
  })
  if (!isSound) placesInString(text, at, context, matches)
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
  matches: Matches,
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
function placesInString(inner: string, start: number, context: MaskingContext, matches: Matches): void {
  placesInText(inner, context, {
    push(match) {
      matches.push(move(match, match.start + start, match.end + start))
    },
  })
}
