import type { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { alternatives, type Fields, formOf } from '../../specification/schemas/form.js'
import { type OperationShape, readQuery, type Shapes } from '../../specification/shapes.js'
import type { ObservedOptions } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { type Difference, differencesOf } from './differences.js'

/** The shape of an operation and the source that shows it. */
interface KnownShape extends OperationShape {
  readonly by: Knowledge
}

/** The shapes of each operation that were asked for, because every rule about shapes asks for those of each exchange. */
const shapesKnown = new WeakMap<Shapes, Map<string, readonly KnownShape[]>>()

/** The shapes of the operation: the specification's, then the document's if the profile knows that. */
export function shapesOf({ route, context }: Pick<SeenExchange, 'route' | 'context'>): readonly KnownShape[] {
  const { shapes, profile } = context
  if (!route || !shapes) return []
  const known = shapesKnown.get(shapes) ?? new Map<string, readonly KnownShape[]>()
  shapesKnown.set(shapes, known)
  const key = `${profile.knowledge} ${route.id}`
  const found = known.get(key) ?? findShapes(route, profile.knowledge, shapes)
  known.set(key, found)
  return found
}

function findShapes(route: Route, knowledge: Knowledge, shapes: Shapes): readonly KnownShape[] {
  const sources: readonly Knowledge[] =
    knowledge === 'document' ? ['specification', 'document'] : ['specification']
  return sources.flatMap((by) => {
    const shape = shapes.of(route, by)
    return shape ? [{ ...shape, by }] : []
  })
}

/** The specification makes a MUST, the document alone a SHOULD, unless the user wants it strict. */
export function severityBy(by: Knowledge, { context }: SeenExchange): Pick<ObservedOptions, 'severity'> {
  if (by === 'specification' || context.profile.strictShapes) return {}
  return { severity: 'warning' }
}

/** A part of an exchange that schemas describe, and how paths in it begin. */
interface Described {
  readonly part: 'data' | 'body' | 'query'
  readonly value: Json
  readonly root: '$' | '$.data' | '?'
}

interface Deviating {
  readonly deviation: Difference['deviation']
  readonly options: ObservedOptions
}

/** How a part of an exchange deviates from every known shape of it, by path. `isOthers`: what another rule reports. */
export function deviationsIn(
  seen: SeenExchange,
  { part, value, root }: Described,
  isOthers: (difference: Difference, by: Knowledge) => boolean,
): ReadonlyMap<string, Deviating> {
  const found = new Map<string, Deviating>()
  for (const { by, [part]: schema } of shapesOf(seen)) {
    const of = part === 'data' ? 'response' : 'request'
    for (const difference of schema ? differencesOf(schema, value, root, of) : []) {
      const { deviation, path } = difference
      if (found.has(path) || isOthers(difference, by)) continue
      found.set(path, { deviation, options: { ...evidenceOf(difference), ...severityBy(by, seen) } })
    }
  }
  return found
}

/** The evidence of a difference; the page finds the place in the body by its path. */
export function evidenceOf({ path, expected, seen, places }: Difference): ObservedOptions {
  return { values: { path, expected, seen, places }, subject: path }
}

/** Whether a 400 is due, because a required query parameter is missing. `request/query` reports that. */
export function lacksRequired(seen: SeenExchange): boolean {
  if (seen.status !== 400) return false
  const differences = shapesOf(seen).flatMap(({ query }) =>
    query ? differencesOf(query, readQuery(seen.query), '?', 'request') : [],
  )
  return differences.some(({ deviation }) => deviation === 'missing')
}

/** Names of the fields that the document shows of the response's records; null where it shows none, or the profile does not know it. */
export function documentedFields(seen: SeenExchange): readonly string[] | null {
  const fields = fieldsShown(seen)
  return fields && Object.keys(fields)
}

/** Whether the items of the documented list are records, with `id` or another required identifier. null as above. */
export function listsRecords(seen: SeenExchange): boolean | null {
  const fields = fieldsShown(seen)
  if (!fields) return null
  if (Object.hasOwn(fields, 'id')) return true
  return Object.entries(fields).some(
    ([name, schema]) => /^id[A-Z]/.test(name) && formOf(schema).kind !== 'optional',
  )
}

function fieldsShown(seen: SeenExchange): Fields | null {
  const schema = shapesOf(seen).find(({ by }) => by === 'document')?.data
  return schema ? fieldsOf(schema) : null
}

function fieldsOf(schema: z.ZodType): Fields | null {
  const [first] = alternatives(schema)
  const form = first && formOf(first)
  if (form?.kind === 'object') return form.fields
  return form?.kind === 'array' ? fieldsOf(form.element) : null
}
