/**
 * Permissions of a run on an account (design rule 4). Reading is the default. Writing needs `--write`, and on a live
 * account a list of resources or single routes. Routes that pay, send fiscal documents, book stock or delete several
 * records at once must be named one by one.
 */

import { didYouMean } from '../../settings/did-you-mean.js'
import { addsRecord, collectionOf } from '../../specification/collection.js'
import { allRoutes, familyNames, isFamily, matchRoute, routeById } from '../../specification/find-route.js'
import { type Knowledge, type Risk, type Route, routeName } from '../../specification/route.js'
import { fillSample, resourceAt, type SampleObject } from '../../specification/samples/index.js'
import { SettingsError } from '../../words/errors.js'
import { withMark } from '../mark.js'
import type { Prohibition } from '../run-event.js'

export interface Permissions {
  /** The embedded service: nothing there belongs to anybody, everything is open. */
  readonly embedded: boolean
  readonly write: boolean
  readonly allow: Allowance
  /** Routes beyond it do not exist for the run. */
  readonly knowledge: Knowledge
}

export interface Allowance {
  /** `*` allows every resource, but not the risky routes. */
  readonly everything: boolean
  readonly families: ReadonlySet<string>
  /** Ids of routes that were named. */
  readonly routes: ReadonlySet<string>
}

export const nothingAllowed: Allowance = { everything: false, families: new Set(), routes: new Set() }
const unnamed = { allow: nothingAllowed, knowledge: 'specification' } as const
export const embeddedPermissions: Permissions = { ...unnamed, embedded: true, write: true }
export const readOnly: Permissions = { ...unnamed, embedded: false, write: false }

const risky = new Set<Risk>(['money', 'fiscal', 'stock', 'access', 'delete-many'])

/** Whether a route is called only when it was named. */
export function isRisky({ risk }: Pick<Route, 'risk'>): boolean {
  return risky.has(risk)
}

/** Parses the names that the user allowed; `unknown` holds those that are neither a resource nor a route. */
export function readAllowance(names: readonly string[]): { allow: Allowance; unknown: readonly string[] } {
  const families = new Set<string>()
  const routes = new Set<string>()
  const unknown: string[] = []
  for (const name of names.map((one) => one.trim()).filter((one) => one !== '' && one !== '*')) {
    const route = routeById(name) ?? routeNamed(name)
    if (isFamily(name)) families.add(name)
    else if (route) routes.add(route.id)
    else unknown.push(name)
  }
  return { allow: { everything: names.some((name) => name.trim() === '*'), families, routes }, unknown }
}

/** The same in words that {@link readAllowance} reads. */
export function wordsOf({ everything, families, routes }: Allowance): string[] {
  return [...(everything ? ['*'] : []), ...families, ...routes]
}

/**
 * Parses the names that the user allowed.
 * @throws SettingsError naming what is neither a resource nor a route, and what was probably meant
 */
export function allowanceOf(names: readonly string[]): Allowance {
  const { allow, unknown } = readAllowance(names)
  const [name] = unknown
  if (name === undefined) return allow
  const near = resourceNear(name) ?? didYouMean(name, allRoutes('document').map(routeName))
  const key = near === null ? 'contract.error.unknown-allow' : 'contract.error.unknown-allow-near'
  throw new SettingsError(key, { name, near })
}

/** The resource that a mistyped name, or its path, means: `produtos/fornecedores`. */
export function resourceNear(name: string): string | null {
  if (/\s/.test(name)) return null
  return didYouMean(name.replace(/^\/+|\/+$/g, '').replaceAll('/', '-'), familyNames)
}

/** Finds `POST /nfe/{idNotaFiscal}/enviar`; the names between the braces are ignored. */
function routeNamed(name: string): Route | null {
  const [method = '', path = '', ...rest] = name.split(/\s+/)
  if (rest.length > 0 || !path.startsWith('/')) return null
  const shape = path.replaceAll(/\{\w*\}/g, '{}')
  const isMeant = (route: Route) =>
    route.method === method.toUpperCase() && route.path.replaceAll(/\{\w+\}/g, '{}') === shape
  return allRoutes('document').find(isMeant) ?? null
}

/** Returns the id of the route with this id or written as `POST /contatos`; null if it is unknown. */
export function routeIdOf(name: string): string | null {
  return (routeById(name) ?? routeNamed(name.trim()))?.id ?? null
}

/** Returns why a route must not be called; null if the route itself is allowed. Checks of the record follow later. */
export function prohibitionOf(
  route: Route | null,
  method: string,
  permissions: Permissions,
): Prohibition | null {
  const { embedded, write, allow, knowledge } = permissions
  const isRead = method === 'GET' || method === 'HEAD'
  if (embedded) return isRead || write ? null : 'read-only'
  if (route?.family === 'homologacao') return 'homologation'
  if (isRead) return null
  if (!write) return 'read-only'
  if (!route) return 'unknown-route'
  if (route.namedOnly && !(knowledge === 'document' && route.documented)) return 'method-not-shown'
  const isAddition = addsRecord(route)
  if (!allow.routes.has(route.id)) {
    if (isRisky(route)) return 'risky'
    if (!allow.families.has(route.family)) {
      if (!allow.everything) return 'not-allowed'
      if (isAddition && leavesRecord(route, permissions)) return 'undeletable'
    }
  }
  return isAddition || isProvable(route) ? null : 'no-mark'
}

/** Why clean-up may not send this DELETE. Whoever lets a run create a record lets it delete that record again. */
export function undoingFlaw(route: Route, permissions: Permissions): Prohibition | null {
  const leave = { ...permissions, write: true }
  const because = prohibitionOf(route, 'DELETE', leave)
  if (because !== 'not-allowed') return because
  const create = allRoutes(permissions.knowledge).find(
    ({ method, path }) => method === 'POST' && path === collectionOf(route),
  )
  return create && prohibitionOf(create, 'POST', leave) === null ? null : because
}

/** Whether a read can prove a record of the route's collection to be ours: by the mark, in a field that it shows. */
function isProvable(route: Route): boolean {
  const resource = resourceAt(collectionOf(route))
  if (resource === null) return true
  const body = fillSample(resource.body, { idOf: () => '' }) as SampleObject
  return !resource.showsNoText && withMark(body, '?') !== body
}

/**
 * Whether the route creates a record that stays in the account, because no route deletes it, or because no read could
 * prove it to be ours. `*` does not allow these, so that nightly runs do not fill an account.
 */
export function leavesRecord(route: Route, { allow, knowledge }: Permissions): boolean {
  if (!addsRecord(route)) return false
  if (!isProvable(route)) return true
  return !allRoutes(knowledge).some(
    ({ id, method, path }) =>
      method === 'DELETE' &&
      (path.replace(/\/\{\w+\}$/, '/') === `${route.path}/` || (path === route.path && allow.routes.has(id))),
  )
}

/** The route of a step's or a request's path, templates and queries included. */
export function routeAt(method: string, path: string, knowledge: Knowledge): Route | null {
  return matchRoute(method, path.split('?', 1)[0] ?? '', knowledge)?.route ?? null
}
