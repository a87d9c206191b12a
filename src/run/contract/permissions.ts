/**
 * Decides which routes a run may call. Reading is the default. Writing needs `--write`, and on a live account a list of
 * resources or routes (`--allow`). Routes that pay, send fiscal documents, book stock or delete several records at once
 * must be named one by one.
 */

import { didYouMean, unknownError } from '../../settings/did-you-mean.js'
import { addressesRecord, addsRecord, collectionOf } from '../../specification/collection.js'
import { allRoutes, familyNames, isFamily, matchRoute, routeById } from '../../specification/find-route.js'
import { type Knowledge, type Risk, type Route, routeName } from '../../specification/route.js'
import { fillSample, resourceAt, type SampleObject } from '../../specification/samples/index.js'
import type { SettingsError } from '../../words/errors.js'
import { withMark } from '../mark.js'
import type { Prohibition } from '../run-event.js'

/** The permissions of a run. */
export interface Permissions {
  /** The target is the embedded service, whose records belong to nobody, so every route may be called. */
  readonly embedded: boolean
  readonly write: boolean
  readonly allow: Allowance
  /** Whether the run uses the routes of the public document as well, or only those of the specification. */
  readonly knowledge: Knowledge
}

/** The parsed values of `--allow`. */
export interface Allowance {
  /** `*` allows every resource, but not the risky routes. */
  readonly everything: boolean
  readonly families: ReadonlySet<string>
  /** Ids of routes that were named. */
  readonly routes: ReadonlySet<string>
}

export const nothingAllowed: Allowance = { everything: false, families: new Set(), routes: new Set() }
const defaults = { allow: nothingAllowed, knowledge: 'specification' } as const
export const embeddedPermissions: Permissions = { ...defaults, embedded: true, write: true }
export const readOnly: Permissions = { ...defaults, embedded: false, write: false }

const risky = new Set<Risk>(['money', 'fiscal', 'stock', 'access', 'delete-many'])

/** Whether the route may be called only if the user named it. */
export function isRisky({ risk }: Pick<Route, 'risk'>): boolean {
  return risky.has(risk)
}

/**
 * Parses the values of `--allow`: resources, routes and `*`.
 * @throws SettingsError that names the first one that is none of these, and what was probably meant
 */
export function allowanceOf(names: readonly string[]): Allowance {
  const families = new Set<string>()
  const routes = new Set<string>()
  const trimmed = names.map((name) => name.trim())
  for (const name of trimmed.filter((text) => text !== '' && text !== '*')) {
    const route = routeById(name) ?? routeNamed(name)
    if (isFamily(name)) families.add(name)
    else if (route) routes.add(route.id)
    else throw unknownName(name)
  }
  return { everything: trimmed.includes('*'), families, routes }
}

function unknownName(name: string): SettingsError {
  const near = resourceNear(name) ?? didYouMean(name, allRoutes('document').map(routeName))
  return unknownError('contract.error.unknown-allow', near, { name })
}

/** Returns an allowance in the words that {@link allowanceOf} parses. */
export function wordsOf({ everything, families, routes }: Allowance): string[] {
  return [...(everything ? ['*'] : []), ...families, ...routes]
}

/** Finds the resource that a mistyped name or a path probably means: `produtos/fornecedores` → `produtos-fornecedores`. */
export function resourceNear(name: string): string | null {
  if (/\s/.test(name)) return null
  return didYouMean(name.replace(/^\/+|\/+$/g, '').replaceAll('/', '-'), familyNames)
}

/** Finds the route of `POST /nfe/{idNotaFiscal}/enviar`; the names in braces are ignored. */
function routeNamed(name: string): Route | null {
  const [method = '', path = '', ...rest] = name.split(/\s+/)
  if (rest.length > 0 || !path.startsWith('/')) return null
  const shape = path.replaceAll(/\{\w*\}/g, '{}')
  const isMeant = (route: Route) =>
    route.method === method.toUpperCase() && route.path.replaceAll(/\{\w+\}/g, '{}') === shape
  return allRoutes('document').find(isMeant) ?? null
}

/** Returns the id of a route that is given as `contatos/create` or `POST /contatos`; null if it is unknown. */
export function routeIdOf(name: string): string | null {
  return (routeById(name) ?? routeNamed(name.trim()))?.id ?? null
}

/** Returns why a route must not be called; null if it may. The gate checks later whether its record is the run's own. */
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
  // a path without a method (`namedOnly`) may have one in the public document
  if (route.namedOnly && !(knowledge === 'document' && route.documented)) return 'method-not-shown'
  const isAddition = addsRecord(route)
  // a route that the user named needs no other permission
  if (!allow.routes.has(route.id)) {
    if (isRisky(route)) return 'risky'
    if (!allow.families.has(route.family)) {
      if (!allow.everything) return 'not-allowed'
      if (isAddition && leavesRecord(route, permissions)) return 'undeletable'
    }
  }
  // a change needs the proof that the record is ours; a create needs none
  return isAddition || isProvable(route) ? null : 'no-mark'
}

/** Returns why clean-up may not send this DELETE. The permission to create a record includes that to delete it again. */
export function deletionProhibition(route: Route, permissions: Permissions): Prohibition | null {
  const writing = { ...permissions, write: true }
  const prohibition = prohibitionOf(route, 'DELETE', writing)
  if (prohibition !== 'not-allowed') return prohibition
  const create = allRoutes(permissions.knowledge).find(
    ({ method, path }) => method === 'POST' && path === collectionOf(route),
  )
  return create && prohibitionOf(create, 'POST', writing) === null ? null : prohibition
}

/** Whether a read can prove that a record of the route's collection is ours: it must show a text that has the mark. */
function isProvable(route: Route): boolean {
  const resource = resourceAt(collectionOf(route))
  // without a sample we do not know, and the gate still asks for the proof
  if (resource === null) return true
  const body = fillSample(resource.body, { idOf: () => '' }) as SampleObject
  return !resource.hidesTexts && withMark(body, '?') !== body
}

/**
 * Whether the route creates a record that clean-up cannot delete, because there is no DELETE, or because no read could
 * prove it to be ours. `--allow '*'` does not allow these, so that nightly runs do not fill an account.
 */
export function leavesRecord(route: Route, { allow, knowledge }: Permissions): boolean {
  if (!addsRecord(route)) return false
  if (!isProvable(route)) return true
  const removals = allRoutes(knowledge).filter(
    (other) => other.method === 'DELETE' && collectionOf(other) === route.path,
  )
  // the DELETE of several records (without an identifier in its path) must be named, because it is risky
  return !removals.some((removal) => addressesRecord(removal) || allow.routes.has(removal.id))
}

/** Finds the route of a path; the path may be a template (`/contatos/{id}`) and may have a query. */
export function routeAt(method: string, path: string, knowledge: Knowledge): Route | null {
  return matchRoute(method, path.split('?', 1)[0] ?? '', knowledge)?.route ?? null
}
