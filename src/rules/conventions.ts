import type { Profile } from '../specification/profile.js'
import type { Documented, Route } from '../specification/route.js'

/** No other status is a success. §Errors, status codes */
export const successStatuses: readonly number[] = [200, 201, 204]

/** The statuses with which a route should report success. */
interface SuccessDemand {
  readonly statuses: readonly number[]
  /** Whether another of {@link successStatuses} breaks a must: it does not where the convention leaves room. */
  readonly isStrict: boolean
}

/**
 * The success status of a route. The table decides; for a route outside the table the conventions decide, and the
 * statuses that the profile documents are accepted too. No convention covers actions or writes to several records.
 * §Endpoints, conventions
 */
export function demandOn(route: Route, profile: Profile): SuccessDemand {
  const { status } = route.success
  if (status !== null) return { statuses: [status], isStrict: true }
  const known = documentedFacts(route, profile)?.statuses ?? []
  const convention = conventionOf(route, known.length > 0)
  if (convention === null) return { statuses: known.length > 0 ? known : successStatuses, isStrict: false }
  return { ...convention, statuses: [...new Set([...convention.statuses, ...known])] }
}

function conventionOf(route: Route, isKnown: boolean): SuccessDemand | null {
  if (route.method === 'GET') return { statuses: [200], isStrict: true }
  if (route.namedOnly && !isKnown) return null
  if (isCreate(route)) return { statuses: [201], isStrict: true }
  return isSingleWrite(route) ? { statuses: [204], isStrict: false } : null
}

/** The facts that the public document shows about a route; null if the profile does not use the document. */
export function documentedFacts(route: Route, { knowledge }: Profile): Documented | null {
  return knowledge === 'document' ? route.documented : null
}

export function isCreate({ method, success }: Route): boolean {
  return method === 'POST' && success.data === 'created'
}

/** Whether it is a route of the resources; the homologation has rules of its own. */
export function isResource(route: Route | null): route is Route {
  return route !== null && route.family !== 'homologacao'
}

export function isStep2(route: Route): boolean {
  return route.family === 'homologacao' && isCreate(route)
}

export function isUpdate({ method }: Route): boolean {
  return method === 'PUT' || method === 'PATCH'
}

export function isSingleWrite(route: Route): boolean {
  return isUpdate(route) || (route.method === 'DELETE' && route.path.endsWith('}'))
}

/** Whether an operation addresses a record: all that have an identifier in their path, but lists that hang on one. */
export function addressesRecord(route: Route): boolean {
  if (!route.path.includes('{')) return false
  if (route.tabulated) return route.errors.includes(404) || route.family === 'homologacao'
  return route.method !== 'GET' || route.success.data === 'object'
}
