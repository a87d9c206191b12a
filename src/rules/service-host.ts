import { readAddress } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Profile } from '../specification/profile.js'

/**
 * Whether the host belongs to the service but is not the documented one. A refusal from it is not a response of the
 * API.
 */
export function isAtOtherHost(exchange: Pick<Exchange, 'request'>, { service }: Profile): boolean {
  return service?.otherHosts.includes(hostOf(exchange)) ?? false
}

/** Whether the host is one of the service's. */
export function isAtService(exchange: Pick<Exchange, 'request'>, profile: Profile): boolean {
  return profile.service?.host === hostOf(exchange) || isAtOtherHost(exchange, profile)
}

/** With its port, unless that is the scheme's own. */
export function hostOf({ request }: Pick<Exchange, 'request'>): string {
  return readAddress(request.url).origin.replace(/^https?:\/\//, '')
}
