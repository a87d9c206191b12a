import { createGenerations } from './generations.js'
import { canonicalPersonal, isCnpj } from './personal-data.js'
import { isLabel, LABEL, type PersonalKind, type SecretKind } from './places.js'

/** Gives each value its label, the same for the same value as long as the table remembers it. */
export interface Labels {
  labelOf(kind: SecretKind, value: string): string
  /** Numbers that are taken, because a text that was masked earlier shows them. */
  reserve(label: string): void
}

/** Values that are remembered for equality, at most; half as many, at least. What is long unseen is forgotten. */
export const MAX_PERSONAL = 40_000
const MAX_SECRETS = 100_000

const PERSONAL: ReadonlySet<SecretKind> = new Set<SecretKind>(['cpf', 'cnpj', 'email', 'phone'])

export function isPersonal(kind: SecretKind): kind is PersonalKind {
  return PERSONAL.has(kind)
}

/** What a header can carry: visible ASCII without blanks. */
const SENDABLE = /^[\x21-\x7e]+$/

export function createLabels(): Labels {
  const secrets = createGenerations<string>(MAX_SECRETS)
  const personal = createGenerations<string>(MAX_PERSONAL)
  const counts = new Map<SecretKind, number>()

  const next = (kind: SecretKind): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `[${kind}#${count}]`
  }

  return {
    labelOf(kind, value) {
      if (isLabel(value)) return value
      const table = isPersonal(kind) ? personal : secrets
      const key = isPersonal(kind) ? `${kind} ${canonicalPersonal(kind, value)}` : value
      const known = table.get(key)
      if (known !== undefined) return known
      const label = next(kind === 'access_token' && !SENDABLE.test(value) ? 'unusable_token' : kind)
      table.set(key, label)
      return label
    },
    reserve(label) {
      const match = LABEL.exec(label)
      if (!match) return
      const kind = match[1] as SecretKind
      counts.set(kind, Math.max(counts.get(kind) ?? 0, Number(match[2])))
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
