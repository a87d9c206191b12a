export type PersonalKind = 'cpf' | 'cnpj' | 'email' | 'phone'

/** A stretch of a text that is personal data by its form and its check digits. */
export interface Personal {
  readonly kind: PersonalKind
  readonly start: number
  readonly end: number
  /** Digits without the signs of their kind. They may as well name a record. */
  readonly isBare: boolean
}

/** Not within a word, a longer number or a decimal. */
const BEFORE = String.raw`(?<=^|cpf|cnpj|[^\p{L}\d.,]|(?:^|\D)[.,])`
const AFTER = String.raw`(?![\p{L}\d]|[.,]\d)`
const CPF = new RegExp(String.raw`${BEFORE}\d{3}[. -]?\d{3}[. -]?\d{3}[. /-]?\d{2}${AFTER}`, 'giu')
const CNPJ = new RegExp(
  String.raw`${BEFORE}[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/. -]?[\dA-Z]{4}[. -]?\d{2}${AFTER}`,
  'giu',
)
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\d_./-])(?:${[
    String.raw`(?:\+?55[\s.+-]?)?\(0?[1-9]\d\)[\s.+]?(?:9[\s.+]?)?\d{4}[\s.+-]?\d{4}`,
    String.raw`\+55[\s.+-]?[1-9]\d[\s.+-]?9?[\s.+]?\d{4}[\s.+-]?\d{4}`,
    String.raw`(?:55[\s.+-])?0?[1-9][1-9](?:[\s.+-]9[\s.+]?\d{4}[\s.+-]?|[\s.+][2-5]\d{3}-)\d{4}`,
    String.raw`55[1-9][1-9]9\d{8}|9\d{4}-\d{4}`,
    String.raw`(?<=(?:fone|tel|cel|celular|whatsapp|whats|zap|ligue|phone)\W{1,3})[1-9][1-9]9?\d{8}`,
  ].join('|')})(?![\p{L}\d_-]|[.,]\d)`,
  'giu',
)
const YEARS = /(?:19|20)\d\d-(?:19|20)\d\d$/
/** A telephone without its area has nine digits. */
const [FEWEST_OF_PHONE, FEWEST_OF_CPF, FEWEST_OF_CNPJ] = [9, 11, 14]

/** Finds CPF, CNPJ, e-mail addresses and telephones in their written forms. */
export function personalIn(text: string): Personal[] {
  const found: Personal[] = []
  if (text.includes('@')) eMails(text, found)
  const digits = digitsIn(text)
  if (digits >= FEWEST_OF_CNPJ || (digits > 1 && text.includes('/')))
    collect(text, { form: CNPJ, kind: 'cnpj', accept: isWrittenCnpj }, found)
  if (digits >= FEWEST_OF_CPF) collect(text, { form: CPF, kind: 'cpf', accept: isCpf }, found)
  if (digits >= FEWEST_OF_PHONE)
    collect(text, { form: PHONE, kind: 'phone', accept: (value) => !YEARS.test(value) }, found)
  return found
}

/** Counted to fourteen. */
function digitsIn(text: string): number {
  let digits = 0
  for (let i = 0; i < text.length && digits < FEWEST_OF_CNPJ; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) digits++
  }
  return digits
}

/** A word of fourteen letters and digits may fit by chance; with letters, it takes the slash as well. */
function isWrittenCnpj(value: string): boolean {
  return (value.includes('/') || !/[a-z]/i.test(value)) && !MOMENT.test(value) && isCnpj(value)
}

/** A date and a time of day have fourteen digits, too. */
const MOMENT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d[0-5]\d$/

interface Form {
  readonly form: RegExp
  readonly kind: PersonalKind
  readonly accept: (value: string) => boolean
}

function collect(text: string, { form, kind, accept }: Form, found: Personal[]): void {
  for (const { 0: value, index } of text.matchAll(form)) {
    if (!accept(value)) continue
    const isBare = kind === 'phone' ? !/[(+]/.test(value) : /^\d+$/.test(value)
    // the number of a record in a path or after `#`
    if (isBare && /[/#]/.test(text.charAt(index - 1))) continue
    found.push({ kind, start: index, end: index + value.length, isBare })
  }
}

/**
 * The kind of document that a value is, given the name of its field; null if it is not a document. A name that says
 * CPF or CNPJ is trusted. If the name may also refer to an invoice (`numeroDocumento`), bare digits count as a
 * person's only with the right check digits.
 */
export function documentKind(value: string, name: string): 'cpf' | 'cnpj' | null {
  const bare = value.replace(/[^0-9A-Za-z]/g, '')
  const isCertain = /cpf|cnpj/i.test(name) || bare.length !== value.length
  if (/^[0-9A-Z]{12}\d{2}$/i.test(bare)) return isCertain || isCnpj(bare) ? 'cnpj' : null
  if (/^\d{11}$/.test(bare)) return isCertain || isCpf(bare) ? 'cpf' : null
  if (/numero/i.test(name) || value.replace(/\D/g, '').length < 5) return null
  return /cnpj/i.test(name) ? 'cnpj' : 'cpf'
}

/** Whether a value under the name of a telephone is one: eight to thirteen digits and nothing but their usual signs. */
export function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  return digits >= 8 && digits <= 13 && /^[\d\s().+/-]+$/.test(value)
}

/** All spellings of a person's value reduced to the same one: only digits, letters in one case. */
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

/** Also the form with letters, valid since 2026: each character counts as its code less 48. */
export function isCnpj(value: string): boolean {
  const signs = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{12}\d{2}$/.test(signs) || /^(.)\1*$/.test(signs)) return false
  return hasCheckDigits(signs, (distance) => ((distance - 1) % 8) + 2)
}

/** Whether the last two signs follow from those before them. */
function hasCheckDigits(signs: string, weight: (distance: number) => number): boolean {
  for (let length = signs.length - 2; length < signs.length; length++) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += (signs.charCodeAt(i) - 48) * weight(length - i)
    const rest = sum % 11
    if (signs.charCodeAt(length) - 48 !== (rest < 2 ? 0 : 11 - rest)) return false
  }
  return true
}

/** Around each sign, because a regular expression would try every word of the text as the beginning of an address. */
function eMails(text: string, found: Personal[]): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = at - (LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0].length ?? 0)
    const end = at + 1 + (HOST.exec(text.slice(at + 1, at + 255))?.[0].length ?? 0)
    if (start < at && end > at + 1) found.push({ kind: 'email', start, end, isBare: false })
  }
}

const LOCAL = /(?!\.)[\w.+~\u0080-\u009f\u00a1-\u1fff-]+$/
const HOST = /^(?:[\w\u0080-\u009f\u00a1-\u1fff-]+\.)+[\p{L}-]*\p{L}{2}(?![\p{L}\d])/u
