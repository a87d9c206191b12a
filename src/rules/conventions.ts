import type { Profile } from '../specification/profile.js'
import type { Documented, Route } from '../specification/route.js'

/** The statuses that the specification calls a success. §Errors, status codes */
export const successStatuses: readonly number[] = [200, 201, 204]

/** The statuses with which a route should report success. */
interface SuccessDemand {
  readonly statuses: readonly number[]
  /** Whether another of {@link successStatuses} breaks a must. Otherwise it breaks a should. */
  readonly isStrict: boolean
}

/**
 * Returns the success statuses of a route. The route's own status decides. If the specification shows none for the route, its
 * general conventions decide (a create gives 201), and the statuses of the public document are accepted too if the profile
 * uses it. No convention covers actions or writes to several records. §Endpoints, conventions
 */
export function successDemandOf(route: Route, profile: Profile): SuccessDemand {
  const { status } = route.success
  if (status !== null) return { statuses: [status], isStrict: true }
  const documented = documentedFacts(route, profile)?.statuses ?? []
  const isDocumented = documented.length > 0
  const convention = conventionOf(route, isDocumented)
  if (convention === null) return { statuses: isDocumented ? documented : successStatuses, isStrict: false }
  return { ...convention, statuses: [...new Set([...convention.statuses, ...documented])] }
}

function conventionOf(route: Route, isDocumented: boolean): SuccessDemand | null {
  if (route.method === 'GET') return { statuses: [200], isStrict: true }
  // the specification names the path of such a route without methods, so nothing is known of what a write to it does
  if (route.namedOnly && !isDocumented) return null
  if (isCreate(route)) return { statuses: [201], isStrict: true }
  // not strict, because §Endpoints says 204 "unless stated"
  return isSingleWrite(route) ? { statuses: [204], isStrict: false } : null
}

/** The facts about a route in the service's public document; null if the profile does not use that document. */
export function documentedFacts(route: Route, { knowledge }: Profile): Documented | null {
  return knowledge === 'document' ? route.documented : null
}

export function isCreate({ method, success }: Route): boolean {
  return method === 'POST' && success.data === 'created'
}

/** Whether the route belongs to a resource. The homologation's routes have rules of their own. */
export function isResource(route: Route | null): route is Route {
  return route !== null && route.family !== 'homologacao'
}

/** Whether this is the create of the procedure, which {@link isResource} leaves out. */
export function isStep2(route: Route): boolean {
  return route.family === 'homologacao' && isCreate(route)
}

export function isUpdate({ method }: Route): boolean {
  return method === 'PUT' || method === 'PATCH'
}

/** Whether the route updates or deletes one record. */
export function isSingleWrite(route: Route): boolean {
  return isUpdate(route) || (route.method === 'DELETE' && route.path.endsWith('}'))
}

/** Whether an operation needs an existing record: its path has an identifier, and it is no list that belongs to a record. */
export function needsRecord(route: Route): boolean {
  if (!route.path.includes('{')) return false
  // the tables show the error 404 for exactly these operations; the homologation's are described without any errors
  if (route.tabulated) return route.errors.includes(404) || route.family === 'homologacao'
  return route.method !== 'GET' || route.success.data === 'object'
}
