/**
 * Values that must be unique in an account: codes, numbers, documents, e-mail addresses. If every run sent the same code, a
 * create could change a user's record that has it. So each value is derived from the run and from the record.
 */
export type UniqueForm = (typeof uniqueForms)[number]

export const uniqueForms = ['code', 'number', 'cnpj', 'gtin', 'email', 'telephone'] as const

export function isUniqueForm(value: unknown): value is UniqueForm {
  return uniqueForms.some((form) => form === value)
}

/**
 * Returns a value of the form, which is the same for the same seed. It belongs to nobody: CNPJs with 99999 are not issued,
 * shops number their own goods by GTINs with 29, `.invalid` has no mail, and there is no area code 00.
 */
export function uniqueValue(form: UniqueForm, seed: string): string {
  const digits = digitsOf(`${form} ${seed}`)
  switch (form) {
    case 'code':
      return `H${BigInt(digits).toString(36).toUpperCase().slice(-9)}`
    case 'number':
      return `9${digits.slice(-8)}`
    case 'cnpj':
      // the last of these is never 0, because the last four number the branch, and there is no branch 0000
      return withCnpjDigits(`99999${digits.slice(0, 6)}${1 + (Number(digits[6]) % 9)}`)
    case 'gtin':
      return withGtinDigit(`29${digits.slice(0, 10)}`)
    case 'email':
      return `homologa-${BigInt(digits).toString(36)}@exemplo.invalid`
    case 'telephone':
      return `(00) 3${digits.slice(0, 3)}-${digits.slice(3, 7)}`
  }
}

/** 15 decimal digits of two 32-bit hashes (FNV-1a with a final mix), so that two seeds practically never give the same. */
function digitsOf(seed: string): string {
  const high = BigInt(hash(seed, 0x811c9dc5))
  return ((high << 32n) | BigInt(hash(seed, 0x9747b28c))).toString().padStart(15, '0').slice(-15)
}

function hash(text: string, basis: number): number {
  let value = basis
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Appends the two check digits of a CNPJ to its first twelve digits. */
function withCnpjDigits(base: string): string {
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  const withFirst = `${base}${cnpjDigit(base, weights)}`
  return `${withFirst}${cnpjDigit(withFirst, [6, ...weights])}`
}

function cnpjDigit(digits: string, weights: readonly number[]): number {
  const rest = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Appends the check digit of a GTIN to its first twelve digits. */
function withGtinDigit(base: string): string {
  const sum = [...base].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${base}${(10 - (sum % 10)) % 10}`
}
