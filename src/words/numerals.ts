import type { Lang } from './lang.js'

/**
 * Writes a number with one decimal, or with three if rounding would hide on which side of a bound (0, 500, 2000) it
 * is. Identifiers are not grouped.
 */
export function formatNumber(value: number, lang: Lang): string {
  const short = Math.round(value * 10) / 10
  const rounded = short % 10 === 0 ? Math.round(value * 1000) / 1000 : short
  const isGrouped = Math.abs(rounded) >= 10_000 && Math.abs(rounded) <= 9_999_999
  return formatOf(lang, isGrouped).format(rounded)
}

/** Formats that were made, because making one takes fifty times as long as formatting with it. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(lang: Lang, useGrouping: boolean): Intl.NumberFormat {
  const key = `${lang} ${useGrouping}`
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, { useGrouping, maximumFractionDigits: 3 })
  formats.set(key, format)
  return format
}

/** Always one decimal, so that a countdown keeps its width. */
export function oneDecimal(value: number, lang: Lang): string {
  return value.toLocaleString(lang, {
    useGrouping: false,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
}

/** The moment in UTC, to the minute: `2026-05-04 03:10`, `04/05/2026 03:10`. Anything else stays as it is. */
export function dateText(iso: string, lang: Lang): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso)
  if (parts === null) return iso
  const [, year = '', month = '', day = '', time] = parts
  return lang === 'en' ? `${year}-${month}-${day} ${time}` : `${day}/${month}/${year} ${time}`
}

/** A day of the calendar as `YYYY-MM-DD`; null if the text is none. */
export function readDay(text: string): string | null {
  const day = text.trim()
  const parsed = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? null : day
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
