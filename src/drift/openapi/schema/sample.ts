import type { Sample } from '../../../specification/samples/index.js'
import { isNode } from '../node.js'
import type { SchemaReader } from './schema-reader.js'
import { allows, type Schemas, type SchemaView } from './schema-view.js'
import { textOfPattern } from './text-of-pattern.js'

/** Deepest nesting, and most values, of one sample: a document of strangers may hold itself, or grow without end. */
const MOST_DEPTH = 12
const MOST_VALUES = 5_000

type Mutable = { [key: string]: Sample }

/**
 * A value that the schema shows: its own example where it has one, else its default, the first of its values, or the least that its
 * kind and bounds allow. What only requests carry is left out.
 */
export function sampleOf(reader: SchemaReader, schemas: Schemas): Sample {
  let left = MOST_VALUES

  function value(at: Schemas, depth: number): Sample {
    left--
    const view = decided(reader, reader.view(at))
    const shown = exampleIn(view) ?? (view.fallback === null ? undefined : parsed(view.fallback))
    if (shown !== undefined && isOfKind(shown, view)) return shown
    const [first] = view.values ?? []
    if (first !== undefined) return parsed(first) ?? null
    return ofKind(view, depth)
  }

  function ofKind(view: SchemaView, depth: number): Sample {
    const { kinds } = view
    if (kinds === null || kinds.has('object'))
      return view.properties.size > 0 || kinds ? object(view, depth) : null
    if (kinds.has('array')) return array(view, depth)
    if (kinds.has('string')) return text(view)
    if (kinds.has('integer') || kinds.has('number')) return number(view)
    return kinds.has('boolean') ? false : null
  }

  function object(view: SchemaView, depth: number): Sample {
    const made: Mutable = {}
    for (const [name, schemas] of view.properties) {
      const isWanted = view.required.has(name) || (depth < MOST_DEPTH && left > 0)
      if (isWanted && depth < 2 * MOST_DEPTH && !reader.view(schemas).writeOnly)
        made[name] = value(schemas, depth + 1)
    }
    return made
  }

  function array({ items, bounds }: SchemaView, depth: number): Sample {
    if (items === null) return []
    const least = bounds.get('minItems') ?? 0
    if (
      (depth >= MOST_DEPTH || left <= 0) &&
      (least === 0 || depth >= 2 * MOST_DEPTH || left <= -MOST_VALUES)
    )
      return []
    const length = Math.min(Math.max(least, 1), Math.max(bounds.get('maxItems') ?? 10, least), 10)
    return Array.from({ length }, () => value(items, depth + 1))
  }

  return value(schemas, 0)
}

/** With the first of each of its alternatives decided upon, and of theirs. */
export function decided(reader: SchemaReader, view: SchemaView, depth = 0): SchemaView {
  const [group, ...others] = view.alternatives
  const branch = group?.branches[0]
  if (branch === undefined || depth > MOST_DEPTH) return view
  const chosen = decided(reader, reader.view([branch]), depth + 1)
  const merged = {
    ...view,
    kinds: view.kinds ?? chosen.kinds,
    values: view.values ?? chosen.values,
    format: view.format ?? chosen.format,
    items: view.items ?? chosen.items,
    bounds: new Map([...chosen.bounds, ...view.bounds]),
    properties: new Map([...chosen.properties, ...view.properties]),
    required: new Set([...view.required, ...chosen.required]),
    notes: new Map([...chosen.notes, ...view.notes]),
    alternatives: others,
  }
  return decided(reader, merged, depth + 1)
}

function exampleIn({ notes }: SchemaView): Sample | undefined {
  const example = notes.get('example')
  if (example !== undefined) return parsed(example)
  const examples = parsed(notes.get('examples') ?? 'null')
  return Array.isArray(examples) ? (examples[0] as Sample | undefined) : undefined
}

function parsed(text: string): Sample | undefined {
  return JSON.parse(text) as Sample
}

/** Examples are often of another kind than what they stand beside: those show nothing. */
export function isOfKind(value: Sample, { kinds, nullable, values, required }: SchemaView): boolean {
  if (value === null) return nullable
  if (values !== null && !values.has(JSON.stringify(value))) return false
  if (kinds === null) return true
  if (Array.isArray(value)) return kinds.has('array')
  if (isNode(value)) return kinds.has('object') && [...required].every((name) => Object.hasOwn(value, name))
  const kind = typeof value
  return kind === 'number' ? allows(kinds, Number.isInteger(value) ? 'integer' : 'number') : kinds.has(kind)
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-05-04',
  'date-time': '2026-05-04T12:00:00Z',
  time: '12:00:00',
  uuid: '3f2b8c1e-0000-4000-8000-000000000001',
  email: 'contato@exemplo.invalid',
  uri: 'https://exemplo.invalid/',
  url: 'https://exemplo.invalid/',
  hostname: 'exemplo.invalid',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'AA==',
}

function text({ format, bounds, pattern }: SchemaView): string {
  const plain = texts[format ?? ''] ?? (pattern === null ? null : textOfPattern(pattern)) ?? 'texto'
  const most = bounds.get('maxLength') ?? plain.length
  return plain
    .padEnd(Math.min(bounds.get('minLength') ?? 0, 1_000), 'x')
    .slice(0, Math.max(most, bounds.get('minLength') ?? 0))
}

function number({ kinds, bounds }: SchemaView): number {
  const isWhole = !kinds?.has('number')
  const step = isWhole ? 1 : 0.5
  const least = Math.max(
    bounds.get('minimum') ?? -Infinity,
    (bounds.get('exclusiveMinimum') ?? -Infinity) + step,
  )
  const most = Math.min(
    bounds.get('maximum') ?? Infinity,
    (bounds.get('exclusiveMaximum') ?? Infinity) - step,
  )
  const near = Math.min(Math.max(1, least), most)
  return isWhole ? Math.ceil(near) : near
}
