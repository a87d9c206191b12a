import type { LifeEvent } from '../exchange/exchange.js'
import type { ApplicationState } from './application.js'
import type { ServiceContext, TokenStore } from './tokens.js'

/** Counts a request after its response is decided, and applies the events that are due after so many: `1:expire` refuses the second. */
export function countRequest(application: ApplicationState, context: ServiceContext): void {
  application.requests++
  for (const { after, event } of context.settings.scheduledEvents)
    if (after === application.requests) applyLifeEvent(application, event, context)
}

const MAX_PAST_EVENTS = 100

/**
 * Changes an application as a lifecycle event would. §Application lifecycle, §Authentication 6; else as the public service does
 * - `expire`: its access tokens end
 * - `reuse`: another copy of the application uses the refresh token
 * - `consent`: the user withdraws the consent, and all tokens end
 * - `inactivate`: all tokens end, and the application gets no new ones
 * - `scope-produtos`: the scope of `/produtos` is taken away
 */
export function applyLifeEvent(
  application: ApplicationState,
  event: LifeEvent,
  { settings, tokens }: ServiceContext,
): void {
  if (event === 'expire') tokens.revoke(application, 'access', event)
  else if (event === 'reuse') renewElsewhere(application, tokens)
  else if (event === 'consent' || event === 'inactivate') tokens.revoke(application, 'all', event)
  else application.removedScopes.push(`/${event.slice('scope-'.length)}`)
  if (event === 'inactivate') application.inactivated = true
  if (application.pastEvents.push(event) > MAX_PAST_EVENTS) application.pastEvents.shift()
  settings.onEvent(application.id, event)
}

/**
 * Another copy of the application uses the refresh token first. No source shows whether that revokes earlier access
 * tokens; here it does not.
 */
function renewElsewhere(application: ApplicationState, tokens: TokenStore): void {
  tokens.revoke(application, 'refresh', 'reuse')
  tokens.issue(application) // for the other copy; this one never sees them
}

/** Returns the removed scope that covers the path: `/produtos` for `/produtos/7`; null if none does. */
export function findRemovedScope({ removedScopes }: ApplicationState, path: string): string | null {
  return removedScopes.find((scope) => path === scope || path.startsWith(`${scope}/`)) ?? null
}
