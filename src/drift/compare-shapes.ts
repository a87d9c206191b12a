import type { Difference, DriftCode, Presence } from '../rules/drift/index.js'
import {
  type Baseline,
  compareText,
  type Field,
  type Fields,
  itemPath,
  keyedPath,
  parentPath,
  type RouteBaseline,
} from './baseline.js'

interface ShapeComparison {
  /** Facts, in the order of route, status and path; `judgeDrift` says how grave each is. */
  readonly differences: readonly Difference[]
  /** Routes of the baseline that were not seen now: nothing is said of them. */
  readonly notCompared: readonly string[]
}

/** Compares the observed shapes with the accepted ones. Equal sides give no difference. */
export function compareShapes(before: Baseline, now: Baseline): ShapeComparison {
  const differences: Difference[] = []
  const notCompared: string[] = []
  for (const route of sortedUnion(before.routes.keys(), now.routes.keys())) {
    const old = before.routes.get(route)
    const seen = now.routes.get(route)
    if (!seen) notCompared.push(route)
    else if (!old) differences.push(addedRoute(route, seen))
    else differences.push(...compareRoute(route, old, seen))
  }
  return { differences, notCompared }
}

function compareRoute(route: string, before: RouteBaseline, now: RouteBaseline): Difference[] {
  const differences = compareStatuses(route, before.statuses, now.statuses)
  for (const [status, count] of [...now.statuses].sort(([a], [b]) => a - b)) {
    const accepted = before.statuses.get(status)
    if (accepted === undefined || status >= 300) continue
    const place = { route, status }
    const old = before.bodies.get(status) ?? new Map()
    const seen = now.bodies.get(status) ?? new Map()
    if (old.size > 0 && seen.size === 0) differences.push(lostBody(place, old, count))
    else differences.push(...compareFields(place, old, seen))
  }
  return differences
}

interface Place {
  readonly route: string
  readonly status: number | null
}

/** Within one class only, unless a route that used to succeed now only refuses: that has changed too. */
function compareStatuses(
  route: string,
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): Difference[] {
  const fails = ofStatusClass(before, 2).length > 0 && ofStatusClass(now, 2).length === 0
  return [...now]
    .sort(([a], [b]) => a - b)
    .flatMap(([status, count]) => {
      const family = Math.floor(status / 100)
      const accepted = ofStatusClass(before, fails ? 2 : family)
      if (before.has(status) || accepted.length === 0) return []
      const old = { present: 0, of: sumCounts(accepted) }
      const seen = { present: count, of: sumCounts([...now]) }
      const codes = accepted.map(([code]) => code).join(', ')
      const turn = { before: codes, now: String(status), old, seen }
      return [difference({ route, status }, 'drift/status:changed', null, turn)]
    })
}

function compareFields(place: Place, before: Fields, now: Fields): Difference[] {
  const differences: Difference[] = []
  for (const path of sortedUnion(before.keys(), now.keys())) {
    const old = before.get(path)
    const seen = now.get(path)
    if (old && seen) differences.push(...compareField(place, old, seen))
    else if (old) differences.push(...removedField(place, old, before, now))
    else if (seen) differences.push(...addedField(place, seen, before, now))
  }
  return differences
}

function compareField(place: Place, before: Field, now: Field): Difference[] {
  const found = (code: DriftCode, old: string, seen: string) =>
    difference(place, code, now.path, { before: old, now: seen, old: before, seen: now })
  const differences: Difference[] = []
  if (before.present === before.of && now.present < now.of) {
    const share = ({ present, of }: Field) => `${present}/${of}`
    differences.push(found('drift/optional:optional', share(before), share(now)))
  }
  if (!before.kinds.includes('null') && now.kinds.includes('null') && before.kinds.length > 0) {
    differences.push(found('drift/nullable:nullable', kindText(before), kindText(now)))
  }
  const change = kindChange(before, now)
  if (change) differences.push(found(`drift/type:${change}`, kindText(before), kindText(now)))
  else differences.push(...compareValues(before, now, found))
  return differences
}

/** Draws no conclusion from unknown values: empty lists, fields that were always null, masked texts. */
function kindChange(before: Field, now: Field): 'changed' | 'widened' | null {
  const known = kindsBesideNull(before)
  const seen = kindsBesideNull(now)
  if (known.length === 0 || seen.length === 0) return null
  if (before.format === 'masked' || now.format === 'masked') return null
  const fresh = seen.filter(
    (kind) => !known.includes(kind) && !(kind === 'integer' && known.includes('number')),
  )
  if (fresh.length === 0) return null
  return fresh.length === 1 && fresh[0] === 'number' && known.includes('integer') ? 'widened' : 'changed'
}

function compareValues(
  before: Field,
  now: Field,
  found: (code: DriftCode, old: string, seen: string) => Difference,
): Difference[] {
  const differences: Difference[] = []
  const known = before.values
  const fresh = known && now.values ? now.values.filter((value) => !known.includes(value)) : []
  if (known && fresh.length > 0)
    differences.push(found('drift/values:new', known.join(', '), fresh.join(', ')))
  const areTexts = kindsBesideNull(now).includes('string') && kindsBesideNull(before).includes('string')
  const isMasked = before.format === 'masked' || now.format === 'masked'
  if (before.format && before.format !== now.format && areTexts && !isMasked)
    differences.push(found('drift/values:format', before.format, now.format ?? 'text'))
  return differences
}

/** The topmost place that one side lacks, where that side had its holder, which could hold it: how often it had. */
function presenceInParent(side: Fields, path: string, other: Fields): Presence | null {
  const parent = parentPath(path)
  const holder = parent === null ? undefined : side.get(parent)
  if (parent === null || !holder?.kinds.includes('object') || /(\[\]|\{\})$/.test(path)) return null
  return isOpen(parent, side, other) ? null : { present: 0, of: holder.present }
}

/** A place of the baseline that is nowhere now: it could have been in as many objects as hold its siblings. */
function removedField(place: Place, old: Field, before: Fields, now: Fields): Difference[] {
  const lacked = presenceInParent(now, old.path, before)
  const parent = parentPath(old.path) ?? ''
  const others = [itemPath(parent), keyedPath(parent)]
  const sibling = [...now.values()].find(({ path }) => parentPath(path) === parent && !others.includes(path))
  const seen = { present: 0, of: sibling?.of ?? lacked?.of ?? 0 }
  if (!lacked || seen.of === 0) return []
  return [difference(place, 'drift/removed:field', old.path, { before: kindText(old), now: '—', old, seen })]
}

function addedField(place: Place, seen: Field, before: Fields, now: Fields): Difference[] {
  const old = presenceInParent(before, seen.path, now)
  if (!old) return []
  return [difference(place, 'drift/added:field', seen.path, { before: '—', now: kindText(seen), old, seen })]
}

/** True if one side treats the keys below as data. Then they are not fields that could be missing. */
function isOpen(parent: string, before: Fields, now: Fields): boolean {
  return before.has(keyedPath(parent)) !== now.has(keyedPath(parent))
}

function lostBody(place: Place, before: Fields, responses: number): Difference {
  const old = before.get('$')
  const seen = { present: 0, of: responses }
  const turn = { before: old ? kindText(old) : '—', now: '—', old: old ?? { present: 1, of: 1 }, seen }
  return difference(place, 'drift/removed:body', '$', turn)
}

function addedRoute(route: string, seen: RouteBaseline): Difference {
  const of = sumCounts([...seen.statuses])
  const statuses = [...seen.statuses.keys()].sort((a, b) => a - b).join(', ')
  const turn = { before: '—', now: statuses, old: { present: 0, of: 0 }, seen: { present: of, of } }
  return difference({ route, status: null }, 'drift/added:route', null, turn)
}

interface Turn {
  readonly before: string
  readonly now: string
  readonly old: Presence
  readonly seen: Presence
}

function difference(
  place: Place,
  code: DriftCode,
  path: string | null,
  { before, now, old, seen }: Turn,
): Difference {
  const counts = ({ present, of }: Presence): Presence => ({ present, of })
  return { code, ...place, path, before, now, evidence: { before: counts(old), now: counts(seen) } }
}

/** `integer`, `string|null`; `unknown` where only empty lists were seen. */
export function kindText(field: Field): string {
  const rest = kindsBesideNull(field)
  const all = field.kinds.includes('null') ? [...rest, 'null'] : rest
  return all.length > 0 ? all.join('|') : 'unknown'
}

function kindsBesideNull(field: Field): readonly string[] {
  return field.kinds.filter((kind) => kind !== 'null')
}

function ofStatusClass(statuses: ReadonlyMap<number, number>, family: number): [number, number][] {
  return [...statuses].filter(([status]) => Math.floor(status / 100) === family).sort(([a], [b]) => a - b)
}

function sumCounts(entries: readonly (readonly [number, number])[]): number {
  return entries.reduce((total, [, count]) => total + count, 0)
}

function sortedUnion(...groups: Iterable<string>[]): string[] {
  return [...new Set(groups.flatMap((group) => [...group]))].sort(compareText)
}
