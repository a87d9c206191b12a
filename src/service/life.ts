import type { LifeEvent } from '../exchange/exchange.js'
import type { ApplicationState } from './application.js'
import type { ServiceSettings } from './settings.js'
import type { TokenStore } from './tokens.js'

/** Counts a request that had its response, and brings about what was chosen for the moment after it. */
export function liveOn(application: ApplicationState, tokens: TokenStore, settings: ServiceSettings): void {
  application.requests++
  for (const { after, event } of settings.at)
    if (after === application.requests) befall(application, event, tokens, settings)
}

const MOST_KEPT = 100

/** §Application lifecycle, §Authentication 6; what is not shown there is what the public knows. */
export function befall(
  application: ApplicationState,
  event: LifeEvent,
  tokens: TokenStore,
  settings: ServiceSettings,
): void {
  if (event === 'expire') tokens.kill(application, 'access', event)
  else if (event === 'reuse') renewElsewhere(application, tokens)
  else if (event === 'consent' || event === 'inactivate') tokens.kill(application, undefined, event)
  else application.barred.push(`/${event.slice('scope-'.length)}`)
  if (event === 'inactivate') application.inactivated = true
  if (application.befell.push(event) > MOST_KEPT) application.befell.shift()
  settings.onEvent(application.id, event)
}

/**
 * Another copy of the application takes the refresh token first. No source shows whether that revokes earlier tokens;
 * here it does not.
 */
function renewElsewhere(application: ApplicationState, tokens: TokenStore): void {
  tokens.kill(application, 'refresh', 'reuse')
  tokens.issue(application, null, false)
}

/** The path that the application has no scope for any more, where the request is below one. */
export function barrierOf({ barred }: ApplicationState, path: string): string | null {
  return barred.find((one) => path === one || path.startsWith(`${one}/`)) ?? null
}
