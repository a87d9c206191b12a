import { fromBase64, textOf } from './bytes.js'
import type { MaskingContext } from './context.js'
import type { Match } from './match.js'
import { documentKind, isPhone } from './personal-data.js'
import { isDistinctive, isLabel, isOpaque, isPlaceholder, type Place, type SecretKind } from './places.js'

const MAY_BE_LABEL = /^\s*\[/
const OPENING_BRACKET = 0x5b

/** Whether it begins with a label's bracket, behind blanks or not; nearly all begin with what is plainly neither. */
function mayBeLabel(value: string): boolean {
  const code = value.charCodeAt(0)
  return !(code > 0x20 && code < 0x80 && code !== OPENING_BRACKET) && MAY_BE_LABEL.test(value)
}

/** What of a value is secret at its place; offsets within the value. */
export function atPlace(place: Place, name: string, value: string, context: MaskingContext): Match[] {
  if (value === '' || (mayBeLabel(value) && isLabel(value.trim()))) return []
  switch (place.is) {
    case 'secret':
      return isPlaceholder(value) ? [] : whole(place.kind, value)
    case 'authorization':
      return authorizations(value)
    case 'code':
      return (context.codes && !isPlaceholder(value)) || isOpaque(value) ? whole('code', value) : []
    case 'opaque':
      return isOpaque(value) ? whole('secret', value) : []
    case 'document': {
      const kind = documentKind(value, name)
      return kind ? whole(kind, value) : []
    }
    case 'phone':
      return isPhone(value) ? whole('phone', value) : []
    default:
      return []
  }
}

function whole(kind: SecretKind, value: string): Match[] {
  return [{ start: 0, end: value.length, kind, value, reason: 'place' }]
}

/** Several headers of one name may stand in one, with commas between. RFC 9110 §5.3 */
function authorizations(value: string): Match[] {
  const commas = [...value.matchAll(/,\s*(?=bearer\s)/gi)]
  const begins = [0, ...commas.map(({ index, 0: comma }) => index + comma.length)]
  return begins.flatMap((begin, i) =>
    authorization(value.slice(begin, commas[i]?.index)).map(
      (match): Match => ({ ...match, start: match.start + begin, end: match.end + begin }),
    ),
  )
}

function authorization(value: string): Match[] {
  const head =
    /^\s*(?:(?:bearer(?:\s*[:=]\s*|\s+))+["'`]?|[A-Za-z][\w-]{0,30}\s+)(?=\S)/i.exec(value)?.[0] ?? ''
  const credential = value
    .slice(head.length)
    .trim()
    .replace(/["'`]$/, '')
  if (credential === '' || isLabel(credential) || isPlaceholder(credential)) return []
  if (head === '' && /^(?:bearer|basic)$/i.test(credential)) return []
  const [scheme = ''] = head
    .trim()
    .toLowerCase()
    .split(/[\s:=]/)
  const kind = scheme === 'basic' ? 'basic' : scheme === 'bearer' || head === '' ? 'access_token' : 'secret'
  const start = value.indexOf(credential, head.length)
  return [{ start, end: start + credential.length, kind, value: credential, reason: 'place' }]
}

/** The secret inside a Basic credential, where it may be hunted everywhere. */
export function passwordsOf(credential: string): string[] {
  const pair = textOf(fromBase64(credential))
  const colon = pair.indexOf(':')
  const password = colon < 0 ? '' : pair.slice(colon + 1)
  return isDistinctive(password) && !/[\uFFFD\p{Cc}]/u.test(password) ? [password] : []
}
