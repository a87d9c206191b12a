import { decoded } from '../address.js'
import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { decodePair } from './in-pairs.js'
import type { LabelOf, Match } from './match.js'
import { isPlaceholder, looksRandom, matters, placeOf } from './places.js'

/** What the masker lends to those who take a text apart themselves. */
export interface Hands {
  mask(text: string, context: MaskingContext): string
  labelOf: LabelOf
  discover(match: Match): void
}

/** Masks an address part by part: its path as text, its query and fragment as pairs. Known values are masked already. */
export function maskAddress(url: string, codes: boolean, hands: Hands): string {
  const { path, query, fragment } = partsOf(url)
  const redirect =
    codes || /(?:^|&)state=/.test(`${query ?? ''}&${fragment ?? ''}`) || /callback|redirect|oauth/i.test(path)
  const pairs = (text: string) => escapeLabels(hands.mask(text, { form: 'form', codes: redirect }))
  const masked = escapeLabels(hands.mask(segments(withoutPassword(path, hands), hands), { form: 'text' }))
  return (
    masked + (query === null ? '' : `?${pairs(query)}`) + (fragment === null ? '' : `#${pairs(fragment)}`)
  )
}

interface Parts {
  readonly path: string
  readonly query: string | null
  readonly fragment: string | null
}

function partsOf(url: string): Parts {
  const hash = fragmentAt(url)
  const isFragment = hash >= 0
  const whole = isFragment ? url.slice(0, hash) : url
  const question = whole.indexOf('?')
  return {
    path: question < 0 ? whole : whole.slice(0, question),
    query: question < 0 ? null : whole.slice(question + 1),
    fragment: isFragment ? url.slice(hash + 1) : null,
  }
}

const HASH = /&#(?:x[0-9a-f]{1,6}|\d{1,7});|#/gi

/** Where the fragment begins; -1 where there is none. The sign of an entity begins none; that of a label is escaped. */
function fragmentAt(url: string): number {
  if (!url.includes('#')) return -1
  for (const match of url.matchAll(HASH)) if (match[0] === '#') return match.index
  return -1
}

function withoutPassword(path: string, { labelOf, discover }: Hands): string {
  const user = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(path)?.[1]
  const password = user?.split(':').slice(1).join(':') ?? ''
  if (isPlaceholder(password)) return path
  const value = decodePair(password)
  discover({ start: 0, end: value.length, kind: 'secret', value, reason: 'place' })
  return path.replace(`:${password}@`, () => `:${labelOf('secret', value)}@`)
}

/** A segment behind a name that matters. Digits behind a collection are a record's identifier, whatever their check digits say: the judge compares them with bodies. */
function segments(path: string, { labelOf, discover }: Hands): string {
  const parts = path.split('/')
  const rewritten = parts.map((part, i) => {
    const value = decoded(part)
    const [match] = atSegment(decoded(parts[i - 1] ?? ''), value)
    if (!match) return part
    discover(match)
    return labelOf(match.kind, match.value)
  })
  return rewritten.join('/')
}

function atSegment(name: string, value: string): Match[] {
  const place = placeOf(name)
  if (!matters(place) || (place.is === 'secret' && !isMade(value))) return []
  return atPlace(place, name, value, {})
}

/** Longer than any identifier of a record; hexadecimal digits of a secret of such digits are digits alone. */
const LONG_NUMBER = /^\d{40,}$/

/** Not the next word of a path, such as what is to be done. */
function isMade(value: string): boolean {
  if (LONG_NUMBER.test(value)) return true
  return /\d/.test(value) && looksRandom(value) && !/^[a-z]+(?:-[a-z]+)*(?:-?v?\d+)?$/.test(value)
}

/** A `#` would begin the URL's fragment and hide what follows from every reader. */
export function escapeLabels(text: string): string {
  return text.includes('#') ? text.replace(/\[([a-z_]+)#(\d+)\]/g, '[$1%23$2]') : text
}
