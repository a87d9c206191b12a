import { addsRecord } from '../../specification/collection.js'
import { allRoutes, routeById } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { identifierField, isIdentifier } from '../identifier.js'
import type { Fields, SeenExchange } from '../seen.js'

/** When something was seen, and after how many writes to the family. */
export interface Moment {
  readonly sentAtMs: number
  readonly writes: number
}

/** Milliseconds within which two responses of a list may be compared; later, somebody else may have changed it. */
const COMPARABLE_MS = 60_000

/** Whether no change of the list was seen between two moments, and little time lies between them. */
export function isComparable(before: Moment, now: Moment): boolean {
  return before.writes === now.writes && now.sentAtMs - before.sentAtMs <= COMPARABLE_MS
}

export function idsOf(records: readonly Fields[]): string[] {
  return records.map(identifierField).filter(isIdentifier).map(String)
}

/** Whether the list is the resource's own, to which POST adds: §Limits gives `pagina` and `limite` to those. */
export function isCollection(route: Route): boolean {
  return route.tabulated
    ? Object.hasOwn(route.query, 'pagina')
    : routeById(`${route.family}/create`)?.path === route.path || creates.has(route.path)
}

/** Paths to which POST adds, as the specification shows. */
const creates: ReadonlySet<string> = new Set(
  allRoutes('specification').flatMap((one) => (addsRecord(one) ? [one.path] : [])),
)

/** The query without some parameters, in one order: two requests with the same text asked for the same list. */
export function listKey({ key, query }: SeenExchange, without: readonly string[]): string {
  const rest = [...query]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
  return `${key}?${rest.sort().join('&')}`
}

/** null where it was not asked for, undefined where it comes with several values: which of them counts is not shown. */
export function onlyValue(query: URLSearchParams, name: string): string | null | undefined {
  const values = query.getAll(name)
  const [first = null] = values
  return values.every((value) => value === first) ? first : undefined
}

/** null if the parameter was not sent, undefined if it is not a whole number above zero. */
export function wholeIn(query: URLSearchParams, name: string): number | null | undefined {
  const text = onlyValue(query, name)
  if (text === null || text === undefined) return text
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
