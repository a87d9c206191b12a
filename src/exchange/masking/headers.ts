import { isLabel } from './labels.js'
import { looksRandom } from './looks.js'
import { placeOf } from './names.js'
import type { ValueMasker } from './values.js'

export interface HeaderHands {
  readonly values: ValueMasker
  /** The label of a cookie's value. `isLearned`: it is masked everywhere from now on. */
  cookie(value: string, isLearned: boolean): string
  isHash(value: string): boolean
}

const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])

/** The header of the homologation's hash. Its name is the profile's; all that are known end alike. */
export function isHashHeader(name: string): boolean {
  return /homologacao$/i.test(name)
}

/** Masks the value of a header by its name, which is in lower case. */
export function maskHeader(name: string, value: string, hands: HeaderHands): string {
  if (URL_HEADERS.has(name)) return hands.values.address(value, name === 'location')
  if (name === 'cookie' || name === 'set-cookie') return maskCookies(name, value, hands)
  if (isHashHeader(name)) return hands.values.text(value, 'known')
  return hands.values.value(value, placeOf(name), name, false)
}

const ATTRIBUTES =
  /^\s*(?:path|domain|expires|max-age|secure|httponly|samesite|priority|partitioned)\s*(?:=|$)/i

/** Every value but those of attributes, also where several headers were joined with commas. */
function maskCookies(name: string, value: string, hands: HeaderHands): string {
  return value
    .split(/(;|,(?=\s*[^\s;,=]+=))/)
    .map((part, i) => {
      if (i % 2 === 1) return part
      const content = part.slice(part.indexOf('=') + 1).trim()
      if (content === '' || isLabel(content)) return hands.values.text(part, 'identifier')
      if (name === 'set-cookie' && ATTRIBUTES.test(part)) return hands.values.text(part, 'identifier')
      const isLearned = content.length >= 16 && looksRandom(content) && !/[:/]|%2f/i.test(content)
      const label = hands.cookie(content, isLearned && !hands.isHash(content))
      return hands.values.text(part.slice(0, part.lastIndexOf(content)), 'identifier') + label
    })
    .join('')
}
