import type { Lang } from './lang.js'

/** How a language writes numbers and days. */
interface Marks {
  readonly decimal: string
  readonly thousands: string
  readonly day: (year: string, month: string, day: string) => string
}

const marks: Readonly<Record<Lang, Marks>> = {
  en: { decimal: '.', thousands: ',', day: (year, month, day) => `${year}-${month}-${day}` },
  'pt-BR': { decimal: ',', thousands: '.', day: (year, month, day) => `${day}/${month}/${year}` },
}

/** One decimal, unless rounding would hide on which side of a bound (0, 500, 2000) the value lies. */
export function formatNumber(value: number, lang: Lang): string {
  const short = Math.round(value * 10) / 10
  const rounded = short % 10 === 0 ? Math.round(value * 1000) / 1000 : short
  const [whole = '', decimals] = String(rounded).split('.')
  const isGrouped = Math.abs(rounded) >= 10_000 && Math.abs(rounded) <= 9_999_999
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, marks[lang].thousands) : whole
  return decimals === undefined ? grouped : `${grouped}${marks[lang].decimal}${decimals}`
}

/** One decimal, also where it is 0: what counts down stays as wide. */
export function oneDecimal(value: number, lang: Lang): string {
  return value.toFixed(1).replace('.', marks[lang].decimal)
}

/** The moment in UTC, to the minute: `2026-05-04 03:10`, `04/05/2026 03:10`. Anything else stays as it is. */
export function dateText(iso: string, lang: Lang): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso)
  if (parts === null) return iso
  const [, year = '', month = '', day = '', time] = parts
  return `${marks[lang].day(year, month, day)} ${time}`
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `840 ms`, `12.3 s`, `3 min 20 s`, `1 h 5 min`: as exact as a reader needs it. */
export function durationText(ms: number, lang: Lang): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE - 50) return `${formatNumber(Math.round(ms / 100) / 10, lang)} s`
  if (ms < HOUR - SECOND / 2) return parts(Math.round(ms / SECOND), 'min', 's')
  return parts(Math.round(ms / MINUTE), 'h', 'min')
}

function parts(count: number, large: string, small: string): string {
  const rest = count % 60
  return `${Math.floor(count / 60)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`
}
