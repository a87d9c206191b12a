import { allows, type Bound, isLowerBound, type Schemas, type SchemaView } from './schema-view.js'

/** Both apply to one place. The words are those of the first, which stands nearer to the place. */
export function mergedView(a: SchemaView, b: SchemaView): SchemaView {
  return {
    name: a.name,
    kinds: sharedKinds(a.kinds, b.kinds),
    kindsStated: a.kindsStated || b.kindsStated,
    nullable: a.nullable && b.nullable,
    values:
      a.values && b.values ? new Set([...a.values].filter((v) => b.values?.has(v))) : (a.values ?? b.values),
    format: a.format ?? b.format,
    pattern: bothPatterns(a.pattern, b.pattern),
    bounds: tighterBounds(a.bounds, b.bounds),
    properties: bothProperties(a.properties, b.properties),
    required: new Set([...a.required, ...b.required]),
    requiredStated: a.requiredStated || b.requiredStated,
    additional: bothAdditional(a.additional, b.additional),
    items: a.items && b.items ? union(a.items, b.items) : (a.items ?? b.items),
    alternatives: union(a.alternatives, b.alternatives),
    deprecated: a.deprecated || b.deprecated,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    fallback: a.fallback ?? b.fallback,
    notes: new Map([...b.notes, ...a.notes]),
    rest: new Map([...b.rest, ...a.rest]),
  }
}

function sharedKinds(
  a: ReadonlySet<string> | null,
  b: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (!a || !b) return a ?? b
  return new Set([...a, ...b].filter((kind) => allows(a, kind) && allows(b, kind)))
}

function tighterBounds(
  a: ReadonlyMap<Bound, number>,
  b: ReadonlyMap<Bound, number>,
): ReadonlyMap<Bound, number> {
  const bounds = new Map(a)
  for (const [name, value] of b) {
    const old = bounds.get(name)
    const tighter = isLowerBound(name) ? Math.max : Math.min
    bounds.set(name, old === undefined ? value : tighter(old, value))
  }
  return bounds
}

/** Each once, however often the parts of an `allOf` repeat it. */
function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a === b ? a : [...new Set([...a, ...b])]
}

const AND = ' & '

function bothPatterns(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return union(a.split(AND), b.split(AND)).join(AND)
}

function bothProperties(
  a: ReadonlyMap<string, Schemas>,
  b: ReadonlyMap<string, Schemas>,
): ReadonlyMap<string, Schemas> {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a
  const properties = new Map(a)
  for (const [key, schemas] of b) {
    const known = properties.get(key) ?? []
    properties.set(key, union(known, schemas))
  }
  return properties
}

function bothAdditional(a: SchemaView['additional'], b: SchemaView['additional']): SchemaView['additional'] {
  if (a === false || b === false) return false
  if (Array.isArray(a) && Array.isArray(b)) return union(a, b)
  return Array.isArray(a) ? a : Array.isArray(b) ? b : (a ?? b)
}
