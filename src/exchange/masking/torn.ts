import type { Matches } from './match.js'
import type { SecretKind } from './places.js'

/** Beginnings that tell what would have followed. */
const BEGINNINGS: readonly (readonly [form: RegExp, kind: SecretKind])[] = [
  [/[\p{L}\d_.+~-]{1,64}@[\p{L}\d.-]*$/u, 'email'],
  [/(?<![\w.])\d{3}\.\d{3}\.\d{2,3}(?:-\d?)?$/, 'cpf'],
  [/(?<![\w.])\d{2}\.\d{3}\.\d{3}\/(?:\d{0,4}|\d{4}-\d?)$/, 'cnpj'],
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w.-]*$/, 'access_token'],
]
const LONGEST = 512

/** The beginning of a person or of a token with which a cut text ends. */
export function tornAtEnd(text: string, matches: Matches): void {
  const tail = text.slice(-LONGEST)
  const end = text.length
  for (const [form, kind] of BEGINNINGS) {
    const value = form.exec(tail)?.[0]
    if (value !== undefined) matches.push({ start: end - value.length, end, kind, value, reason: 'form' })
  }
}
