import { collectionPath, pathOf } from '../../exchange/address.js'
import { headerValues } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { isV2Address, isV2KeyName, parseV2Path, unavailableResource } from '../../specification/versions.js'
import type { Severity, Values } from '../finding.js'
import { type ObservedOptions, requestObserver } from '../observer.js'
import { hostOf, isAtService, type SeenExchange } from '../seen.js'

const VERSION_PREFIX = '/Api/v3'

/**
 * Requests go to the base address with the version prefix `/Api/v3`. This rule reports paths of version 3 with another
 * prefix, such as `/v3` or `/Api/v3/Api/v3`, or with none. `homologation/right-routes` judges the five steps. If the
 * service accepts the request, it is only an info. A preflight (`OPTIONS`) is left out, because a browser sends it by itself.
 */
export const baseAddress = requestObserver('versioning/base-address', () => (seen, note) => {
  const { channel, request } = seen.exchange
  if (channel !== 'service') return
  note.tested()
  const wrong = findWrongPrefix(seen)
  if (wrong === null || request.method === 'OPTIONS') return
  const { prefix } = wrong
  const rest = wrong.rest.slice(0, 120)
  const values = { method: request.method, prefix: prefix || '/', right: VERSION_PREFIX, rest }
  const severity = seen.isSuccess ? ({ severity: 'info' } as const) : {}
  note.breach('lost', { values, subject: prefix, isWithoutRoute: true, ...severity })
})

/** The wrong prefix of a path of version 3, and the rest of the path; null if the prefix is right, or the path is none of version 3. */
function findWrongPrefix(seen: SeenExchange): { readonly prefix: string; readonly rest: string } | null {
  const { exchange, context, route } = seen
  // a route is known only below the base address, so its prefix is right unless the base address itself lacks the prefix
  if (route !== null && (seen.status !== 404 || !mayLackPrefix(seen, route))) return null
  const [, prefix = '', rest = ''] = PREFIX_AND_PATH.exec(pathOf(exchange.request.url)) ?? []
  if (prefix === VERSION_PREFIX || (route === null && rest.startsWith('/homologacao'))) return null
  return matchRoute(exchange.request.method, rest, context.profile.knowledge) ? { prefix, rest } : null
}

/** Whether a collection was not found because the base address lacks the version prefix. */
function mayLackPrefix({ exchange, context }: SeenExchange, route: Route): boolean {
  const { baseUrl, profile } = context
  if (pathOf(baseUrl).replace(/\/$/, '').endsWith(VERSION_PREFIX)) return false
  // a record may be missing by itself
  if (route.path.includes('{')) return false
  // in a foreign recording the base address is guessed from the requests; `homologation/right-routes` judges the five steps there
  const isGuessed = !traitsOfSource(exchange).isComplete
  if (isGuessed) return route.family !== 'homologacao'
  // another host may have the service below another prefix
  return isAtService(exchange, profile)
}

/**
 * Splits `/api/v3/produtos` into the prefix `/api/v3` and `/produtos`. A prefix is made of `b`, which the service's old addresses
 * have, `api` and versions. Version 2 does not match, because `versioning/v2-route` reports it.
 */
const PREFIX_AND_PATH = /^((?:\/(?:b|api|v(?:[013-9]|\d{2,})(?:\.\d+)?))*)(\/[^/].*)$/i

/** Requests go to the host that is documented in the profile. Other hosts of the service are reported. */
export const host = requestObserver('versioning/host', () => ({ exchange, context: { profile } }, note) => {
  const { service } = profile
  if (!service || exchange.channel === 'elsewhere') return
  const requested = hostOf(exchange)
  const isOther = service.otherHosts.includes(requested)
  if (requested === service.host || isOther) note.tested()
  const values = { host: requested, documented: service.host }
  if (isOther) note.breach('other', { values, subject: requested, isWithoutRoute: true })
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
  // `versioning/unavailable` reports a resource that version 3 does not have
  const found = unavailableResource(path) === null ? parseV2Path(path) : null
  // a browser sends a preflight by itself
  if (!found || exchange.request.method === 'OPTIONS') return
  const values = { path: path.slice(0, 120), successor: found.successor, below: isBelowBase }
  const subject = found.successor ?? collectionPath(path)
  note.breach(found.successor === null ? 'no-successor' : 'successor', { values, subject })
})

/** The specification writes the path of the payment methods in two ways. This one is not in the table of routes. */
const OTHER_SPELLING = '/forma-pagamentos'

/** Whether a request is meant for the service: by its host, or by a path that only version 2 of this service has. */
function isForService({ exchange: { channel }, path }: SeenExchange): boolean {
  return channel === 'service' || (channel !== 'token' && isV2Address(path))
}

/** No API key of version 2 is sent to the service. */
export const v2Key = requestObserver('versioning/v2-key', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const values = findV2Key(seen)
  if (values) note.breach('sent', { values })
})

/** The name of a version 2 key and the part of the request that has it; null if there is none. */
function findV2Key({ exchange, query }: SeenExchange): Values | null {
  const { headers, body } = exchange.request
  const header = headers.find(([name]) => isV2KeyName(name))
  if (header) return { name: header[0], place: 'header' }
  const parameter = [...query.keys()].find(isV2KeyName)
  if (parameter !== undefined) return { name: parameter, place: 'query' }
  const isForm = headerValues(headers, 'content-type').some((type) => /x-www-form-urlencoded/i.test(type))
  if (!body?.text || !isForm) return null
  const field = [...new URLSearchParams(body.text).keys()].find(isV2KeyName)
  return field === undefined ? null : { name: field, place: 'body' }
}

/**
 * No request is for a resource that version 3 does not have. It is an error for resources that the specification calls
 * unavailable, a warning for other paths that it does not name, and only an info if the path exists all the same.
 */
export const unavailable = requestObserver('versioning/unavailable', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const { method } = seen.exchange.request
  // a preflight and a check for existence do not ask for the resource
  if (method === 'OPTIONS' || method === 'HEAD') return
  const path = seen.path.slice(0, 120)
  const resource = unavailableResource(seen.route?.path ?? seen.path)
  if (resource !== null) {
    // our own run calls only routes that its profile knows
    if (seen.route !== null && seen.intent !== null) return
    return note.breach('asked', { values: { path, resource }, ...severityAndSubject(seen, resource) })
  }
  if (seen.route !== null || !seen.isBelowBase) return
  // `versioning/v2-route` and `versioning/base-address` report paths of version 2 and wrong prefixes
  if (parseV2Path(seen.path) !== null || findWrongPrefix(seen) !== null) return
  // `homologation/right-routes` judges the paths of the five steps
  if (/^\/homologacao(?=\/|$)/.test(seen.path)) return
  const values = { method, path, status: seen.status }
  const options = severityAndSubject(seen, collectionPath(seen.path), 'warning')
  note.breach('unknown-path', { values, ...options })
})

/**
 * A request for a resource that exists or may exist is an info. `severity` is for the others. The info has another subject, so
 * that a later error for the same resource is not merged into it.
 */
function severityAndSubject(seen: SeenExchange, resource: string, severity?: Severity): ObservedOptions {
  const isOwn = isOwnRoute(seen.context.profile.routes, seen.exchange.request.method, seen.path)
  // the specification names the resource, or the collection of its record, without any methods
  const parent = seen.path.slice(0, seen.path.lastIndexOf('/'))
  const isBelowNamed = [seen.path, parent].some((path) => matchRoute('GET', path)?.route.namedOnly)
  const exists = seen.route !== null || seen.isSuccess || isOwn
  if (exists || isBelowNamed || seen.isAccessRefused || seen.status === null)
    return { severity: 'info', subject: `observed ${resource}` }
  return { ...(severity && { severity }), subject: resource }
}

/** Whether a request addresses one of `routes`, which the profile adds (`GET /lojas/{idLoja}`). */
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
