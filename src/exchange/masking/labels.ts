import { canonicalPersonal, isCnpj, type PersonalKind } from './personal-data.js'

export type SecretKind =
  | 'access_token'
  /** An access token that no header can carry. The judge must see that, and nothing else. */
  | 'unusable_token'
  | 'refresh_token'
  | 'client_secret'
  | 'basic'
  | 'api_key'
  | 'code'
  | 'secret'
  /** A value that cannot be read by its structure, so that it is not kept: long Base64, XML, a Pix code. */
  | 'opaque'
  | PersonalKind

/** A label; its groups are the kind and the number. */
export const LABEL =
  /\[(access_token|unusable_token|refresh_token|client_secret|basic|api_key|code|secret|opaque|cpf|cnpj|email|phone)(?:#|%23)(\d+)\]/
const WHOLE_LABEL = new RegExp(`^${LABEL.source}$`)
/** The same with one group, so that `split` keeps the labels. */
const LABELS = new RegExp(`(${LABEL.source.replaceAll(/\((?!\?)/g, '(?:')})`)

/** Whether the value is already a label, because it comes from a journal or a HAR of ours. */
export function isLabel(value: string): boolean {
  return value.startsWith('[') && WHOLE_LABEL.test(value)
}

/** The text in parts. Every second one is a label. */
export function splitAtLabels(text: string): string[] {
  return text.includes('[') ? text.split(LABELS) : [text]
}

/** A `#` would begin the fragment of a URL. */
export function escapeLabels(text: string): string {
  return text.includes('#') ? text.replace(/\[([a-z_]+)#(\d+)\]/g, '[$1%23$2]') : text
}

/** Values whose labels are remembered. Beyond that the older half is forgotten. */
export const MAX_REMEMBERED = 100_000

const PERSONAL: ReadonlySet<SecretKind> = new Set<SecretKind>(['cpf', 'cnpj', 'email', 'phone'])

export function isPersonal(kind: SecretKind): kind is PersonalKind {
  return PERSONAL.has(kind)
}

/** Characters that a header can carry: visible ASCII without blanks. */
const SENDABLE = /^[\x21-\x7e]+$/

export type Labels = ReturnType<typeof createLabels>

/** Gives each value its label, and equal values the same one. */
export function createLabels() {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  const counts = new Map<SecretKind, number>()

  const remember = (key: string, label: string): string => {
    if (young.size >= MAX_REMEMBERED / 2) [old, young] = [young, new Map()]
    young.set(key, label)
    return label
  }

  return {
    labelOf(kind: SecretKind, value: string): string {
      if (isLabel(value)) return value
      const key = isPersonal(kind) ? `${kind} ${canonicalPersonal(kind, value)}` : value
      const known = young.get(key)
      if (known !== undefined) return known
      const older = old.get(key)
      if (older !== undefined) return remember(key, older)
      const own = kind === 'access_token' && !SENDABLE.test(value) ? 'unusable_token' : kind
      const count = (counts.get(own) ?? 0) + 1
      counts.set(own, count)
      return remember(key, `[${own}#${count}]`)
    },
    /** Takes the label's number out of use, because a text that was masked earlier shows it. */
    reserve(label: string): void {
      const [, kind, number] = LABEL.exec(label) ?? []
      if (kind === undefined) return
      counts.set(kind as SecretKind, Math.max(counts.get(kind as SecretKind) ?? 0, Number(number)))
    },
  }
}

/** The spellings under which a registered person's value may come. */
export function spellingsOf(kind: PersonalKind, value: string): string[] {
  const bare = canonicalPersonal(kind, value)
  if (kind === 'cpf' && bare.length === 11)
    return [value, bare, bare.replace(/^(...)(...)(...)/, '$1.$2.$3-')]
  if (kind === 'cnpj' && isCnpj(bare))
    return [value, bare, bare.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-')]
  return [value, bare]
}

/** A stretch of a text that must not be kept. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
  /** The decoded value, so that every spelling gets the same label. */
  readonly value: string
  /** Set if its name showed it, so that it is masked everywhere from now on. */
  readonly isNamed?: boolean
  /** Stands there afterwards, in place of a label. */
  readonly replacement?: string
}

/** The text with labels in place of the matches. Of those that overlap, the longest gives the label for all. */
export function replaceMatches(
  text: string,
  matches: readonly Match[],
  labelOf: (kind: SecretKind, value: string) => string,
): string {
  if (matches.length === 0) return text
  const sorted = matches.toSorted((a, b) => a.start - b.start)
  let masked = ''
  let kept = 0
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Match
    let [best, end] = [first, first.end]
    for (i++; i < sorted.length && (sorted[i] as Match).start < end; i++) {
      const match = sorted[i] as Match
      if (match.end - match.start > best.end - best.start) best = match
      end = Math.max(end, match.end)
    }
    masked += text.slice(kept, first.start) + (best.replacement ?? labelOf(best.kind, best.value))
    kept = end
  }
  return masked + text.slice(kept)
}
