import { canonicalPersonal, isCnpj, type PersonalKind, personalKinds } from './personal-data.js'

/** Labels replace secrets in what is kept: `[access_token#1]`. The kind tells what was there; equal values have the same number. */

const secretKinds = [
  'access_token',
  /** An access token with characters that no header can carry. The judge must see this flaw, so it has a kind of its own. */
  'unusable_token',
  'refresh_token',
  'client_secret',
  'basic', // what follows `Basic ` in a header
  'api_key',
  'code', // an authorization code
  'secret',
  /** A value that cannot be read by its structure, so that it is not kept: long Base64, XML, a Pix code. */
  'opaque',
  ...personalKinds,
] as const

export type SecretKind = (typeof secretKinds)[number]

const anyKind = secretKinds.join('|')
/** Matches a label, whose `#` is `%23` in a URL. The groups are the kind and the number. */
export const LABEL = new RegExp(String.raw`\[(${anyKind})(?:#|%23)(\d+)\]`)
const WHOLE_LABEL = new RegExp(`^${LABEL.source}$`)
/** The same as one group, because `split` keeps what the groups match: here the whole label. */
const LABELS = new RegExp(String.raw`(\[(?:${anyKind})(?:#|%23)\d+\])`)

/** Whether the value is already a label, because it comes from a journal or a HAR of ours. */
export function isLabel(value: string): boolean {
  return value.startsWith('[') && WHOLE_LABEL.test(value)
}

/** Splits a text so that every second part is a label: `a[code#1]b` gives `a`, `[code#1]`, `b`. */
export function splitAtLabels(text: string): string[] {
  return text.includes('[') ? text.split(LABELS) : [text]
}

/** Writes labels as a URL can hold them: `[code%231]`. A `#` would begin its fragment. */
export function escapeLabels(text: string): string {
  return text.includes('#') ? text.replace(/\[([a-z_]+)#(\d+)\]/g, '[$1%23$2]') : text
}

export function isPersonal(kind: SecretKind): kind is PersonalKind {
  return (personalKinds as readonly string[]).includes(kind)
}

/** Characters that a header can carry: visible ASCII without blanks. */
const SENDABLE = /^[\x21-\x7e]+$/

export type Labels = ReturnType<typeof createLabels>

/** Creates the labels of a run: each value gets one, and equal values the same one. */
export function createLabels() {
  /** By value; for personal data by its canonical spelling. */
  const labels = new Map<string, string>()
  const counts = new Map<SecretKind, number>()

  return {
    labelOf(kind: SecretKind, value: string): string {
      if (isLabel(value)) return value
      const key = isPersonal(kind) ? `${kind} ${canonicalPersonal(kind, value)}` : value
      const known = labels.get(key)
      if (known !== undefined) return known
      const actualKind = kind === 'access_token' && !SENDABLE.test(value) ? 'unusable_token' : kind
      const count = (counts.get(actualKind) ?? 0) + 1
      const label = `[${actualKind}#${count}]`
      counts.set(actualKind, count)
      labels.set(key, label)
      return label
    },
    /** Takes the number of a label out of use, because a text that was masked in an earlier run already shows it. */
    reserve(label: string): void {
      const [, kind, number] = LABEL.exec(label) ?? []
      if (kind === undefined) return
      counts.set(kind as SecretKind, Math.max(counts.get(kind as SecretKind) ?? 0, Number(number)))
    },
  }
}

/** The spellings of a registered CPF or CNPJ: as given, only digits, with dots and dashes. Other values have two. */
export function spellingsOf(kind: PersonalKind, value: string): string[] {
  const bare = canonicalPersonal(kind, value)
  if (kind === 'cpf' && bare.length === 11)
    return [value, bare, bare.replace(/^(...)(...)(...)/, '$1.$2.$3-')]
  if (kind === 'cnpj' && isCnpj(bare))
    return [value, bare, bare.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-')]
  return [value, bare]
}

/** A part of a text that must not be kept. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
  /** The decoded value, so that every spelling gets the same label. */
  readonly value: string
  /** Set if the name of its field, or a form such as `Bearer …`, shows that it is secret. Then it is masked everywhere from now on. */
  readonly isCertain?: boolean
  /** The text to write there, if it is not a label. */
  readonly replacement?: string
}

/** Writes labels in place of the matches. Matches that overlap become one label, that of the longest. */
export function replaceMatches(
  text: string,
  matches: readonly Match[],
  labelOf: (kind: SecretKind, value: string) => string,
): string {
  if (matches.length === 0) return text
  const sorted = matches.toSorted((a, b) => a.start - b.start)
  let masked = ''
  let copiedTo = 0
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Match
    let [best, end] = [first, first.end]
    for (i++; i < sorted.length && (sorted[i] as Match).start < end; i++) {
      const match = sorted[i] as Match
      if (match.end - match.start > best.end - best.start) best = match
      end = Math.max(end, match.end)
    }
    masked += text.slice(copiedTo, first.start) + (best.replacement ?? labelOf(best.kind, best.value))
    copiedTo = end
  }
  return masked + text.slice(copiedTo)
}
