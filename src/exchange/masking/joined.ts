import { type Encoding, eachEncoded } from './encoded.js'
import { looksLikeJson } from './json-values.js'
import type { View } from './views.js'

/** What a text holds in Base64 and the like, as one text: thousands of words are read as quickly as a page of them. */
export interface Joined {
  readonly text: string
  readonly form: 'json' | 'text'
  readonly pieces: readonly Piece[]
}

/** An encoded stretch: where it stands, and where that which it encodes stands in the joined text. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly as: Encoding
  readonly from: number
  readonly to: number
}

/** Nothing that is looked for goes beyond it: it is no value, no part of a word, and too long to stand between a word and its number. */
const BETWEEN = '\n<<\n'

/** A text without any of these holds neither a person nor a name with its value; known values are found from outside. */
const MAY_HOLD = /[@=:<%&\\]|\d\d[\d.-]*\d\d|-\d\d|eyJ|bearer|basic/i

/** JSON and other texts apart. */
export function joinedIn(view: View): Joined[] {
  const forms = { json: createJoined(), text: createJoined() }
  eachEncoded(view, (start, end, as, text) => {
    if (!MAY_HOLD.test(text)) return
    const { parts, pieces } = forms[looksLikeJson(text) ? 'json' : 'text']
    const from = (pieces[pieces.length - 1]?.to ?? -BETWEEN.length) + BETWEEN.length
    parts.push(text)
    pieces.push({ start, end, as, from, to: from + text.length })
  })
  return (['json', 'text'] as const).flatMap((form) => {
    const { parts, pieces } = forms[form]
    return pieces.length === 0 ? [] : [{ form, pieces, text: parts.join(BETWEEN) }]
  })
}

function createJoined() {
  return { parts: [] as string[], pieces: [] as Piece[] }
}
