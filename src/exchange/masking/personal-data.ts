export const personalKinds = ['cpf', 'cnpj', 'email', 'phone'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** A stretch of a text that is personal data by its form and its check digits. */
export interface PersonalMatch {
  readonly kind: PersonalKind
  readonly start: number
  readonly end: number
  /** Whether it may also be the number of a record: a CPF or CNPJ of digits only, or a telephone without `+` and brackets. */
  readonly mayBeRecord: boolean
}

/** What may stand around a CPF or CNPJ, so that it is not a part of a word, of a longer number or of a decimal. */
const BEFORE = String.raw`(?<=^|cpf|cnpj|[^\p{L}\d.,]|(?:^|\D)[.,])`
const AFTER = String.raw`(?![\p{L}\d]|[.,]\d)`
/** `529.982.247-25`, `52998224725` */
const CPF = new RegExp(String.raw`${BEFORE}\d{3}[. -]?\d{3}[. -]?\d{3}[. /-]?\d{2}${AFTER}`, 'giu')
/** `11.222.333/0001-81`, `11222333000181`, and with letters `12.ABC.345/01DE-35` */
const CNPJ = new RegExp(
  String.raw`${BEFORE}[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/. -]?[\dA-Z]{4}[. -]?\d{2}${AFTER}`,
  'giu',
)
/** Telephone numbers of Brazil. Each line begins with an example of what it matches. */
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\d_./-])(?:${[
    // +55 (11) 98765-4321
    String.raw`(?:\+?55[\s.+-]?)?\(0?[1-9]\d\)[\s.+]?(?:9[\s.+]?)?\d{4}[\s.+-]?\d{4}`,
    // +55 11 98765-4321
    String.raw`\+55[\s.+-]?[1-9]\d[\s.+-]?9?[\s.+]?\d{4}[\s.+-]?\d{4}`,
    // 11 98765-4321, 11 3456-7890
    String.raw`(?:55[\s.+-])?0?[1-9][1-9](?:[\s.+-]9[\s.+]?\d{4}[\s.+-]?|[\s.+][2-5]\d{3}-)\d{4}`,
    // 5511987654321, 98765-4321
    String.raw`55[1-9][1-9]9\d{8}|9\d{4}-\d{4}`,
    // tel: 11987654321
    String.raw`(?<=(?:fone|tel|cel|celular|whatsapp|whats|zap|ligue|phone)\W{1,3})[1-9][1-9]9?\d{8}`,
  ].join('|')})(?![\p{L}\d_-]|[.,]\d)`,
  'giu',
)
/** `2019-2024` */
const YEARS = /(?:19|20)\d\d-(?:19|20)\d\d$/
/** How many digits a telephone, a CPF and a CNPJ have at least. A text with fewer needs no search. A CNPJ with letters may have only two. */
const [PHONE_DIGITS, CPF_DIGITS, CNPJ_DIGITS] = [9, 11, 14]

/** Finds CPF, CNPJ, e-mail addresses and telephones in their written forms. */
export function findPersonalData(text: string): PersonalMatch[] {
  const found: PersonalMatch[] = []
  if (text.includes('@')) findEmails(text, found)
  const digits = countDigits(text)
  if (digits >= CNPJ_DIGITS || (digits > 1 && text.includes('/')))
    collect(text, { form: CNPJ, kind: 'cnpj', accept: isWrittenCnpj }, found)
  if (digits >= CPF_DIGITS) collect(text, { form: CPF, kind: 'cpf', accept: isCpf }, found)
  if (digits >= PHONE_DIGITS)
    collect(text, { form: PHONE, kind: 'phone', accept: (value) => !YEARS.test(value) }, found)
  return found
}

/** Counts the digits of a text, up to the fourteen of a CNPJ. */
function countDigits(text: string): number {
  let digits = 0
  for (let i = 0; i < text.length && digits < CNPJ_DIGITS; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) digits++
  }
  return digits
}

/** A word of fourteen letters and digits may have the right check digits by chance, so with letters the slash is required too. */
function isWrittenCnpj(value: string): boolean {
  return (value.includes('/') || !/[a-z]/i.test(value)) && !MOMENT.test(value) && isCnpj(value)
}

/** A date and a time have fourteen digits as well: `20260504031000`. */
const MOMENT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d[0-5]\d$/

function collect(
  text: string,
  { form, kind, accept }: { form: RegExp; kind: PersonalKind; accept: (value: string) => boolean },
  found: PersonalMatch[],
): void {
  for (const { 0: value, index } of text.matchAll(form)) {
    if (!accept(value)) continue
    const mayBeRecord = kind === 'phone' ? !/[(+]/.test(value) : /^\d+$/.test(value)
    // after `/` or `#` it is one: `/pedidos/12345678909`
    if (mayBeRecord && /[/#]/.test(text.charAt(index - 1))) continue
    found.push({ kind, start: index, end: index + value.length, mayBeRecord })
  }
}

/**
 * Tells whether a value is a CPF or a CNPJ, given the name of its field; null if it is neither. A name with `cpf` or `cnpj` is trusted.
 * Other names may mean the number of an invoice (`numeroDocumento`), so bare digits must have the right check digits. A value of another
 * length counts as a mistyped document if it has five digits or more.
 */
export function documentKind(value: string, name: string): 'cpf' | 'cnpj' | null {
  const bare = value.replace(/[^0-9A-Za-z]/g, '')
  const isCertain = /cpf|cnpj/i.test(name) || bare.length !== value.length
  if (/^[0-9A-Z]{12}\d{2}$/i.test(bare)) return isCertain || isCnpj(bare) ? 'cnpj' : null
  if (/^\d{11}$/.test(bare)) return isCertain || isCpf(bare) ? 'cpf' : null
  if (/numero/i.test(name) || value.replace(/\D/g, '').length < 5) return null
  return /cnpj/i.test(name) ? 'cnpj' : 'cpf'
}

/** Whether the value of a field named like a telephone is one: eight to thirteen digits with blanks, brackets, dots, dashes or slashes. */
export function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  return digits >= 8 && digits <= 13 && /^[\d\s().+/-]+$/.test(value)
}

/** Reduces all spellings of a value to one: `+55 (11) 98765-4321` and `11987654321` both to `11987654321`. */
export function canonicalPersonal(kind: PersonalKind, value: string): string {
  if (kind === 'email') return value.toLowerCase()
  if (kind === 'cnpj') return value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const digits = value.replace(/\D/g, '')
  if (kind !== 'phone') return digits
  return (digits.length >= 12 ? digits.replace(/^55/, '') : digits).replace(/^0/, '')
}

export function isCpf(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  if (digits.length !== 11 || /^(\d)\1*$/.test(digits)) return false
  return hasCheckDigits(digits, (distance) => distance + 1)
}

/** Accepts the form with letters, valid since 2026, in which each character counts as its character code less 48. */
export function isCnpj(value: string): boolean {
  const signs = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{12}\d{2}$/.test(signs) || /^(.)\1*$/.test(signs)) return false
  return hasCheckDigits(signs, (distance) => ((distance - 1) % 8) + 2)
}

/** Whether the last two characters are the check digits (modulo 11) of those before them, weighted by their distance to the check digit. */
function hasCheckDigits(signs: string, weight: (distance: number) => number): boolean {
  for (let length = signs.length - 2; length < signs.length; length++) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += (signs.charCodeAt(i) - 48) * weight(length - i)
    const rest = sum % 11
    if (signs.charCodeAt(length) - 48 !== (rest < 2 ? 0 : 11 - rest)) return false
  }
  return true
}

/** Looks 64 characters before each `@` and 254 after it. One expression for the whole text would try to begin at every word, which is slow. */
function findEmails(text: string, found: PersonalMatch[]): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = at - (LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0].length ?? 0)
    const end = at + 1 + (HOST.exec(text.slice(at + 1, at + 255))?.[0].length ?? 0)
    if (start < at && end > at + 1) found.push({ kind: 'email', start, end, mayBeRecord: false })
  }
}

/** `maria.silva` before the `@`, and `example.com` after it */
const LOCAL = /(?!\.)[\w.+~\u0080-\u009f\u00a1-\u1fff-]+$/
const HOST = /^(?:[\w\u0080-\u009f\u00a1-\u1fff-]+\.)+[\p{L}-]*\p{L}{2}(?![\p{L}\d])/u
