import { RATE_TOLERANCE_MS } from '../specification/profile.js'
import type { ServiceSettings } from './settings.js'

/** The requests of an account that still count. */
export interface Sent {
  timesMs: number[]
  /** Requests by the hour. */
  readonly hours: Map<number, number>
}

const HOUR_MS = 3_600_000

/** Counts a request. If it exceeds a limit, returns the period of that limit; a refused request does not count. */
export function exceeds(
  sent: Sent,
  nowMs: number,
  { perSecond, perDay }: ServiceSettings['rate'],
): 'second' | 'day' | null {
  if (perSecond !== null && isFull(sent, nowMs, perSecond)) return 'second'
  if (perDay !== null && sentToday(sent, nowMs) >= perDay) return 'day'
  if (perSecond !== null) sent.timesMs.push(nowMs)
  const hour = Math.floor(nowMs / HOUR_MS)
  if (perDay !== null) sent.hours.set(hour, (sent.hours.get(hour) ?? 0) + 1)
  return null
}

/**
 * Refuses no request that `limits/rate` accepts. A limit below one request a second means one request in a longer
 * period.
 */
function isFull(sent: Sent, nowMs: number, perSecond: number): boolean {
  const limit = Math.max(1, Math.floor(perSecond))
  const windowMs = (limit / perSecond) * 1000 - RATE_TOLERANCE_MS
  sent.timesMs = sent.timesMs.filter((atMs) => nowMs - atMs < windowMs)
  return sent.timesMs.length >= limit
}

/** By whole hours, as the rule counts them. */
function sentToday({ hours }: Sent, nowMs: number): number {
  let count = 0
  for (const [hour, requests] of hours) {
    if (hour <= Math.floor(nowMs / HOUR_MS) - 24) hours.delete(hour)
    else count += requests
  }
  return count
}
