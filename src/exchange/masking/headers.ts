import type { Header } from '../exchange.js'
import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { createGenerations } from './generations.js'
import { replaceMatches } from './match.js'
import { isLabel, looksRandom, matters, placeOf } from './places.js'
import type { Hands } from './url.js'

/** Bare digits name things in what most headers hold. */
const HEADER: MaskingContext = { form: 'text', bare: false }
/** Marks of a version, which a service makes of digits as it likes. */
const VERSIONS: ReadonlySet<string> = new Set(['etag', 'if-match', 'if-none-match'])
/** In one whose name tells of nothing else they are a person's where their check digits say so. */
const UNNAMED: MaskingContext = { form: 'text' }
const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])

export interface HeaderHands extends Hands {
  maskUrl(url: string, codes?: boolean): string
  maskKnown(text: string): string
  /** Whether it stood in a header of the homologation's hash, which the judge must read. */
  isHash(value: string): boolean
}

/** Its name is the profile's; all that are known end alike. */
const HASH_HEADER = /homologacao$/i

const MOST_HASHES = 500

/** The newest of the homologation's hashes. */
export function createHashes() {
  const seen = createGenerations<true>(MOST_HASHES)
  return {
    learn(headers: readonly Header[]): void {
      for (const [name, value] of headers) if (HASH_HEADER.test(name)) seen.set(value.trim(), true)
    },
    isHash: (value: string) => seen.get(value) === true,
  }
}

/** Masks one header's value by its name, which is in lower case. */
export function maskHeaderValue(name: string, value: string, hands: HeaderHands): string {
  if (URL_HEADERS.has(name)) return hands.maskUrl(value, name === 'location')
  if (name === 'cookie' || name === 'set-cookie') return maskCookies(name, value, hands)
  const place = placeOf(name)
  const matches = matters(place) ? atPlace(place, name, value, {}) : []
  if (matches.length > 0) {
    for (const match of matches) hands.discover(match)
    return replaceMatches(value, matches, [], hands.labelOf)
  }
  if (isLabel(value)) return value
  if (HASH_HEADER.test(name)) return hands.maskKnown(value)
  return hands.mask(value, isUnnamed(name) ? UNNAMED : HEADER)
}

function isUnnamed(name: string): boolean {
  return placeOf(name.replace(/^x-/, '')).is === 'other' && !VERSIONS.has(name)
}

function maskCookies(name: string, value: string, hands: HeaderHands): string {
  const parts = value.split(';')
  const safe = parts.map((part, i) => {
    const content = part.slice(part.indexOf('=') + 1).trim()
    const isAttribute = name === 'set-cookie' && i > 0
    return isAttribute || content === '' || isLabel(content) ? part : maskCookie(part, content, hands)
  })
  return hands.mask(safe.join(';'), HEADER)
}

function maskCookie(part: string, content: string, { discover, isHash, labelOf }: HeaderHands): string {
  if (!isHash(content) && content.length >= 16 && looksRandom(content) && !/[:/]|%2f/i.test(content)) {
    discover({ start: 0, end: content.length, kind: 'secret', value: content, reason: 'place' })
  }
  return part.replace(content, () => labelOf('secret', content))
}
