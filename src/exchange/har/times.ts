import type { Exchange, Gap } from '../exchange.js'
import { asNumber, asObject, asText, type LooseObject } from './loose.js'

/** Reads the times of a HAR entry. */

type Times = Pick<Exchange, 'startedAt' | 'sentAtMs' | 'respondedAtMs' | 'gaps'>

/** Reads when the request was sent and when its response had arrived, both counted from the first request of the recording. */
export function readTimes(entry: LooseObject, startedMs: number, originMs: number): Times {
  const written = asText(entry.startedDateTime)
  if (Number.isNaN(startedMs))
    return { startedAt: new Date(0).toISOString(), sentAtMs: 0, respondedAtMs: null, gaps: ['times'] }
  const duration = readDurationMs(entry)
  const { blocked, dns, connect } = asObject(entry.timings)
  // a browser's entry begins before its request is sent: first it waits in a queue, looks up the name and connects
  const beforeSending = positive(blocked) + positive(dns) + positive(connect)
  const waited = Math.min(beforeSending, duration ?? 0)
  return {
    startedAt: CANONICAL.test(written) ? written : new Date(Math.floor(startedMs)).toISOString(),
    sentAtMs: roundToMicroseconds(startedMs - originMs + waited),
    respondedAtMs: duration === null ? null : roundToMicroseconds(startedMs - originMs + duration),
    gaps: timeGaps(fractionOf(written).length, duration),
  }
}

/** Returns what the times lack. `digits` is how many digits the fraction of a second has; whole seconds are too coarse to be used. */
function timeGaps(digits: number, duration: number | null): readonly Gap[] {
  if (digits === 0) return ['times']
  const ends = duration === null ? (['durations'] as const) : []
  return digits <= 3 ? ['whole-milliseconds', ...ends] : ends
}

/** Returns `time`, or the sum of the timings (`connect` includes `ssl`); null if both are missing. */
function readDurationMs({ time, timings }: LooseObject): number | null {
  const whole = asNumber(time)
  if (whole !== null && whole >= 0) return whole
  const parts = asObject(timings)
  const known = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => positive(parts[name]))
  return positive(parts.wait) === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}

function positive(value: unknown): number {
  return Math.max(asNumber(value) ?? 0, 0)
}

/** `2026-05-04T03:10:00.123Z`, the form of nearly every tool and of an exchange. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Milliseconds since 1970 with the written fraction, which may be finer than a `Date`: `…00.1234567Z` ends in `.4567`. */
export function parseWallMs(written: string): number {
  if (CANONICAL.test(written)) return Date.parse(written)
  const whole = Date.parse(written.replace(/\.\d+/, ''))
  const fraction = fractionOf(written)
  return fraction === '' ? whole : whole + Number(`0.${fraction}`) * 1000
}

function fractionOf(written: string): string {
  return /\d\.(\d+)/.exec(written)?.[1] ?? ''
}

function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
