/** Events that may happen to an application. Those about scopes also name a path: `scope-produtos`. */
export const lifeEvents = [
  /** Its access token expires: a renewal mends it. */
  'expire',
  /** Its account holder withdraws consent: all tokens die, and a new authorization is needed. */
  'consent',
  /** It is set to Inativado: all tokens die, and none are given. */
  'inactivate',
  /** Somebody else renews with its refresh token first: its own is spent. */
  'reuse',
] as const

/** Chosen for an examination; `scope-<path>` takes the scope for the routes of a path away. */
export type LifeEvent = (typeof lifeEvents)[number] | `scope-${string}`

/** The event of that name, or null. */
export function readLifeEvent(name: string): LifeEvent | null {
  const [, path = ''] = /^scope-([\w-]+(?:\/[\w-]+)*)$/.exec(name) ?? []
  return lifeEvents.find((known) => known === name) ?? (path === '' ? null : `scope-${path}`)
}

/** An event that comes once an application has sent so many requests to the API, refused ones included. */
export interface LifeMoment {
  /** From 1. */
  readonly after: number
  readonly event: LifeEvent
}

/** Reads `3:inactivate` or `5:scope-produtos`; null if the text is neither. */
export function readLifeMoment(text: string): LifeMoment | null {
  const [, count = '', name = ''] = /^(\d{1,9}):(.+)$/.exec(text) ?? []
  const event = readLifeEvent(name)
  return event && Number(count) > 0 ? { after: Number(count), event } : null
}
