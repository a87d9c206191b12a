import type { Profile } from './profile.js'

/** As much of a response as is needed to tell what it says. Header names are compared without case. */
export interface ResponseSigns {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string | null
}

/** Whether the response refuses the access token, under the profile's reading of `deadToken`. §Errors leaves it open. */
export function refusesToken(response: ResponseSigns, profile: Profile): boolean {
  const { reading, markers } = profile.deadToken
  if (response.status === 401) return reading !== '400'
  if (response.status !== 400 || reading === '401') return false
  if (hitsLimit(response, profile)) return false
  return holdsOneOf(`${response.text ?? ''} ${challengeOf(response)}`, markers)
}

/** Whether the response says that a time limit was hit. §Limits */
export function hitsLimit(response: ResponseSigns, profile: Profile): boolean {
  const { statuses, markers } = profile.limitHit
  if (statuses.includes(response.status)) return true
  return response.status === 400 && holdsOneOf(response.text ?? '', markers)
}

/** Whether the response says that the token lacks a scope. Renewing the token, or asking again, does not help. */
export function lacksScope(response: ResponseSigns, { missingScope }: Profile): boolean {
  if (response.status !== 403) return false
  return holdsOneOf(`${response.text ?? ''} ${challengeOf(response)}`, missingScope?.markers ?? [])
}

function challengeOf({ headers }: ResponseSigns): string {
  return headers.find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1] ?? ''
}

/**
 * True if the response's text could show that a limit was hit or a token refused, and its status cannot. If the text
 * was not recorded, nobody knows which error it was.
 */
export function speaksByText({ status }: Pick<ResponseSigns, 'status'>, profile: Profile): boolean {
  if (status !== 400) return false
  const { deadToken, limitHit } = profile
  return limitHit.markers.length > 0 || (deadToken.reading !== '401' && deadToken.markers.length > 0)
}

export function isSuccess(response: Pick<ResponseSigns, 'status'>): boolean {
  return response.status >= 200 && response.status <= 299
}

/** The longest `Retry-After` that is waited for. Who is asked to wait longer may give up. */
export const LONGEST_HOLD_MS = 60_000

/** `Retry-After` as milliseconds from now: seconds or a date; null where it is missing or makes no sense. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

function holdsOneOf(text: string, markers: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return markers.some((marker) => lower.includes(marker.toLowerCase()))
}
