import { eachMatch } from './matches.js'
import type { PersonalKind } from './places.js'

/** A stretch of a text that is personal data by its form. */
export interface Personal {
  readonly kind: PersonalKind
  readonly start: number
  readonly end: number
}

/** All but one of the written forms end in a hyphen and two digits, which few texts hold: only there is it worth a look. */
const ENDINGS: readonly (readonly [
  form: RegExp,
  kind: 'cpf' | 'cnpj',
  accept: (value: string) => boolean,
])[] = [
  [/(?<![\w.])[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/i, 'cnpj', isPlainCnpj],
  [/(?<![\w.-])[0-9A-Z]{8}\/[0-9A-Z]{4}-\d{2}$/i, 'cnpj', isPlainCnpj],
  [/(?<![\w.])\d{3}\.\d{3}\.\d{3}-\d{2}$/, 'cpf', () => true],
  [/(?<![\w.-])\d{9}-\d{2}$/, 'cpf', isCpf],
]
const LONGEST_ENDING = 20
const CPF_SPACED = /(?<![\w.-])\d{3}[ +]\d{3}[ +]\d{3}[ +]\d{2}(?!\d)/g
const PHONE =
  /(?<![\w.-])(?:(?:\+?55[\s.+-]?)?\([1-9]\d\)[\s+]?9?[\s.+]?\d{4}[-.\s+]?\d{4}|\+55[\s.+-]?[1-9]\d[\s.+-]?9?\d{4}[\s.+-]?\d{4}|(?:55\s)?[1-9][1-9] (?:9\d{4}|[2-5]\d{3})-\d{4})(?![\w-])/g
const YEARS = /(?:19|20)\d\d-(?:19|20)\d\d$/
const MAY_BE_PHONE = /\d{4}[-.\s+]?\d{4}/
const BARE = /(?<![\w.,/#+-])(?:\d{14}|\d{11})(?![\w/-]|[.,]\d)/g

/** CPF, CNPJ, e-mail and telephone in their written forms, wherever they stand. */
export function personalForms(text: string): Personal[] {
  const found: Personal[] = []
  eMails(text, found)
  if (text.length < 9) return found
  writtenDocuments(text, found)
  if (MAY_BE_PHONE.test(text))
    collect(text, { form: PHONE, kind: 'phone', accept: (value) => !YEARS.test(value) }, found)
  return found
}

function writtenDocuments(text: string, found: Personal[]): void {
  for (let hyphen = text.indexOf('-'); hyphen >= 0; hyphen = text.indexOf('-', hyphen + 1)) {
    const end = hyphen + 3
    if (isDigit(text, hyphen + 1) && isDigit(text, hyphen + 2) && !isDigit(text, end)) {
      documentEndingAt(text, end, found)
    }
  }
  collect(text, { form: CPF_SPACED, kind: 'cpf', accept: isCpf }, found)
}

function documentEndingAt(text: string, end: number, found: Personal[]): void {
  const before = text.slice(Math.max(0, end - LONGEST_ENDING), end)
  for (const [form, kind, accept] of ENDINGS) {
    const value = form.exec(before)?.[0]
    if (value !== undefined && accept(value)) found.push({ kind, start: end - value.length, end })
  }
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

function isPlainCnpj(value: string): boolean {
  return !/[a-z]/i.test(value) || isCnpj(value)
}

/** Bare digits that are a CPF or a CNPJ by their check digits. The caller knows that they stand in words, not in identifiers. */
export function bareDocuments(text: string): Personal[] {
  const found: Personal[] = []
  if (!/\d{11}/.test(text)) return found
  collect(text, { form: BARE, kind: 'cpf', accept: isCpf }, found)
  const isBareCnpj = (value: string) => /^\d{14}$/.test(value) && isCnpj(value)
  collect(text, { form: BARE, kind: 'cnpj', accept: isBareCnpj }, found)
  return found
}

/**
 * Which document a value under a document's name is; null where it is none. A name that says CPF or CNPJ is believed; under one that
 * may also be that of an invoice (`numeroDocumento`), bare digits are a person's only where their check digits say so.
 */
export function documentKind(value: string, name: string): 'cpf' | 'cnpj' | null {
  const bare = value.replace(/[^0-9A-Za-z]/g, '')
  const isCertain = /cpf|cnpj/i.test(name) || bare.length !== value.length
  if (/^[0-9A-Z]{12}\d{2}$/i.test(bare)) return isCertain || isCnpj(bare) ? 'cnpj' : null
  if (/^\d{11}$/.test(bare)) return isCertain || isCpf(bare) ? 'cpf' : null
  if (/numero/i.test(name) || value.replace(/\D/g, '').length < 5) return null
  return /cnpj/i.test(name) ? 'cnpj' : 'cpf'
}

/** Whether a value under a telephone's name is one: eight to thirteen digits and nothing but their usual signs. */
export function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  return digits >= 8 && digits <= 13 && /^[\d\s().+/-]+$/.test(value)
}

/** The same person's value in every spelling: digits alone, letters in one case. */
export function canonicalPersonal(kind: PersonalKind, value: string): string {
  if (kind === 'email') return value.toLowerCase()
  if (kind === 'cnpj') return value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const digits = value.replace(/\D/g, '')
  return kind === 'phone' && digits.length >= 12 ? digits.replace(/^55/, '') : digits
}

export function isCpf(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  if (digits.length !== 11 || /^(\d)\1*$/.test(digits)) return false
  return (
    checkDigit(digits, 9, cpfWeight) === digits.charCodeAt(9) - 48 &&
    checkDigit(digits, 10, cpfWeight) === digits.charCodeAt(10) - 48
  )
}

/** Also the form with letters, valid since 2026: each character counts as its code less 48. */
export function isCnpj(value: string): boolean {
  const signs = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{12}\d{2}$/.test(signs) || /^(.)\1*$/.test(signs)) return false
  return (
    checkDigit(signs, 12, cnpjWeight) === signs.charCodeAt(12) - 48 &&
    checkDigit(signs, 13, cnpjWeight) === signs.charCodeAt(13) - 48
  )
}

function checkDigit(signs: string, length: number, weight: (distance: number) => number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += (signs.charCodeAt(i) - 48) * weight(length - i)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function cpfWeight(distance: number): number {
  return distance + 1
}

function cnpjWeight(distance: number): number {
  return ((distance - 1) % 8) + 2
}

interface Form {
  readonly form: RegExp
  readonly kind: PersonalKind
  readonly accept: (value: string) => boolean
}

function collect(text: string, { form, kind, accept }: Form, found: Personal[]): void {
  eachMatch(text, form, (match) => {
    if (accept(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length })
  })
}

function eMails(text: string, found: Personal[]): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < 64 && isLocal(text.charCodeAt(start - 1))) start--
    while (start < at && text[start] === '.') start++
    let end = at + 1
    while (end < text.length && end - at < 254 && isDomain(text.charCodeAt(end))) end++
    while (end > at && (text[end - 1] === '.' || text[end - 1] === '-')) end--
    if (start < at && isHost(text, at + 1, end)) found.push({ kind: 'email', start, end })
  }
}

/** Labels between single points, the last of two letters at least. */
function isHost(text: string, from: number, to: number): boolean {
  let last = to - 1
  while (last > from && text[last] !== '.') last--
  if (last <= from || to - last < 3 || text[from] === '.') return false
  for (let i = from; i < last; i++) if (text[i] === '.' && text[i + 1] === '.') return false
  return TOP.test(text.slice(last + 1, to))
}

const TOP = /^[\p{L}-]+$/u

function isLocal(code: number): boolean {
  return isDomain(code) || code === 0x5f || code === 0x2b || code === 0x7e
}

function isDomain(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return (
    letter ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2d ||
    (code > 0x7f && code !== 0xa0 && code < 0x2000)
  )
}
