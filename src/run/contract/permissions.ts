/**
 * What a run may do to an account (design rule 4). Reading is the default. Writing needs `--write`, and on a live account a
 * list: resources, or very routes. What pays, sends fiscal documents, books stock or deletes several at once is open to
 * nobody who did not name that very route.
 */

import { didYouMean } from '../../settings/did-you-mean.js'
import {
  allRoutes,
  familyNames,
  isFamily,
  matchRoute,
  routeById,
} from '../../specification/families/index.js'
import { type Knowledge, type Risk, type Route, routeName } from '../../specification/route.js'
import { resourceOf } from '../../specification/samples/index.js'
import { ContractInputError } from '../input-error.js'
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
  /** `*`: every resource, yet not the risky routes. */
  readonly everything: boolean
  readonly families: ReadonlySet<string>
  /** Ids of routes that were named. */
  readonly routes: ReadonlySet<string>
}

export const nothingAllowed: Allowance = { everything: false, families: new Set(), routes: new Set() }
export const embeddedPermissions: Permissions = {
  embedded: true,
  write: true,
  allow: nothingAllowed,
  knowledge: 'specification',
}
export const readOnly: Permissions = {
  embedded: false,
  write: false,
  allow: nothingAllowed,
  knowledge: 'specification',
}

const risky = new Set<Risk>(['money', 'fiscal', 'stock', 'access', 'delete-many'])

/** Whether a route is called only when it was named. */
export function isRisky({ risk }: Pick<Route, 'risk'>): boolean {
  return risky.has(risk)
}

/** What the user allowed; `unknown` holds the names that are neither a resource nor a route. */
export function readAllowance(names: readonly string[]): { allow: Allowance; unknown: readonly string[] } {
  const families = new Set<string>()
  const routes = new Set<string>()
  const unknown: string[] = []
  for (const name of names.map((one) => one.trim()).filter((one) => one !== '' && one !== '*')) {
    const route = routeNamed(name)
    if (isFamily(name)) families.add(name)
    else if (route) routes.add(route.id)
    else unknown.push(name)
  }
  return { allow: { everything: names.some((name) => name.trim() === '*'), families, routes }, unknown }
}

/**
 * What the user allowed.
 * @throws ContractInputError naming what is neither a resource nor a route, and what was probably meant
 */
export function allowanceOf(names: readonly string[]): Allowance {
  const { allow, unknown } = readAllowance(names)
  const [name] = unknown
  if (name === undefined) return allow
  const near = resourceNear(name) ?? didYouMean(name, allRoutes('document').map(routeName))
  const key = near === null ? 'contract.error.unknown-allow' : 'contract.error.unknown-allow-near'
  throw new ContractInputError(key, { name, near })
}

/** The resource that a mistyped name, or its path, means: `produtos/fornecedores`. */
export function resourceNear(name: string): string | null {
  if (/\s/.test(name)) return null
  return didYouMean(name.replace(/^\/+|\/+$/g, '').replaceAll('/', '-'), familyNames)
}

/** `POST /nfe/{idNotaFiscal}/enviar`; what stands between braces is nothing. */
function routeNamed(name: string): Route | null {
  const [method = '', path = '', ...rest] = name.split(/\s+/)
  if (rest.length > 0 || !path.startsWith('/')) return null
  const known = allRoutes('document').find(
    (route) => route.method === method.toUpperCase() && sameShape(route.path, path),
  )
  return known ?? null
}

/** The id of a route that is named by it, or as `POST /contatos`; null where there is none. */
export function routeIdOf(name: string): string | null {
  return (routeById(name) ?? routeNamed(name.trim()))?.id ?? null
}

function sameShape(a: string, b: string): boolean {
  return a.replaceAll(/\{\w+\}/g, '{}') === b.replaceAll(/\{\w*\}/g, '{}')
}

/** Why a route may not be called at all; null where it may, as far as the route alone tells. */
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
  if (allow.routes.has(route.id)) return null
  if (isRisky(route)) return 'risky'
  if (allow.families.has(route.family)) return null
  if (!allow.everything) return 'not-allowed'
  return leavesSomething(route, permissions) ? 'undeletable' : null
}

/**
 * Whether it creates what no route could delete again, or what nobody could tell for ours, so that it is not deleted: `*` alone does not
 * fill an account night by night.
 */
function leavesSomething(route: Route, { allow, knowledge }: Permissions): boolean {
  if (route.method !== 'POST' || route.success.data !== 'created' || route.path.includes('{')) return false
  if (resourceOf(route.path)?.showsNoText) return true
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
