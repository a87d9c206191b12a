import type { Severity } from '../../../rules/finding.js'
import { fieldPath, itemPath, keyedPath } from '../../place-path.js'
import type { SchemaReader } from '../schema/schema-reader.js'
import type { Alternatives, Schemas, SchemaView } from '../schema/schema-view.js'
import { branchName, branchText, pairBranches } from './branches.js'
import type { ChangeCode, Direction } from './change.js'
import { annotationChanges, type Difference, kindChanges, kindText, valueChanges } from './keyword-changes.js'

export interface SchemaChange extends Difference {
  /** Null: that of its code. */
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
    const kinds = [...kindChanges(old, now, path)]
    for (const difference of [...annotationChanges(old, now, path), ...kinds]) this.tell(difference)
    // what another kind of value may hold is no further change
    if (kinds.some(({ code }) => code === 'type-changed')) return
    for (const difference of valueChanges(old, now, path)) this.tell(difference)
    this.properties(old, now, path)
    this.additional(old, now, path)
    if (old.items || now.items) this.schemas(old.items ?? [{}], now.items ?? [{}], itemPath(path))
    this.alternatives(old, now, path)
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
    this.tell({ code, path, before: kindText(view), after: null }, severity)
  }

  private addedProperty(now: SchemaView, key: string, schemas: Schemas, path: string): void {
    const view = this.sides.after.view(schemas)
    const code = now.required.has(key) ? 'property-added-required' : 'property-added'
    const severity = this.isSilent(view) ? 'info' : null
    this.tell({ code, path, before: null, after: kindText(view) }, severity)
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
    this.tell({ code, path, before, after })
  }

  private tell(difference: Difference, severity: Severity | null = null): void {
    this.changes.push({ ...difference, severity: this.muted > 0 ? 'info' : severity })
  }
}

function groupsText({ alternatives }: SchemaView): string | null {
  return alternatives.length === 0
    ? null
    : alternatives.map((g) => `${g.kind} ${g.branches.length}`).join(', ')
}

function show(value: unknown): string | null {
  return value === null ? null : String(value)
}
