import { isObject, type Json } from '../../exchange/json.js'
import { isIdentifier, isSameIdentifier } from '../identifier.js'
import type { Fields } from '../seen.js'

/** A value as a finding shows it: JSON, cut to 80 characters. */
export function show(value: Json | undefined): string {
  // a number such as 1e400 is parsed as infinity, which JSON cannot express
  return (value === Number.POSITIVE_INFINITY ? 'Infinity' : (JSON.stringify(value) ?? '—')).slice(0, 80)
}

/** Names of fields as a finding shows them, at most eight. */
export function showNames(names: readonly string[]): string {
  return names.slice(0, 8).join(', ')
}

/**
 * Whether a record shows the value that was sent, as far as one can tell. A service may reformat values: 0.30000000000000004
 * for 0.3, `2026-05-04 00:00:00` for `2026-05-04`, a text without spaces at its ends. Values of different types count as
 * equal, because they cannot be compared.
 */
export function isEqualEnough(sent: Json, shown: Json): boolean {
  // a service may show nothing in place of a default
  if (isEmpty(shown)) return !hasInformation(sent)
  // a label hides its value, so only two labels can be compared
  if (isLabel(sent) !== isLabel(shown)) return true
  if (typeof sent === 'number' || typeof shown === 'number') return areEqualNumbers(sent, shown)
  if (typeof sent === 'string' && typeof shown === 'string') return areEqualTexts(sent.trim(), shown.trim())
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((item, i) => isEqualEnough(item, shown[i] ?? null))
  if (isObject(sent) && isObject(shown)) {
    if (isReference(sent, shown)) return areEqualIdentifiers(sent.id ?? null, shown.id ?? null)
    return findDifference(sent, shown) === null
  }
  return typeof sent !== 'boolean' || typeof shown !== 'boolean' || sent === shown
}

/** A field that was sent, by its path (`itens[0].valor`), and what is shown in its place. */
export interface FieldDifference {
  readonly field: string
  readonly sent: Json | undefined
  readonly shown: Json | undefined
}

/** The evidence of a field that differs. */
export function evidenceOf({ field, sent, shown }: FieldDifference) {
  return { field, sent: show(sent), shown: show(shown) }
}

/** The first field that both records have and that differs, at any depth; null if none does. */
export function findDifference(
  sent: Fields,
  shown: Fields,
  isLeftOut: (name: string) => boolean = () => false,
): FieldDifference | null {
  const names = Object.keys(sent).filter(
    (name) => name !== 'id' && Object.hasOwn(shown, name) && !isLeftOut(name),
  )
  const field = names.find((name) => !isEqualField(name, sent[name] ?? null, shown[name] ?? null))
  return field === undefined ? null : locateDifference({ field, sent: sent[field], shown: shown[field] })
}

/** Narrows the difference of an object or array to the field or item in it that differs. */
function locateDifference(whole: FieldDifference): FieldDifference {
  const { field, sent = null, shown = null } = whole
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length) {
    const i = sent.findIndex((item, at) => !isEqualEnough(item, shown[at] ?? null))
    return locateDifference({ field: `${field}[${i}]`, sent: sent[i], shown: shown[i] })
  }
  if (!isObject(sent) || !isObject(shown)) return whole
  if (isReference(sent, shown)) return { field: `${field}.id`, sent: sent.id, shown: shown.id }
  const deeper = findDifference(sent, shown)
  return deeper ? { ...deeper, field: `${field}.${deeper.field}` } : whole
}

/** Whether masking replaced a whole value by a label such as `[cpf#1]`. It may do so to an identifier that looks like a person's number. */
export function isLabel(value: Json): boolean {
  return typeof value === 'string' && /^\[[a-z_]+#\d+\]$/.test(value)
}

/** Compares the values of a field. Its name (`id`, `idContato`) tells whether they are identifiers. */
function isEqualField(name: string, sent: Json, shown: Json): boolean {
  return /^id(?:$|[A-Z])/.test(name) ? areEqualIdentifiers(sent, shown) : isEqualEnough(sent, shown)
}

/** Identifiers are compared exactly, because long ones may differ by less than the tolerance for decimals. */
function areEqualIdentifiers(sent: Json, shown: Json): boolean {
  const areVisible = isIdentifier(sent) && isIdentifier(shown) && isLabel(sent) === isLabel(shown)
  return areVisible ? isSameIdentifier(sent, shown) : isEqualEnough(sent, shown)
}

/** Whether two objects refer to records by an `id`. Only the `id` is compared, because the other fields belong to those records. */
function isReference(sent: Fields, shown: Fields): boolean {
  const id = sent.id ?? null
  return !isEmpty(id) && id !== 0 && !isEmpty(shown.id ?? null)
}

/** Whether a value is null, an empty text or an empty array. Services store these like an absent value. */
export function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether a value differs from what a service shows by default: `0`, `'0'`, `false`, `0000-00-00` and `{ id: 0 }` do not. */
export function hasInformation(value: Json | undefined): boolean {
  if (isObject(value)) return Object.values(value).some(hasInformation)
  if (typeof value === 'string')
    return value.trim() !== '' && !/^\s*(0+([.,]0+)?|0000-00-00.*)\s*$/.test(value)
  return value !== undefined && !isEmpty(value) && value !== 0 && value !== false
}

/** Allows for rounding in the service. For numbers below 1 it is an absolute difference. */
const MAX_RELATIVE_DIFFERENCE = 1e-6

/** Compares two values of which one is a number. The other one may be a text, a boolean or nothing. */
function areEqualNumbers(a: Json, b: Json): boolean {
  if (isObject(a) || isObject(b) || Array.isArray(a) || Array.isArray(b)) return true
  const left = parseNumber(a)
  const right = parseNumber(b)
  if (left === null || right === null) return haveEqualDigits(a, b)
  return Math.abs(left - right) <= MAX_RELATIVE_DIFFERENCE * Math.max(1, Math.abs(left), Math.abs(right))
}

/** The number that a value represents: 1234.5 for `'1234.5'` or `'1.234,5'`; null if it is no number. */
function parseNumber(value: Json): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  // a service may store an absent number as 0
  if (value === null || value === '') return 0
  if (typeof value !== 'string') return null
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return /^\s*-?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/.test(value)
    ? Number(value.replaceAll('.', '').replace(',', '.'))
    : null
}

function areEqualTexts(a: string, b: string): boolean {
  if (a === b || a.normalize() === b.normalize()) return true
  const [one, other] = [parseDateTime(a), parseDateTime(b)]
  if (one && other) return areEqualDateTimes(one, other)
  const left = parseNumber(a)
  const right = parseNumber(b)
  // whole numbers may be codes, in which zeros count: `007` and `7`
  if (left !== null && right !== null && /[.,]/.test(a)) return areEqualNumbers(left, right)
  return haveEqualDigits(a, b)
}

/** Compares telephone numbers, postal codes and the like without punctuation; if one is a number, also without leading zeros. */
function haveEqualDigits(a: Json, b: Json): boolean {
  const [left, right] = [parseDigits(a), parseDigits(b)]
  if (left === null || right === null) return false
  const isNumber = typeof a === 'number' || typeof b === 'number'
  return isNumber ? Number(left) === Number(right) : left === right
}

/** The digits of `(11) 98765-4321` or `01310-100`; null for a decimal, a date, or fewer than six digits. */
function parseDigits(value: Json): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null
  if (typeof value !== 'string' || !/^\+?\(?\d[\d\s()./-]*$/.test(value) || /^\d+\.\d+$/.test(value))
    return null
  const digits = value.replace(/\D/g, '')
  return digits.length < 6 || parseDateTime(value) ? null : digits
}

interface DateTime {
  readonly date: string
  /** Empty if the text has a date only. */
  readonly time: string
  readonly isZoned: boolean
}

/** Parses `2026-05-04`, `04/05/2026`, `2026-05-04 10:00:00` or `2026-05-04T10:00:00.000-03:00`; null for other texts. */
function parseDateTime(text: string): DateTime | null {
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})\b/, '$3-$2-$1')
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    iso,
  )
  if (!parts) return null
  const [, date = '', time = '', zone] = parts
  return { date, time: time.length === 5 ? `${time}:00` : time, isZoned: zone !== undefined }
}

/** If only one has a time zone, the hour and the day may differ, so only minutes and seconds are compared. */
function areEqualDateTimes(a: DateTime, b: DateTime): boolean {
  if (a.time === '' || b.time === '') return a.date === b.date
  if (a.isZoned !== b.isZoned) return a.time.slice(2) === b.time.slice(2)
  return a.date === b.date && a.time === b.time
}

/** A field of a record that changed between two reads. */
export interface Change {
  /** `itens[0].valor` */
  readonly path: string
  /** `lost`: the field is absent or empty now. */
  readonly kind: 'changed' | 'lost' | 'gained'
  readonly before: Json | undefined
  readonly now: Json | undefined
}

/** The fields that changed or were lost, at every depth, and those gained at the top level. An absent value equals an empty one. */
export function changesOf(before: Fields, now: Fields): Change[] {
  const gained = Object.keys(now).filter(
    (name) => !Object.hasOwn(before, name) && !isEmpty(now[name] ?? null),
  )
  return [
    ...changesWithin(before, now, ''),
    ...gained.map((path): Change => ({ path, kind: 'gained', before: undefined, now: now[path] })),
  ]
}

function changesWithin(before: Fields, now: Fields, path: string): Change[] {
  const isReferring = path !== '' && isReference(before, now)
  return Object.entries(before).flatMap(([name, value]): Change[] => {
    // of a reference only the `id` may not change, and of other objects all fields but the `id`; none may be lost
    const mayChange = isReferring ? name !== 'id' : name === 'id'
    return mayChange && now[name] !== undefined ? [] : changesBetween(value, now[name], path + name)
  })
}

function changesBetween(before: Json, now: Json | undefined, path: string): Change[] {
  if (now === undefined) return before === null ? [] : [{ path, kind: 'lost', before, now }]
  if (isObject(before) && isObject(now)) return changesWithin(before, now, `${path}.`)
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((item, i) => changesBetween(item, now[i] ?? null, `${path}[${i}]`))
  if (isEqualField(path.slice(path.lastIndexOf('.') + 1), before, now)) return []
  return [{ path, kind: isEmpty(now) ? 'lost' : 'changed', before, now }]
}

/** Whether a body has a field at a path. Array indexes do not count: `itens[3].valor` is there if the first item has `valor`. */
export function hasPath(value: unknown, path: string): boolean {
  let current = value
  // `itens[3].valor` is split into `itens`, `3]` and `valor`
  for (const name of path.split(/[.[]/)) {
    if (Array.isArray(current)) current = current[0]
    else if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return false
    else current = (current as Record<string, unknown>)[name]
  }
  return true
}
