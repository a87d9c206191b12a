/**
 * Recognises what a response means under a profile: a refused token, a time limit that was hit, a missing scope. Rules and
 * our own client both decide by these functions.
 */
import type { Profile } from './profile.js'

/** The part of a response that these functions read. Header names are compared without case. */
export interface ResponseSigns {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string | null
}

/**
 * Whether the response refuses the access token. §Errors leaves the form open, so the profile's `deadToken` decides:
 * 401, 400 with one of the `markers` in its text or header, or either of them.
 */
export function refusesToken(response: ResponseSigns, profile: Profile): boolean {
  const { reading, markers } = profile.deadToken
  if (response.status === 401) return reading !== '400'
  if (response.status !== 400 || reading === '401') return false
  if (hitsLimit(response, profile)) return false // its text may contain a marker, such as `token`
  return containsAny(`${response.text ?? ''} ${authenticateHeader(response)}`, markers)
}

/** Whether the response says that a time limit was hit. §Limits */
export function hitsLimit(response: ResponseSigns, profile: Profile): boolean {
  const { statuses, markers } = profile.limitHit
  if (statuses.includes(response.status)) return true
  return response.status === 400 && containsAny(response.text ?? '', markers)
}

/** Whether the response says that the token lacks a scope. Renewing the token, or asking again, does not help. */
export function lacksScope(response: ResponseSigns, { missingScope }: Profile): boolean {
  if (response.status !== 403) return false
  return containsAny(`${response.text ?? ''} ${authenticateHeader(response)}`, missingScope?.markers ?? [])
}

function authenticateHeader({ headers }: ResponseSigns): string {
  return headers.find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1] ?? ''
}

/**
 * Whether the text of a response with this status may show that a limit was hit or a token refused. If such a text was not
 * recorded, we cannot know which error it was.
 */
export function needsText({ status }: Pick<ResponseSigns, 'status'>, profile: Profile): boolean {
  if (status !== 400) return false
  const { deadToken, limitHit } = profile
  return limitHit.markers.length > 0 || (deadToken.reading !== '401' && deadToken.markers.length > 0)
}

export function isSuccess(response: Pick<ResponseSigns, 'status'>): boolean {
  return response.status >= 200 && response.status <= 299
}

/** The longest `Retry-After` for which a client has to wait. A client that is asked to wait longer may give up. */
export const LONGEST_RETRY_AFTER_MS = 60_000

/** Milliseconds from now until a `Retry-After`, which has seconds or a date; null if it is missing or makes no sense. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000
  const dateMs = Date.parse(value)
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}

function containsAny(text: string, markers: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return markers.some((marker) => lower.includes(marker.toLowerCase()))
}
