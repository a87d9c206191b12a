import { fromBase64, toLatin1 } from './bytes.js'
import { isLabel, type Match, type SecretKind } from './labels.js'
import { isDistinctive, isPlaceholder, looksGenerated, looksRandom } from './looks.js'
import type { FieldMeaning } from './names.js'
import { documentKind, isPhone } from './personal-data.js'

/** Finds what is secret in a value by its field: `abc` in `Authorization: Bearer abc`. With `hasCodes`, so is even a short `code`. */
export function secretsInField(field: FieldMeaning, name: string, value: string, hasCodes = false): Match[] {
  if (value === '' || isLabel(value.trim())) return []
  switch (field.holds) {
    case 'secret':
      if (isPlaceholder(value) || (field.isPlural && /^\d+$/.test(value))) return []
      return wholeValue(field.kind, value)
    case 'authorization':
      return findCredentials(value)
    case 'code':
      return (hasCodes && !isPlaceholder(value)) || looksGenerated(value) ? wholeValue('code', value) : []
    case 'sometimes-secret':
      return looksGenerated(value) ? wholeValue(field.kind, value) : []
    case 'inherited':
      return looksRandom(value) ? wholeValue(field.kind, value) : []
    case 'document': {
      const kind = documentKind(value, name)
      return kind ? wholeValue(kind, value) : []
    }
    case 'phone':
      return isPhone(value) ? wholeValue('phone', value) : []
    default:
      return []
  }
}

function wholeValue(kind: SecretKind, value: string): Match[] {
  return [{ start: 0, end: value.length, kind, value, isCertain: true }]
}

/** Reads several headers of one name that were joined with commas. RFC 9110 §5.3 */
function findCredentials(value: string): Match[] {
  const matches: Match[] = []
  let from = 0
  for (const part of value.split(/(?=bearer\s)(?<=,\s*)/i)) {
    matches.push(...findCredential(part.replace(/,\s*$/, ''), from))
    from += part.length
  }
  return matches
}

/** The scheme before a credential, also misspelt: `Bearer `, `Bearer: `, `bearer bearer "`. It stays, because the judge must see the mistake. */
const SCHEME = /^\s*(?:(?:bearer(?:\s*[:=]\s*|\s+))+["'`]?|[A-Za-z][\w-]{0,30}\s+)(?=\S)/i

/** @param offset where the value begins in the whole header */
function findCredential(value: string, offset: number): Match[] {
  const head = SCHEME.exec(value)?.[0] ?? ''
  const rest = value.slice(head.length).trim()
  const credential = rest.replace(/["'`]$/, '')
  if (isLabel(credential) || isPlaceholder(credential)) return []
  if (head === '' && /^(?:bearer|basic)$/i.test(credential)) return []
  const scheme = /^\s*([\w-]*)/.exec(head)?.[1]?.toLowerCase()
  const start = offset + value.indexOf(credential, head.length)
  const kind = credentialKind(scheme)
  return [{ start, end: start + credential.length, kind, value: credential, isCertain: true }]
}

/** A header without a scheme is taken for a bare access token. */
function credentialKind(scheme = ''): SecretKind {
  if (scheme === 'basic') return 'basic'
  return scheme === 'bearer' || scheme === '' ? 'access_token' : 'secret'
}

/** The password in a Basic credential; null if it is too common a word to be masked everywhere, or not ASCII. */
export function passwordOf(credential: string): string | null {
  const [, password = ''] = /^[^:]*:(.*)$/.exec(toLatin1(fromBase64(credential))) ?? []
  return isDistinctive(password) && !/[^\x20-\x7e]/.test(password) ? password : null
}
