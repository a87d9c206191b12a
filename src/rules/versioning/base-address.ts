import { pathOf } from '../../exchange/address.js'
import { sightOf } from '../../exchange/sources.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { hostOf, isAtService } from '../seen.js'

const VERSION_PREFIX = '/Api/v3'

/**
 * Requests for the service's resources go to its base address with the version prefix. Only a prefix that was meant for it is named here,
 * such as `/v3` or a doubled one; the five steps are `homologation/right-routes`. Where the service takes the request, it is observed.
 */
export const baseAddress = requestObserver('versioning/base-address', () => (seen, note) => {
  const { exchange } = seen
  if (exchange.channel !== 'service') return
  note.tested()
  const wrong = wrongPrefix(seen)
  if (wrong === null || exchange.request.method === 'OPTIONS') return
  const { prefix, rest } = wrong
  const { method } = exchange.request
  note.breach('lost', {
    values: { method, prefix: prefix || '/', right: VERSION_PREFIX, rest: rest.slice(0, 120) },
    subject: prefix,
    isOfNoRoute: true,
    ...(seen.isSuccess && { severity: 'info' }),
  })
})

/** The text that a path of version 3 has in place of the version prefix; null if the prefix is correct. */
export function wrongPrefix(seen: SeenExchange): { readonly prefix: string; readonly rest: string } | null {
  const { exchange, context, route } = seen
  if (route !== null && (seen.status !== 404 || !mayLackPrefix(seen, route))) return null
  const [, prefix = '', rest = ''] = MEANT.exec(pathOf(exchange.request.url)) ?? []
  if (prefix === VERSION_PREFIX || (route === null && rest.startsWith('/homologacao'))) return null
  return matchRoute(exchange.request.method, rest, context.profile.knowledge) ? { prefix, rest } : null
}

/** A base address without the prefix shows in collections that are not found. Another base is trusted. */
function mayLackPrefix({ exchange, context }: SeenExchange, route: Route): boolean {
  const { baseUrl, profile } = context
  if (pathOf(baseUrl).replace(/\/$/, '').endsWith(VERSION_PREFIX) || route.path.includes('{')) return false
  const isGuessed = !sightOf(exchange).isWhole
  return isGuessed ? route.family !== 'homologacao' : isAtService(exchange, profile)
}

/** Parts of the version prefix, in any number and case, or none; version 2's own prefix says more. */
const MEANT = /^((?:\/(?:b|api|v(?:[013-9]|\d{2,})(?:\.\d+)?))*)(\/[^/].*)$/i

/** The profile's documented host. Another host of the same service may do for a while, so it is a notice. */
export const host = requestObserver('versioning/host', () => ({ exchange, context: { profile } }, note) => {
  const { service } = profile
  if (!service || exchange.channel === 'elsewhere') return
  const asked = hostOf(exchange)
  const isOther = service.otherHosts.includes(asked)
  if (asked === service.host || isOther) note.tested()
  const values = { host: asked, documented: service.host }
  if (isOther) note.breach('other', { values, subject: asked, isOfNoRoute: true })
})
