/** What may befall an application. Those of its scopes name a path besides: `scope-produtos`. */
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

/** `3:inactivate`, `5:scope-produtos`; null where the text is none. */
export function readLifeMoment(text: string): LifeMoment | null {
  const [, count = '', name = ''] = /^(\d{1,9}):(.+)$/.exec(text) ?? []
  const event = readLifeEvent(name)
  return event && Number(count) > 0 ? { after: Number(count), event } : null
}
