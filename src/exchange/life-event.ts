/** Events that `examine` can cause to see whether a client copes: `--at 3:expire` lets the access token expire after three requests. */
export const lifeEvents = [
  /** The access token expires. A renewal gets a new one. */
  'expire',
  /** The account holder withdraws consent. All tokens are revoked, and a new authorization is needed. */
  'consent',
  /** The application is set to Inativado. All tokens are revoked, and no new ones are issued. */
  'inactivate',
  /** Somebody else uses the refresh token first, so that the application's own is spent. */
  'reuse',
] as const

/** One of the events above, or `scope-<path>`, which takes away the scope for the routes of a path: `scope-produtos`. */
export type LifeEvent = (typeof lifeEvents)[number] | `scope-${string}`

/** Returns the event of this name; null if there is none. */
export function readLifeEvent(name: string): LifeEvent | null {
  const [, path = ''] = /^scope-([\w-]+(?:\/[\w-]+)*)$/.exec(name) ?? []
  return lifeEvents.find((known) => known === name) ?? (path === '' ? null : `scope-${path}`)
}

/** An event and when it happens. */
export interface LifeMoment {
  /** The number of requests to the API, refused ones included, after which it happens; at least 1. */
  readonly after: number
  readonly event: LifeEvent
}

/** Reads `3:inactivate` or `5:scope-produtos`; null if the text has another form. */
export function readLifeMoment(text: string): LifeMoment | null {
  const [, count = '', name = ''] = /^(\d{1,9}):(.+)$/.exec(text) ?? []
  const event = readLifeEvent(name)
  return event && Number(count) > 0 ? { after: Number(count), event } : null
}
