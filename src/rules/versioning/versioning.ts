import { collectionPath, pathOf } from '../../exchange/address.js'
import { headerValues } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { isV2Address, isV2KeyName, unavailableResource, v2Path } from '../../specification/versions.js'
import type { Severity } from '../finding.js'
import { type ObservedOptions, requestObserver } from '../observer.js'
import { hostOf, isAtService, type SeenExchange } from '../seen.js'

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
    isWithoutRoute: true,
    ...(seen.isSuccess && { severity: 'info' }),
  })
})

/** The text that a path of version 3 has in place of the version prefix; null if the prefix is correct. */
function wrongPrefix(seen: SeenExchange): { readonly prefix: string; readonly rest: string } | null {
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
  if (isOther) note.breach('other', { values, subject: asked, isWithoutRoute: true })
})

/** No request uses a version 2 path; the finding names the version 3 path. */
export const v2Route = requestObserver('versioning/v2-route', () => (seen, note) => {
  const { exchange, path, isBelowBase } = seen
  if (!isForService(seen)) return
  note.tested()
  if (seen.route) {
    if (path.startsWith(OTHER_SPELLING))
      note.breach('other-spelling', {
        values: { path: path.slice(0, 120), successor: seen.route.path },
        severity: 'info',
      })
    return
  }
  const found = unavailableResource(path) === null ? v2Path(path) : null
  if (!found || exchange.request.method === 'OPTIONS') return
  const values = { path: path.slice(0, 120), successor: found.successor, below: isBelowBase }
  const subject = found.successor ?? collectionPath(path)
  note.breach(found.successor === null ? 'no-successor' : 'successor', { values, subject })
})

/** The table of renames spells the payment methods so; the table of routes does not. */
const OTHER_SPELLING = '/forma-pagamentos'

/** Sent to the service, or elsewhere to a path that can only be version 2's; many services have a second version of their own. */
function isForService({ exchange, path }: SeenExchange): boolean {
  if (exchange.channel === 'token') return false
  return exchange.channel === 'service' || isV2Address(path)
}

/** No static API key is sent to the service. What others take as a key is theirs. */
export const v2Key = requestObserver('versioning/v2-key', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const place = placeOfKey(seen)
  if (place) note.breach('sent', { values: place })
})

const isForm = /x-www-form-urlencoded/i

function placeOfKey({
  exchange,
  query,
}: SeenExchange): { readonly name: string; readonly place: string } | null {
  const { headers, body } = exchange.request
  const header = headers.find(([name]) => isV2KeyName(name))
  if (header) return { name: header[0], place: 'header' }
  const parameter = exchange.request.url.indexOf('?') >= 0 ? [...query.keys()].find(isV2KeyName) : undefined
  if (parameter !== undefined) return { name: parameter, place: 'query' }
  if (!body?.text || !headerValues(headers, 'content-type').some((type) => isForm.test(type))) return null
  const field = [...new URLSearchParams(body.text).keys()].find(isV2KeyName)
  return field === undefined ? null : { name: field, place: 'body' }
}

/**
 * No request for a resource that version 3 does not have. Those that the specification calls unavailable are a must, other
 * paths that it does not name should not be asked for; what exists all the same is observed.
 */
export const unavailable = requestObserver('versioning/unavailable', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const { method } = seen.exchange.request
  if (method === 'OPTIONS' || method === 'HEAD') return
  const path = seen.path.slice(0, 120)
  const resource = unavailableResource(seen.route?.path ?? seen.path)
  // a path of version 2 is `versioning/v2-route`, a wrong prefix `versioning/base-address`
  const isUnknown =
    seen.route === null && seen.isBelowBase && v2Path(seen.path) === null && !wrongPrefix(seen)
  // our own run asks for what its profile knows
  const isPlanned = seen.route !== null && seen.intent !== null
  if (resource !== null && !isPlanned)
    note.breach('asked', { values: { path, resource }, ...told(seen, resource) })
  // the procedure's own paths are `homologation/right-routes`
  else if (resource === null && isUnknown && !/^\/homologacao(?=\/|$)/.test(seen.path))
    note.breach('unknown-path', {
      values: { method, path, status: seen.status },
      ...told(seen, collectionPath(seen.path), 'warning'),
    })
})

/** A resource that may exist is observed, as a finding of its own that does not absorb a later, more severe one. */
function told(seen: SeenExchange, resource: string, severity?: Severity): ObservedOptions {
  const isOwn = isOwnRoute(seen.context.profile.routes, seen.exchange.request.method, seen.path)
  // the resource, or the collection of its record, is named without any methods
  const parent = seen.path.slice(0, seen.path.lastIndexOf('/'))
  const isBelowNamed = [seen.path, parent].some((it) => matchRoute('GET', it)?.route.namedOnly)
  const exists = seen.route !== null || seen.isSuccess || isOwn
  const isOpen = seen.isAccessRefused || seen.status === null || isBelowNamed
  if (exists || isOpen) return { severity: 'info', subject: `observed ${resource}` }
  return { ...(severity && { severity }), subject: resource }
}

/** Whether a request addresses one of the named routes (`GET /lojas/{idLoja}`). */
export function isOwnRoute(routes: readonly string[] | undefined, method: string, path: string): boolean {
  const asked = segmentsOf(path)
  const isAsked = (segment: string, i: number) =>
    segment.includes('{') ? asked[i] !== '' : segment === asked[i]
  return (routes ?? []).some((route) => {
    const [verb, own = ''] = route.split(' ')
    const segments = segmentsOf(own)
    return verb === method && segments.length === asked.length && segments.every(isAsked)
  })
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\/|(?<=.)\/$/g, '').split('/')
}
