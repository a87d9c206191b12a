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
const MAY_HOLD = /[@=:<%&\\]|\d\d[\d. +-]*\d\d|-\d\d|eyJ|bearer|basic/i

interface Parts {
  readonly texts: string[]
  readonly pieces: Piece[]
}

/** JSON and other texts apart. */
export function joinedIn(view: View): Joined[] {
  const forms = new Map<Joined['form'], Parts>()
  eachEncoded(view, (start, end, as, text) => {
    if (!MAY_HOLD.test(text)) return
    const form = looksLikeJson(text) ? 'json' : 'text'
    const { texts, pieces } = forms.get(form) ?? { texts: [], pieces: [] }
    if (pieces.length === 0) forms.set(form, { texts, pieces })
    const from = (pieces[pieces.length - 1]?.to ?? -BETWEEN.length) + BETWEEN.length
    texts.push(text)
    pieces.push({ start, end, as, from, to: from + text.length })
  })
  const joined: Joined[] = []
  for (const form of ['json', 'text'] as const) {
    const parts = forms.get(form)
    if (parts) joined.push({ form, pieces: parts.pieces, text: parts.texts.join(BETWEEN) })
  }
  return joined
}
