import type { Severity } from '../../rules/finding.js'
import { fieldPath, itemPath, keyedPath } from '../place-path.js'
import type { ChangeCode, Direction } from './change.js'
import { canonical } from './node.js'
import { refName } from './resolver.js'
import {
  type Alternatives,
  allows,
  isLowerBound,
  type SchemaReader,
  type Schemas,
  type SchemaView,
} from './schema-view.js'

/** What two schemas of one place do not share. `path` within the body: `$.data[].id`. */
export interface SchemaChange {
  readonly code: ChangeCode
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly severity: Severity | null
}

export interface SchemaSides {
  readonly before: SchemaReader
  readonly after: SchemaReader
}

/**
 * Compares two schemas for one direction. A pair that was met before, as in a cycle or where a component stands at several
 * places of one body, is told at its first place alone.
 */
export function compareSchemas(
  sides: SchemaSides,
  before: Schemas,
  after: Schemas,
  direction: Direction,
): SchemaChange[] {
  return new SchemaComparison(sides, direction).run(before, after, '$')
}

/** The older one, and the newer. */
export type Both<Side> = readonly [before: Side, after: Side]

class SchemaComparison {
  private readonly changes: SchemaChange[] = []
  /** Pairs that were compared, apart for those within a muted property, which say less. */
  private readonly met = { told: new Map<unknown, Set<unknown>>(), muted: new Map<unknown, Set<unknown>>() }
  /** Above zero: within a property that this direction never carries. */
  private muted = 0

  constructor(
    private readonly sides: SchemaSides,
    private readonly direction: Direction,
  ) {}

  run(before: Schemas, after: Schemas, path: string): SchemaChange[] {
    this.schemas(before, after, path)
    return this.changes
  }

  private schemas(before: Schemas, after: Schemas, path: string): void {
    if (this.wasMet(before, after)) return
    const old = this.sides.before.view(before)
    const now = this.sides.after.view(after)
    const silent = this.isSilent(old) && this.isSilent(now)
    if (silent) this.muted++
    if (!this.wrapped([old, now], [before, after], path)) this.views(old, now, path)
    if (silent) this.muted--
  }

  private views(old: SchemaView, now: SchemaView, path: string): void {
    this.annotations(old, now, path)
    // what another kind of value may hold is no further change
    if (this.kinds(old, now, path) === 'type-changed') return
    this.values(old, now, path)
    this.bounds(old, now, path)
    this.pattern(old, now, path)
    this.properties(old, now, path)
    this.additional(old, now, path)
    if (old.items || now.items) this.schemas(old.items ?? [{}], now.items ?? [{}], itemPath(path))
    this.alternatives(old, now, path)
  }

  private kinds(old: SchemaView, now: SchemaView, path: string): ChangeCode | null {
    const isComposed = old.alternatives.length > 0 || now.alternatives.length > 0
    const code = isComposed && (!old.kinds || !now.kinds) ? null : kindChange(old.kinds, now.kinds)
    const [before, after] = [kindText(old), kindText(now)]
    if (code) this.found(code, path, before, after)
    else this.format(old, now, path)
    if (old.kinds && now.kinds && old.nullable !== now.nullable) {
      this.found(now.nullable ? 'became-nullable' : 'became-not-nullable', path, before, after)
    }
    const isRestated = old.kindsStated !== now.kindsStated && !code
    if (isRestated) this.found('text-changed', `${path} (type)`, before, after)
    return code
  }

  private format(old: SchemaView, now: SchemaView, path: string): void {
    if (old.format === now.format) return
    const code = !old.format ? 'format-introduced' : !now.format ? 'format-dropped' : 'format-changed'
    this.found(code, path, old.format, now.format)
  }

  private values(old: SchemaView, now: SchemaView, path: string) {
    const { values: before } = old
    const { values: after } = now
    if (!before && !after) return
    if (!before) return this.found('enum-introduced', path, null, listText(after))
    if (!after) return this.found('enum-dropped', path, listText(before), null)
    for (const value of before) if (!after.has(value)) this.found('enum-value-removed', path, value, null)
    for (const value of after) if (!before.has(value)) this.found('enum-value-added', path, null, value)
  }

  private bounds(old: SchemaView, now: SchemaView, path: string): void {
    for (const bound of new Set([...old.bounds.keys(), ...now.bounds.keys()])) {
      const before = old.bounds.get(bound)
      const after = now.bounds.get(bound)
      if (before === after) continue
      const [was, is] = [before, after].map((value) => (value === undefined ? null : `${bound} ${value}`))
      if (before === undefined) this.found('bound-introduced', path, null, is ?? null)
      else if (after === undefined) this.found('bound-dropped', path, was ?? null, null)
      else {
        const tighter = isLowerBound(bound) ? after > before : after < before
        this.found(tighter ? 'bound-tightened' : 'bound-loosened', path, was ?? null, is ?? null)
      }
    }
  }

  private pattern(old: SchemaView, now: SchemaView, path: string): void {
    if (old.pattern === now.pattern) return
    const code =
      old.pattern === null
        ? 'pattern-introduced'
        : now.pattern === null
          ? 'pattern-dropped'
          : 'pattern-changed'
    this.found(code, path, old.pattern, now.pattern)
  }

  private annotations(old: SchemaView, now: SchemaView, path: string): void {
    if (old.deprecated !== now.deprecated)
      this.found(now.deprecated ? 'deprecated' : 'reactivated', path, null, null)
    if (accessText(old) !== accessText(now))
      this.found('access-changed', path, accessText(old), accessText(now))
    if (old.fallback !== now.fallback) this.found('default-changed', path, old.fallback, now.fallback)
    for (const key of differingKeys(old.rest, now.rest)) {
      this.found('keyword-changed', `${path} (${key})`, old.rest.get(key) ?? null, now.rest.get(key) ?? null)
    }
    for (const key of differingKeys(old.notes, now.notes)) {
      this.found('text-changed', `${path} (${key})`, old.notes.get(key) ?? null, now.notes.get(key) ?? null)
    }
  }

  private properties(old: SchemaView, now: SchemaView, path: string): void {
    for (const [key, schemas] of old.properties) {
      const after = now.properties.get(key)
      if (after) this.property([old, now], key, [schemas, after], fieldPath(path, key))
      else this.removedProperty(old, key, schemas, fieldPath(path, key))
    }
    for (const [key, schemas] of now.properties) {
      if (!old.properties.has(key)) this.addedProperty(now, key, schemas, fieldPath(path, key))
    }
    this.requiredStrangers(old, now, path)
  }

  private property(
    [old, now]: Both<SchemaView>,
    key: string,
    [before, after]: Both<Schemas>,
    path: string,
  ): void {
    const silent = this.isSilent(this.sides.after.view(after))
    if (silent) this.muted++
    if (old.required.has(key) && !now.required.has(key))
      this.found('property-became-optional', path, null, null)
    if (!old.required.has(key) && now.required.has(key))
      this.found('property-became-required', path, null, null)
    if (silent) this.muted--
    this.schemas(before, after, path)
  }

  private removedProperty(old: SchemaView, key: string, schemas: Schemas, path: string): void {
    const view = this.sides.before.view(schemas)
    const relied = old.required.has(key) || (this.direction === 'response' && !old.requiredStated)
    const severity = this.isSilent(view) ? 'info' : null
    const code = relied ? 'property-removed-required' : 'property-removed'
    this.tell({ code, path, before: kindText(view), after: null, severity })
  }

  private addedProperty(now: SchemaView, key: string, schemas: Schemas, path: string): void {
    const view = this.sides.after.view(schemas)
    const code = now.required.has(key) ? 'property-added-required' : 'property-added'
    const severity = this.isSilent(view) ? 'info' : null
    this.tell({ code, path, before: null, after: kindText(view), severity })
  }

  /** Properties that are required and nowhere described. */
  private requiredStrangers(old: SchemaView, now: SchemaView, path: string): void {
    for (const key of new Set([...old.required, ...now.required])) {
      if (
        old.properties.has(key) ||
        now.properties.has(key) ||
        old.required.has(key) === now.required.has(key)
      )
        continue
      const code = now.required.has(key) ? 'property-became-required' : 'property-became-optional'
      this.found(code, fieldPath(path, key), null, null)
    }
  }

  private additional(old: SchemaView, now: SchemaView, path: string) {
    const [before, after] = [old.additional, now.additional]
    if (Array.isArray(before) && Array.isArray(after)) return this.schemas(before, after, keyedPath(path))
    const [wasOpen, isOpen] = [before !== false, after !== false]
    if (wasOpen !== isOpen)
      return this.found(isOpen ? 'additional-allowed' : 'additional-forbidden', path, null, null)
    if (!Array.isArray(before) && !Array.isArray(after)) {
      if (before !== after)
        this.found('text-changed', `${path} (additionalProperties)`, show(before), show(after))
      return
    }
    this.schemas(Array.isArray(before) ? before : [{}], Array.isArray(after) ? after : [{}], keyedPath(path))
  }

  /** One schema that becomes one of several, or the other way round: the one is held against the branches. */
  private wrapped([old, now]: Both<SchemaView>, [before, after]: Both<Schemas>, path: string): boolean {
    const [oldGroup] = old.alternatives
    const [newGroup] = now.alternatives
    if (Boolean(oldGroup) === Boolean(newGroup)) return false
    const wrapper = oldGroup ? old : now
    if (wrapper.alternatives.length > 1 || wrapper.kinds || wrapper.properties.size > 0) return false
    if (oldGroup && after.length === 1) this.group(oldGroup, { ...oldGroup, branches: after }, path)
    else if (newGroup && before.length === 1) this.group({ ...newGroup, branches: before }, newGroup, path)
    else return false
    return true
  }

  private alternatives(old: SchemaView, now: SchemaView, path: string) {
    const same = old.alternatives.length === now.alternatives.length
    const paired = same && old.alternatives.every((group, i) => group.kind === now.alternatives[i]?.kind)
    if (!paired) return this.found('composition-changed', path, groupsText(old), groupsText(now))
    for (const [i, group] of old.alternatives.entries()) this.group(group, now.alternatives[i] ?? group, path)
  }

  private group(old: Alternatives, now: Alternatives, path: string): void {
    const { pairs, removed, added } = pairBranches(old.branches, now.branches)
    for (const branch of removed) this.found('alternative-removed', path, branchText(branch), null)
    for (const branch of added) this.found('alternative-added', path, null, branchText(branch))
    for (const [before, after] of pairs) {
      const name = branchName(after) ?? branchName(before)
      this.schemas([before], [after], name === null ? path : `${path}(${name})`)
    }
  }

  /** Whether this direction never carries the value: answers alone hold what is read-only. */
  private isSilent(view: SchemaView): boolean {
    return this.direction === 'request' ? view.readOnly : view.writeOnly
  }

  private wasMet(before: Schemas, after: Schemas): boolean {
    const [old, now] = [before[0], after[0]]
    if (before.length !== 1 || after.length !== 1 || typeof old !== 'object' || typeof now !== 'object')
      return false
    const met = this.muted > 0 ? this.met.muted : this.met.told
    const partners = met.get(old) ?? new Set()
    met.set(old, partners)
    if (partners.has(now)) return true
    partners.add(now)
    return false
  }

  private found(code: ChangeCode, path: string, before: string | null, after: string | null): void {
    this.tell({ code, path, before, after, severity: null })
  }

  private tell(change: SchemaChange): void {
    this.changes.push(this.muted > 0 ? { ...change, severity: 'info' } : change)
  }
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

/**
 * Which branch became which: the same component, the same text, then the one with the most properties in common; a branch
 * that shares none with any is paired by its turn, where as many are left on both sides.
 */
function pairBranches(before: readonly unknown[], after: readonly unknown[]) {
  const pairs: [unknown, unknown][] = []
  let olds = [...before]
  let news = [...after]
  const take = (alike: (a: unknown, b: unknown) => boolean) => {
    for (const old of [...olds]) {
      const found = news.find((now) => alike(old, now))
      if (found === undefined) continue
      pairs.push([old, found])
      olds = olds.filter((branch) => branch !== old)
      news = news.filter((branch) => branch !== found)
    }
  }
  take((a, b) => branchName(a) !== null && branchName(a) === branchName(b))
  take((a, b) => canonical(a) === canonical(b))
  const inline = (branch: unknown) => branchName(branch) === null
  if (olds.length === news.length) take((a, b) => inline(a) === inline(b) && inline(a))
  return { pairs, removed: olds, added: news }
}

function branchName(branch: unknown): string | null {
  if (typeof branch !== 'object' || branch === null) return null
  return '$ref' in branch ? refName(branch.$ref) : 'title' in branch ? String(branch.title) : null
}

function branchText(branch: unknown): string {
  const text = branchName(branch) ?? canonical(branch)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function kindText({ kinds, nullable }: SchemaView): string {
  if (!kinds) return 'any'
  return [...[...kinds].sort(), ...(nullable ? ['null'] : [])].join('|') || 'nothing'
}

function groupsText({ alternatives }: SchemaView): string | null {
  return alternatives.length === 0
    ? null
    : alternatives.map((g) => `${g.kind} ${g.branches.length}`).join(', ')
}

function accessText({ readOnly, writeOnly }: SchemaView): string | null {
  return readOnly ? 'readOnly' : writeOnly ? 'writeOnly' : null
}

function listText(values: ReadonlySet<string> | null): string | null {
  return values && [...values].join(', ')
}

function show(value: unknown): string | null {
  return value === null ? null : String(value)
}

function differingKeys(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key))
}
