import type { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import type { Knowledge } from '../../specification/route.js'
import { alternatives, type Fields, formOf } from '../../specification/schemas/form.js'
import { type OperationShape, readQuery, type Shapes } from '../../specification/shapes.js'
import type { ObservedOptions } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { type Difference, differencesOf } from './differences.js'

/** The schemas of a route's body, query and `data`, and their source: the specification or the service's public document. */
interface KnownShape extends OperationShape {
  readonly source: Knowledge
}

/** The results of `shapesOf`, because several rules ask for them at each exchange. */
const knownShapes = new WeakMap<Shapes, Map<string, readonly KnownShape[]>>()

/** The schemas of the route: the specification's, then those of the public document if the profile uses it. */
export function shapesOf({ route, context }: Pick<SeenExchange, 'route' | 'context'>): readonly KnownShape[] {
  const { shapes, profile } = context
  if (!route || !shapes) return []
  const shapesByRoute = knownShapes.get(shapes) ?? new Map<string, readonly KnownShape[]>()
  const key = `${profile.knowledge} ${route.id}`
  const known = shapesByRoute.get(key)
  if (known) return known
  const sources: Knowledge[] =
    profile.knowledge === 'document' ? ['specification', 'document'] : ['specification']
  const found = sources.flatMap((source) => {
    const shape = shapes.of(route, source)
    return shape ? [{ ...shape, source }] : []
  })
  knownShapes.set(shapes, shapesByRoute.set(key, found))
  return found
}

/** A difference from the public document alone is only a warning, unless the user wants it strict. */
export function severityBy(source: Knowledge, { context }: SeenExchange): Pick<ObservedOptions, 'severity'> {
  if (source === 'specification' || context.profile.strictShapes) return {}
  return { severity: 'warning' }
}

/** The part of an exchange to compare with its schemas. `root` is the beginning of paths in it. */
interface Described {
  readonly part: 'data' | 'body' | 'query'
  readonly value: Json
  readonly root: '$' | '$.data' | '?'
}

/** A difference from a schema, as a breach is reported. */
interface Deviating {
  readonly deviation: Difference['deviation']
  readonly options: ObservedOptions
}

/** By path, how a part of an exchange differs from its schemas, without the differences that another rule reports. */
export function deviationsIn(
  seen: SeenExchange,
  { part, value, root }: Described,
  isReportedElsewhere: (difference: Difference, source: Knowledge) => boolean,
): ReadonlyMap<string, Deviating> {
  const found = new Map<string, Deviating>()
  for (const { source, [part]: schema } of shapesOf(seen)) {
    const direction = part === 'data' ? 'response' : 'request'
    for (const difference of schema ? differencesOf(schema, value, root, direction) : []) {
      const { deviation, path } = difference
      if (found.has(path) || isReportedElsewhere(difference, source)) continue
      found.set(path, { deviation, options: { ...evidenceOf(difference), ...severityBy(source, seen) } })
    }
  }
  return found
}

/** The evidence of a difference. The page with the report uses the path to show the place in the body. */
export function evidenceOf({ path, expected, seen, places }: Difference): ObservedOptions {
  return { values: { path, expected, seen, places }, subject: path }
}

/** Whether a request was rightly refused with 400, because a required query parameter is missing. `request/query` reports that. */
export function lacksRequired(seen: SeenExchange): boolean {
  if (seen.status !== 400) return false
  const differences = shapesOf(seen).flatMap(({ query }) =>
    query ? differencesOf(query, readQuery(seen.query), '?', 'request') : [],
  )
  return differences.some(({ deviation }) => deviation === 'missing')
}

/** Names of the fields of the response's records in the public document; null if the document or the profile does not know them. */
export function documentedFieldNames(seen: SeenExchange): readonly string[] | null {
  const fields = findDocumentedFields(seen)
  return fields && Object.keys(fields)
}

/** Whether the items of a list have an identifier in the public document; null if the document or the profile does not know them. */
export function listsRecords(seen: SeenExchange): boolean | null {
  const fields = findDocumentedFields(seen)
  if (!fields) return null
  if (Object.hasOwn(fields, 'id')) return true
  return Object.entries(fields).some(
    ([name, schema]) => /^id[A-Z]/.test(name) && formOf(schema).kind !== 'optional',
  )
}

function findDocumentedFields(seen: SeenExchange): Fields | null {
  const schema = shapesOf(seen).find(({ source }) => source === 'document')?.data
  return schema ? fieldsOf(schema) : null
}

/** The fields of an object, or of the items of an array. If the schema has alternatives, the first one counts. */
function fieldsOf(schema: z.ZodType): Fields | null {
  const [first] = alternatives(schema)
  const form = first && formOf(first)
  if (form?.kind === 'object') return form.fields
  return form?.kind === 'array' ? fieldsOf(form.element) : null
}
