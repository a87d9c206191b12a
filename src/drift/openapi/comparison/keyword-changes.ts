import { allows, type Bound, isLowerBound, type SchemaView } from '../schema/schema-view.js'
import type { ChangeCode } from './change.js'

/** What two schemas of one place do not share. `path` within the body: `$.data[].id`. */
export interface Difference {
  readonly code: ChangeCode
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What is said about a value, whatever it is. */
export function* annotationChanges(old: SchemaView, now: SchemaView, path: string): Generator<Difference> {
  if (old.deprecated !== now.deprecated)
    yield { code: now.deprecated ? 'deprecated' : 'reactivated', path, before: null, after: null }
  const [wasAccess, access] = [accessText(old), accessText(now)]
  if (wasAccess !== access) yield { code: 'access-changed', path, before: wasAccess, after: access }
  if (old.fallback !== now.fallback)
    yield { code: 'default-changed', path, before: old.fallback, after: now.fallback }
  yield* differing('keyword-changed', old.rest, now.rest, path)
  yield* differing('text-changed', old.notes, now.notes, path)
}

/** The kind of a value, and the format of a kind that stayed. */
export function* kindChanges(old: SchemaView, now: SchemaView, path: string): Generator<Difference> {
  const isComposed = old.alternatives.length > 0 || now.alternatives.length > 0
  const code = isComposed && (!old.kinds || !now.kinds) ? null : kindChange(old.kinds, now.kinds)
  const place = { path, before: kindText(old), after: kindText(now) }
  if (code) yield { code, ...place }
  else if (old.format !== now.format) yield formatChange(old, now, path)
  if (old.kinds && now.kinds && old.nullable !== now.nullable)
    yield { code: now.nullable ? 'became-nullable' : 'became-not-nullable', ...place }
  const isRestated = old.kindsStated !== now.kindsStated && !code
  if (isRestated) yield { code: 'text-changed', ...place, path: `${path} (type)` }
}

/** Which values of the kind are allowed. */
export function* valueChanges(old: SchemaView, now: SchemaView, path: string): Generator<Difference> {
  yield* enumerationChanges(old.values, now.values, path)
  for (const bound of new Set([...old.bounds.keys(), ...now.bounds.keys()])) {
    const [before, after] = [old.bounds.get(bound), now.bounds.get(bound)]
    if (before === after) continue
    const [was, is] = [before, after].map((value) => (value === undefined ? null : `${bound} ${value}`))
    yield { code: boundChange(bound, before, after), path, before: was ?? null, after: is ?? null }
  }
  if (old.pattern !== now.pattern) yield patternChange(old, now, path)
}

function* enumerationChanges(
  before: SchemaView['values'],
  after: SchemaView['values'],
  path: string,
): Generator<Difference> {
  if (before && after) {
    for (const value of before)
      if (!after.has(value)) yield { code: 'enum-value-removed', path, before: value, after: null }
    for (const value of after)
      if (!before.has(value)) yield { code: 'enum-value-added', path, before: null, after: value }
  } else if (after) yield { code: 'enum-introduced', path, before: null, after: listText(after) }
  else if (before) yield { code: 'enum-dropped', path, before: listText(before), after: null }
}

function boundChange(bound: Bound, before: number | undefined, after: number | undefined): ChangeCode {
  if (before === undefined) return 'bound-introduced'
  if (after === undefined) return 'bound-dropped'
  const tighter = isLowerBound(bound) ? after > before : after < before
  return tighter ? 'bound-tightened' : 'bound-loosened'
}

function patternChange({ pattern: before }: SchemaView, { pattern: after }: SchemaView, path: string) {
  const code = before === null ? 'pattern-introduced' : after === null ? 'pattern-dropped' : 'pattern-changed'
  return { code, path, before, after } as const
}

function formatChange({ format: before }: SchemaView, { format: after }: SchemaView, path: string) {
  const code = !before ? 'format-introduced' : !after ? 'format-dropped' : 'format-changed'
  return { code, path, before, after } as const
}

function kindChange(
  before: ReadonlySet<string> | null,
  after: ReadonlySet<string> | null,
): 'type-changed' | 'type-widened' | 'type-narrowed' | null {
  if (!before && !after) return null
  const keeps = !after || (before !== null && [...before].every((kind) => allows(after, kind)))
  const kept = !before || (after !== null && [...after].every((kind) => allows(before, kind)))
  if (keeps && kept) return null
  return keeps ? 'type-widened' : kept ? 'type-narrowed' : 'type-changed'
}

export function kindText({ kinds, nullable }: SchemaView): string {
  if (!kinds) return 'any'
  return [...[...kinds].sort(), ...(nullable ? ['null'] : [])].join('|') || 'nothing'
}

function accessText({ readOnly, writeOnly }: SchemaView): string | null {
  return readOnly ? 'readOnly' : writeOnly ? 'writeOnly' : null
}

function listText(values: ReadonlySet<string>): string {
  return [...values].join(', ')
}

function* differing(
  code: ChangeCode,
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  path: string,
): Generator<Difference> {
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(key) ?? null, now.get(key) ?? null]
    if (before !== after) yield { code, path: `${path} (${key})`, before, after }
  }
}
