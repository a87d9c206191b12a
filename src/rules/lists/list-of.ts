import { addsRecord } from '../../specification/collection.js'
import { allRoutes, routeById } from '../../specification/find-route.js'
import type { QueryParameter, Route } from '../../specification/route.js'
import { identifierField, isIdentifier } from '../identifier.js'
import type { Fields, SeenExchange } from '../seen.js'

/** When something was seen, and after how many writes to the family of resources (`Memory.countWrites`). */
export interface Moment {
  readonly sentAtMs: number
  readonly writes: number
}

/** After that time another client may have changed a list, so two of its responses are not compared. */
const COMPARABLE_MS = 60_000

/** Whether no change of the list was seen between two moments, and little time lies between them. */
export function isComparable(before: Moment, now: Moment): boolean {
  return before.writes === now.writes && now.sentAtMs - before.sentAtMs <= COMPARABLE_MS
}

/** The identifiers of records, as texts. Records without a valid one are left out. */
export function idsOf(records: readonly Fields[]): string[] {
  return records.map(identifierField).filter(isIdentifier).map(String)
}

/** Whether a list is a collection to which POST adds records. Such lists have `pagina` and `limite`. §Limits */
export function isCollection(route: Route): boolean {
  if (route.tabulated) return Object.hasOwn(route.query, 'pagina')
  // the public document may show the POST that creates the records of a family
  return createPaths.has(route.path) || routeById(`${route.family}/create`)?.path === route.path
}

/** Paths to which POST adds a record, by the specification. */
const createPaths: ReadonlySet<string> = new Set(
  allRoutes('specification').flatMap((route) => (addsRecord(route) ? [route.path] : [])),
)

/** The query parameters that select a page of a list. The others in the table of routes are filters. */
export const paging: readonly string[] = ['pagina', 'limite']

export function filtersOf(query: Route['query']): [string, QueryParameter][] {
  return Object.entries(query).filter(([name]) => !paging.includes(name))
}

/** Identifies a list by its path and its query, without some parameters: `/produtos?situacao=1`. */
export function listKey({ key, query }: SeenExchange, without: readonly string[]): string {
  const rest = [...query]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
  return `${key}?${rest.sort().join('&')}`
}

/** The value of a parameter; null if it was not sent; undefined if it was sent with different values. */
export function onlyValue(query: URLSearchParams, name: string): string | null | undefined {
  const values = query.getAll(name)
  const [first = null] = values
  return values.every((value) => value === first) ? first : undefined
}

/** A parameter as a number; null if it was not sent; undefined if it is not a whole number above zero. */
export function wholeIn(query: URLSearchParams, name: string): number | null | undefined {
  const text = onlyValue(query, name)
  if (text === null || text === undefined) return text
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
