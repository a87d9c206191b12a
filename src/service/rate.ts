import { RATE_TOLERANCE_MS } from '../specification/profile.js'
import type { ServiceSettings } from './settings.js'

/** The requests of an account that still count for its rate limits. */
export interface CountedRequests {
  /** The clock's times of the requests within the last second, or a longer window for a limit below one a second. */
  timesMs: number[]
  /** How many requests each hour had, by its number from the clock's origin. */
  readonly hours: Map<number, number>
}

const HOUR_MS = 3_600_000

/**
 * Counts a request for the limits of a second and of a day. If the request exceeds a limit, it is not counted and the
 * period of that limit is returned.
 */
export function countForLimits(
  counted: CountedRequests,
  nowMs: number,
  { perSecond, perDay }: ServiceSettings['rate'],
): 'second' | 'day' | null {
  if (perSecond !== null && isSecondFull(counted, nowMs, perSecond)) return 'second'
  if (perDay !== null && countLastDay(counted, nowMs) >= perDay) return 'day'
  if (perSecond !== null) counted.timesMs.push(nowMs)
  const hour = Math.floor(nowMs / HOUR_MS)
  if (perDay !== null) counted.hours.set(hour, (counted.hours.get(hour) ?? 0) + 1)
  return null
}

/**
 * Has the same tolerance as the rule `limits/rate`, so that no request is refused here that the rule accepts. A limit
 * of 0.5 a second means one request in two seconds.
 */
function isSecondFull(counted: CountedRequests, nowMs: number, perSecond: number): boolean {
  const limit = Math.max(1, Math.floor(perSecond))
  const windowMs = (limit / perSecond) * 1000 - RATE_TOLERANCE_MS
  counted.timesMs = counted.timesMs.filter((atMs) => nowMs - atMs < windowMs)
  return counted.timesMs.length >= limit
}

/** Counts by whole hours, as the rule `limits/rate` does, and forgets the hours before. */
function countLastDay({ hours }: CountedRequests, nowMs: number): number {
  let count = 0
  for (const [hour, requests] of hours) {
    if (hour <= Math.floor(nowMs / HOUR_MS) - 24) hours.delete(hour)
    else count += requests
  }
  return count
}
