import type { Gap } from '../exchange.js'
import { asLoose, type Loose, number, text } from './loose.js'

interface Times {
  readonly startedAt: string
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
  readonly gaps: readonly Gap[]
}

/** When the request went out and the answer had come, after the first request of the recording. */
export function timesOf(entry: Loose, startedMs: number, originMs: number): Times {
  const written = text(entry.startedDateTime)
  if (Number.isNaN(startedMs))
    return { startedAt: new Date(0).toISOString(), sentAtMs: 0, answeredAtMs: null, gaps: ['times'] }
  const duration = durationOf(entry)
  const waited = Math.min(beforeSending(asLoose(entry.timings)), Math.max(duration ?? 0, 0))
  const isCanonical = CANONICAL.test(written)
  const digits = isCanonical ? 3 : fractionOf(written).length
  return {
    startedAt: isCanonical ? written : new Date(Math.floor(startedMs)).toISOString(),
    sentAtMs: round(startedMs - originMs + waited),
    answeredAtMs: duration === null ? null : round(startedMs - originMs + duration),
    gaps: gapsOf(digits, duration),
  }
}

/** `digits`: of the fraction of a second. */
function gapsOf(digits: number, duration: number | null): readonly Gap[] {
  if (digits === 0) return ['times']
  const ends = duration === null ? (['durations'] as const) : []
  return digits <= 3 ? ['whole-milliseconds', ...ends] : ends
}

/** `time`, else the sum of the timings, of which `connect` holds `ssl`; null where neither tells it. */
function durationOf({ time, timings }: Loose): number | null {
  const whole = number(time)
  if (whole !== null && whole >= 0) return whole
  const parts = asLoose(timings)
  const known = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => positive(parts[name]))
  return positive(parts.wait) === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}

/** Milliseconds that a browser spent on queues, names and connections before the request went out. */
function beforeSending(timings: Loose): number {
  return positive(timings.blocked) + positive(timings.dns) + positive(timings.connect)
}

function positive(value: unknown): number {
  return Math.max(number(value) ?? 0, 0)
}

/** As nearly every tool writes a time, and as an exchange keeps it. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Milliseconds since 1970 with the fraction that the text shows, finer than a `Date` holds. */
export function wallMs(written: string): number {
  if (CANONICAL.test(written)) return Date.parse(written)
  const whole = Date.parse(written.replace(/\.\d+/, ''))
  const fraction = fractionOf(written)
  return fraction === '' ? whole : whole + Number(`0.${fraction}`) * 1000
}

function fractionOf(written: string): string {
  return /\d\.(\d+)/.exec(written)?.[1] ?? ''
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
