import type { Lang } from './lang.js'

/**
 * Writes a number with at most one decimal: `1999.7`. The limits of the specification, such as 2000 ms, are multiples of ten, so a value that
 * one decimal would turn into such a limit keeps three (`1999.98`). Numbers of five to seven digits are grouped (`10,000`); longer ones are
 * identifiers, which are not.
 */
export function formatNumber(value: number, lang: Lang): string {
  const short = Math.round(value * 10) / 10
  const looksLikeLimit = short % 10 === 0
  const rounded = looksLikeLimit ? Math.round(value * 1000) / 1000 : short
  const isGrouped = Math.abs(rounded) >= 10_000 && Math.abs(rounded) <= 9_999_999
  return formatFor(lang, isGrouped).format(rounded)
}

/** Number formats by language and grouping. They are kept because creating one takes fifty times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>()

function formatFor(lang: Lang, useGrouping: boolean): Intl.NumberFormat {
  const key = `${lang} ${useGrouping}`
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, { useGrouping, maximumFractionDigits: 3 })
  formats.set(key, format)
  return format
}

/** Writes a number with exactly one decimal, so that a countdown keeps its width. */
export function oneDecimal(value: number, lang: Lang): string {
  return value.toLocaleString(lang, {
    useGrouping: false,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
}

/** Writes an ISO 8601 time in UTC to the minute: `2026-05-04 03:10`, in Portuguese `04/05/2026 03:10`. Any other text is returned unchanged. */
export function dateText(iso: string, lang: Lang): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso)
  if (parts === null) return iso
  const [, year = '', month = '', day = '', time] = parts
  return lang === 'en' ? `${year}-${month}-${day} ${time}` : `${day}/${month}/${year} ${time}`
}

/** Returns the trimmed text if it is an existing day in the form `YYYY-MM-DD`; else null. */
export function readDay(text: string): string | null {
  const day = text.trim()
  const parsed = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? null : day
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Writes a duration: `840 ms`, `12.3 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationText(ms: number, lang: Lang): string {
  // the bounds are lower by half of the last digit shown, so that nothing is rounded to `1000 ms`, `60 s` or `60 min`
  if (ms < SECOND - 0.5) return `${Math.round(ms)} ms`
  if (ms < MINUTE - 50) return `${formatNumber(Math.round(ms / 100) / 10, lang)} s`
  if (ms < HOUR - SECOND / 2) return inTwoUnits(Math.round(ms / SECOND), 'min', 's')
  return inTwoUnits(Math.round(ms / MINUTE), 'h', 'min')
}

/** `200`, `min` and `s` give `3 min 20 s`. */
function inTwoUnits(count: number, large: string, small: string): string {
  const rest = count % 60
  return `${Math.floor(count / 60)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`
}
