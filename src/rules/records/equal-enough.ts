import { isObject, type Json } from '../../exchange/json.js'
import { isIdentifier, isSameIdentifier } from '../identifier.js'
import type { Fields } from '../seen.js'

/** How a value reads in a finding: JSON, cut to a line. */
export function show(value: Json | undefined): string {
  // JSON has no infinity, which is what a number such as 1e400 is read as
  return (value === Number.POSITIVE_INFINITY ? 'Infinity' : (JSON.stringify(value) ?? '—')).slice(0, 80)
}

/**
 * Whether a record shows what was sent. The service reformats some values that it stores: decimals carry binary noise,
 * dates gain a time, texts lose their margins. Where it shows a value in another form altogether, nothing is judged.
 */
export function equalEnough(sent: Json, shown: Json): boolean {
  if (isNothing(shown)) return !isTelling(sent)
  if (isMasked(sent) !== isMasked(shown)) return true
  if (typeof sent === 'number' || typeof shown === 'number') return equalNumbers(sent, shown)
  if (typeof sent === 'string' && typeof shown === 'string') return equalTexts(sent.trim(), shown.trim())
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((item, i) => equalEnough(item, shown[i] ?? null))
  if (isObject(sent) && isObject(shown)) return equalObjects(sent, shown)
  return typeof sent !== typeof shown || typeof sent === 'object' || sent === shown
}

/** A field that was sent, by its path (`itens[0].valor`), and what is shown in its place. */
export interface Differing {
  readonly field: string
  readonly sent: Json | undefined
  readonly shown: Json | undefined
}

/** How a finding shows a field that differs. */
export function evidenceOf({ field, sent, shown }: Differing) {
  return { field, sent: show(sent), shown: show(shown) }
}

/** The first field that both have and that differs, as deep as it lies; null where none does. */
export function differing(
  sent: Fields,
  shown: Fields,
  without: (name: string) => boolean = () => false,
): Differing | null {
  const names = Object.keys(sent).filter(
    (name) => name !== 'id' && Object.hasOwn(shown, name) && !without(name),
  )
  const field = names.find((name) => !equalField(name, sent[name] ?? null, shown[name] ?? null))
  return field === undefined ? null : within({ field, sent: sent[field], shown: shown[field] })
}

function within(whole: Differing): Differing {
  const { field, sent = null, shown = null } = whole
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length) {
    const i = sent.findIndex((item, at) => !equalEnough(item, shown[at] ?? null))
    return within({ field: `${field}[${i}]`, sent: sent[i], shown: shown[i] })
  }
  if (!isObject(sent) || !isObject(shown)) return whole
  if (isReference(sent, shown)) return { field: `${field}.id`, sent: sent.id, shown: shown.id }
  const deeper = differing(sent, shown)
  return deeper ? { ...deeper, field: `${field}.${deeper.field}` } : whole
}

/** Whether masking left a label. An identifier written as text may look like a person's number. */
export function isMasked(value: Json): boolean {
  return typeof value === 'string' && /^\[[a-z_]+#\d+\]$/.test(value)
}

/** A reference is compared by its identifier only, because its other fields belong to the other record. */
function equalObjects(sent: Fields, shown: Fields): boolean {
  return isReference(sent, shown)
    ? equalIdentifiers(sent.id ?? null, shown.id ?? null)
    : differing(sent, shown) === null
}

/** Whether a field shows what was sent; the name tells whether the value is an identifier. */
function equalField(name: string, sent: Json, shown: Json): boolean {
  return /^id(?:$|[A-Z])/.test(name) ? equalIdentifiers(sent, shown) : equalEnough(sent, shown)
}

/** Compared exactly: two consecutive ones of eleven digits differ by less than the tolerance for decimals. */
function equalIdentifiers(sent: Json, shown: Json): boolean {
  if (!isIdentifier(sent) || !isIdentifier(shown) || isMasked(sent) !== isMasked(shown))
    return equalEnough(sent, shown)
  return isSameIdentifier(sent, shown)
}

function isReference(sent: Fields, shown: Fields): boolean {
  const id = sent.id ?? null
  return !isNothing(id) && id !== 0 && !isNothing(shown.id ?? null)
}

/** An absent value and an empty one are stored alike. */
export function isNothing(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether the value carries information. 0, '0', false and the zero date do not; `{ id: 0 }` refers to no record. */
export function isTelling(value: Json | undefined): boolean {
  if (isObject(value)) return Object.values(value).some(isTelling)
  if (typeof value === 'string')
    return value.trim() !== '' && !/^\s*(0+([.,]0+)?|0000-00-00.*)\s*$/.test(value)
  return value !== undefined && !isNothing(value) && value !== 0 && value !== false
}

const RELATIVE = 1e-6

function equalNumbers(a: Json, b: Json): boolean {
  if (isObject(a) || isObject(b) || Array.isArray(a) || Array.isArray(b)) return true
  const left = numberOf(a)
  const right = numberOf(b)
  if (left === null || right === null) return equalDigits(a, b)
  return Math.abs(left - right) <= RELATIVE * Math.max(1, Math.abs(left), Math.abs(right))
}

/** The number that a value represents. A text may have a point or a comma before its decimals. */
function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || value === '') return 0
  if (typeof value !== 'string') return null
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return /^\s*-?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/.test(value)
    ? Number(value.replaceAll('.', '').replace(',', '.'))
    : null
}

function equalTexts(a: string, b: string): boolean {
  if (a === b || a.normalize() === b.normalize()) return true
  const [one, other] = [momentOf(a), momentOf(b)]
  if (one && other) return equalMoments(one, other)
  const left = numberOf(a)
  const right = numberOf(b)
  if (left !== null && right !== null && /[.,]/.test(a)) return equalNumbers(left, right)
  return equalDigits(a, b)
}

/** A telephone, a postal code or a document's number, whose punctuation a service may drop or add; a number also drops its zeros. */
function equalDigits(a: Json, b: Json): boolean {
  const [left, right] = [digitsOf(a), digitsOf(b)]
  if (left === null || right === null) return false
  const isNumber = typeof a === 'number' || typeof b === 'number'
  return isNumber ? Number(left) === Number(right) : left === right
}

/** Reads digits that punctuation may divide; null for a plain number, because its point or sign changes the value. */
function digitsOf(value: Json): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null
  if (typeof value !== 'string' || !/^\+?\(?\d[\d\s()./-]*$/.test(value) || /^\d+\.\d+$/.test(value))
    return null
  const digits = value.replace(/\D/g, '')
  return digits.length < 6 || momentOf(value) ? null : digits
}

interface Moment {
  readonly date: string
  /** Empty if the text has a date only. */
  readonly time: string
  readonly isZoned: boolean
}

/** `2026-05-04`, `04/05/2026`, `2026-05-04 10:00:00`, `2026-05-04T10:00:00.000-03:00`. */
function momentOf(text: string): Moment | null {
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})\b/, '$3-$2-$1')
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    iso,
  )
  if (!parts) return null
  const [, date = '', time = '', zone] = parts
  return { date, time: time.length === 5 ? `${time}:00` : time, isZoned: zone !== undefined }
}

/** Which zone a text without one is in is not shown. */
function equalMoments(a: Moment, b: Moment): boolean {
  if (a.time === '' || b.time === '') return a.date === b.date
  if (a.isZoned !== b.isZoned) return a.time.slice(2) === b.time.slice(2)
  return a.date === b.date && a.time === b.time
}

/** A field that a record shows otherwise than it did before. */
export interface Change {
  /** Names that lead to it: `itens[0].valor`. */
  readonly path: string
  /** `lost`: it is gone, or empty. */
  readonly kind: 'changed' | 'lost' | 'gained'
  readonly before: Json | undefined
  readonly now: Json | undefined
}

/** The fields that differ from an earlier state, at every depth. An absent value equals an empty one. */
export function changesOf(before: Fields, now: Fields): Change[] {
  const gained = Object.keys(now).filter(
    (name) => !Object.hasOwn(before, name) && !isNothing(now[name] ?? null),
  )
  return [
    ...changesWithin(before, now, ''),
    ...gained.map((path): Change => ({ path, kind: 'gained', before: undefined, now: now[path] })),
  ]
}

function changesWithin(before: Fields, now: Fields, path: string): Change[] {
  // what else a reference shows than its identifier is the other record's
  const isOthers = path !== '' && isReference(before, now)
  return Object.entries(before).flatMap(([name, value]): Change[] => {
    const shown = now[name]
    const isCompared = shown === undefined || (name === 'id') === isOthers
    return isCompared ? changesBetween(value, shown, path + name) : []
  })
}

function changesBetween(before: Json, now: Json | undefined, path: string): Change[] {
  if (now === undefined) return before === null ? [] : [{ path, kind: 'lost', before, now }]
  if (isObject(before) && isObject(now)) return changesWithin(before, now, `${path}.`)
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((item, i) => changesBetween(item, now[i] ?? null, `${path}[${i}]`))
  if (equalField(path.slice(path.lastIndexOf('.') + 1), before, now)) return []
  return [{ path, kind: isNothing(now) ? 'lost' : 'changed', before, now }]
}

/** Whether a value names what a path leads to, whichever item of an array. */
export function names(value: unknown, path: string): boolean {
  let at = value
  for (const name of path.split(/[.[]/)) {
    if (Array.isArray(at)) at = at[0]
    else if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false
    else at = (at as Record<string, unknown>)[name]
  }
  return true
}
