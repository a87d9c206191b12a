import { allows, type Bound, isLowerBound, type Schemas, type SchemaView } from './schema-view.js'

/** All apply to one place. The words are those of the first, which stands nearest to the place. */
export function mergedView(views: readonly [SchemaView, ...SchemaView[]]): SchemaView {
  if (views.length === 1) return views[0]
  return {
    ...views.reduce(bothScalars),
    bounds: tightestBounds(views),
    properties: allProperties(views),
    required: new Set(views.flatMap(({ required }) => [...required])),
    alternatives: distinct(views.flatMap(({ alternatives }) => alternatives)),
    notes: firstOfEach(views.map(({ notes }) => notes)),
    rest: firstOfEach(views.map(({ rest }) => rest)),
    pattern: allPatterns(views),
    items: allSchemas(views.map(({ items }) => items)),
    additional: allAdditional(views.map(({ additional }) => additional)),
  }
}

/** What costs no more however many views there are. */
function bothScalars(a: SchemaView, b: SchemaView): SchemaView {
  return {
    ...a,
    kinds: sharedKinds(a.kinds, b.kinds),
    kindsStated: a.kindsStated || b.kindsStated,
    nullable: a.nullable && b.nullable,
    values:
      a.values && b.values ? new Set([...a.values].filter((v) => b.values?.has(v))) : (a.values ?? b.values),
    format: a.format ?? b.format,
    requiredStated: a.requiredStated || b.requiredStated,
    deprecated: a.deprecated || b.deprecated,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    fallback: a.fallback ?? b.fallback,
  }
}

function sharedKinds(
  a: ReadonlySet<string> | null,
  b: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (!a || !b) return a ?? b
  return new Set([...a, ...b].filter((kind) => allows(a, kind) && allows(b, kind)))
}

function tightestBounds(views: readonly SchemaView[]): ReadonlyMap<Bound, number> {
  const bounds = new Map<Bound, number>()
  for (const [name, value] of views.flatMap((view) => [...view.bounds])) {
    const tighter = isLowerBound(name) ? Math.max : Math.min
    bounds.set(name, tighter(bounds.get(name) ?? value, value))
  }
  return bounds
}

/** Each once, however often the parts of an `allOf` repeat it. */
function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)]
}

function allPatterns(views: readonly SchemaView[]): string | null {
  const patterns = views.flatMap(({ pattern }) => (pattern === null ? [] : pattern.split(AND)))
  return patterns.length === 0 ? null : distinct(patterns).join(AND)
}

const AND = ' & '

function allProperties(views: readonly SchemaView[]): ReadonlyMap<string, Schemas> {
  const properties = new Map<string, Schemas[]>()
  for (const [key, schemas] of views.flatMap((view) => [...view.properties])) {
    const known = properties.get(key)
    if (known) known.push(schemas)
    else properties.set(key, [schemas])
  }
  return new Map([...properties].map(([key, found]) => [key, allSchemas(found) ?? []]))
}

function allSchemas(found: readonly (Schemas | null)[]): Schemas | null {
  const [only, ...more] = distinct(found).filter((schemas) => schemas !== null)
  return only === undefined || more.length === 0 ? (only ?? null) : distinct([only, ...more].flat())
}

function allAdditional(found: readonly SchemaView['additional'][]): SchemaView['additional'] {
  if (found.includes(false)) return false
  const schemas = allSchemas(found.map((additional) => (typeof additional === 'boolean' ? null : additional)))
  return schemas ?? (found.includes(true) ? true : null)
}

function firstOfEach(found: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  return new Map(found.toReversed().flatMap((entries) => [...entries]))
}
