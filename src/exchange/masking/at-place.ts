import { fromBase64, latin1Of } from './bytes.js'
import { isLabel, type Match, type SecretKind } from './labels.js'
import { isDistinctive, isOpaque, isPlaceholder, looksRandom } from './looks.js'
import type { Place } from './names.js'
import { documentKind, isPhone } from './personal-data.js'

/** The stretches of a value that are secret because of its name. `codes`: a short `code` is one, too. */
export function atPlace(place: Place, name: string, value: string, codes = false): Match[] {
  if (value === '' || isLabel(value.trim())) return []
  switch (place.is) {
    case 'secret':
      return isPlaceholder(value) || (place.isPlural && /^\d+$/.test(value)) ? [] : whole(place.kind, value)
    case 'authorization':
      return authorizations(value)
    case 'code':
      return (codes && !isPlaceholder(value)) || isOpaque(value) ? whole('code', value) : []
    case 'opaque':
      return isOpaque(value) ? whole(place.kind, value) : []
    case 'inherited':
      return looksRandom(value) ? whole(place.kind, value) : []
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
  return [{ start: 0, end: value.length, kind, value, isNamed: true }]
}

/** Reads several headers of one name that were joined with commas. RFC 9110 §5.3 */
function authorizations(value: string): Match[] {
  const matches: Match[] = []
  let from = 0
  for (const part of value.split(/(?<=,\s*)(?=bearer\s)/i)) {
    matches.push(...authorization(part.replace(/,\s*$/, ''), from))
    from += part.length
  }
  return matches
}

/** The scheme stays, and so does what is wrong with it: the judge must see both. */
const SCHEME = /^\s*(?:(?:bearer(?:\s*[:=]\s*|\s+))+["'`]?|[A-Za-z][\w-]{0,30}\s+)(?=\S)/i

function authorization(value: string, at: number): Match[] {
  const head = SCHEME.exec(value)?.[0] ?? ''
  const credential = value
    .slice(head.length)
    .trim()
    .replace(/["'`]$/, '')
  if (isLabel(credential) || isPlaceholder(credential)) return []
  if (head === '' && /^(?:bearer|basic)$/i.test(credential)) return []
  const scheme = /^\s*([\w-]*)/.exec(head)?.[1]?.toLowerCase()
  const kind = scheme === 'basic' ? 'basic' : scheme === 'bearer' || head === '' ? 'access_token' : 'secret'
  const start = at + value.indexOf(credential, head.length)
  return [{ start, end: start + credential.length, kind, value: credential, isNamed: true }]
}

/** The password in a Basic credential; null if it must not be masked everywhere. */
export function passwordOf(credential: string): string | null {
  const [, password = ''] = /^[^:]*:(.*)$/.exec(latin1Of(fromBase64(credential))) ?? []
  return isDistinctive(password) && !/[^\x20-\x7e]/.test(password) ? password : null
}
