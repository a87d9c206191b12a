/** Compares the shapes that a run observed with the accepted baseline. `judgeDrift` decides how severe a difference is. */
import type { Difference, DriftCode, Presence } from '../rules/drift/index.js'
import {
  type Baseline,
  compareText,
  countObjects,
  type Field,
  type Fields,
  isItemOrKeyedPath,
  keyedPath,
  parentPath,
  type RouteBaseline,
  sortByNumber,
} from './baseline.js'

interface ShapeComparison {
  /** By route, status and path. */
  readonly differences: readonly Difference[]
  /** Routes of the baseline that were not observed now. */
  readonly notCompared: readonly string[]
}

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
  for (const [status, count] of sortByNumber(now.statuses)) {
    // a new status is a difference already, and bodies are learned of successes only
    if (!before.statuses.has(status) || status >= 300) continue
    const place = { route, status }
    const old = before.bodies.get(status) ?? new Map()
    const seen = now.bodies.get(status) ?? new Map()
    if (old.size > 0 && seen.size === 0) differences.push(removedBody(place, old, count))
    else differences.push(...compareFields(place, old, seen))
  }
  return differences
}

/** The route and status of a difference. The status is null if the route itself is new. */
interface Place {
  readonly route: string
  readonly status: number | null
}

/**
 * A new status is a difference if the baseline has another status of the same class: 202 differs from 200, and 404 does
 * not. If a route no longer succeeds at all, its refusals are compared with the old success statuses.
 */
function compareStatuses(
  route: string,
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): Difference[] {
  const nowFails = ofStatusClass(before, 2).length > 0 && ofStatusClass(now, 2).length === 0
  return sortByNumber(now).flatMap(([status, count]) => {
    const accepted = ofStatusClass(before, nowFails ? 2 : Math.floor(status / 100))
    if (before.has(status) || accepted.length === 0) return []
    const old = { present: 0, of: sumCounts(accepted) }
    const seen = { present: count, of: sumCounts([...now]) }
    const acceptedStatuses = accepted.map(([code]) => code).join(', ')
    const change = { before: acceptedStatuses, now: String(status), old, seen }
    return [makeDifference({ route, status }, 'drift/status:changed', null, change)]
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

/** Makes a difference of one field, given how it was before and how it is now. */
type FieldDifference = (code: DriftCode, beforeText: string, nowText: string) => Difference

function compareField(place: Place, before: Field, now: Field): Difference[] {
  const changed: FieldDifference = (code, beforeText, nowText) =>
    makeDifference(place, code, now.path, { before: beforeText, now: nowText, old: before, seen: now })
  const differences: Difference[] = []
  if (before.present === before.of && now.present < now.of) {
    const share = ({ present, of }: Field) => `${present}/${of}`
    differences.push(changed('drift/optional:optional', share(before), share(now)))
  }
  // without kinds, the baseline does not know the field: only empty arrays were seen
  if (!before.kinds.includes('null') && now.kinds.includes('null') && before.kinds.length > 0) {
    differences.push(changed('drift/nullable:nullable', kindText(before), kindText(now)))
  }
  const change = compareKinds(before, now)
  if (change) differences.push(changed(`drift/type:${change}`, kindText(before), kindText(now)))
  else differences.push(...compareValues(before, now, changed))
  return differences
}

/** `widened`: an integer became a number. null if no kind changed, or if empty lists, nulls or masked texts hide it. */
function compareKinds(before: Field, now: Field): 'changed' | 'widened' | null {
  const known = kindsBesideNull(before)
  const seen = kindsBesideNull(now)
  if (known.length === 0 || seen.length === 0) return null
  if (before.format === 'masked' || now.format === 'masked') return null
  const added = seen.filter(
    (kind) => !known.includes(kind) && !(kind === 'integer' && known.includes('number')),
  )
  if (added.length === 0) return null
  return added.join() === 'number' && known.includes('integer') ? 'widened' : 'changed'
}

function compareValues(before: Field, now: Field, changed: FieldDifference): Difference[] {
  const differences: Difference[] = []
  // values are compared as texts, because the file writes the number 1 and the text `1` alike
  const known = before.values?.map(String) ?? []
  const added = now.values?.map(String).filter((value) => !known.includes(value)) ?? []
  if (known.length > 0 && added.length > 0)
    differences.push(changed('drift/values:new', known.join(', '), added.join(', ')))
  const areTexts = kindsBesideNull(now).includes('string') && kindsBesideNull(before).includes('string')
  const isMasked = before.format === 'masked' || now.format === 'masked'
  if (before.format && before.format !== now.format && areTexts && !isMasked)
    differences.push(changed('drift/values:format', before.format, now.format ?? 'text'))
  return differences
}

/** How many objects of `side` lack a field that `other` has; null if its absence is no difference. */
function findAbsence(path: string, side: Fields, other: Fields): Presence | null {
  const parent = parentPath(path)
  // neither the root nor items are fields
  if (parent === null || isItemOrKeyedPath(path)) return null
  // nor are keys that are data on one side alone
  if (side.has(keyedPath(parent)) !== other.has(keyedPath(parent))) return null
  const objects = countObjects(side, parent)
  // if the parent object is absent as well, only the parent is a difference
  return objects === 0 ? null : { present: 0, of: objects }
}

function removedField(place: Place, old: Field, before: Fields, now: Fields): Difference[] {
  const seen = findAbsence(old.path, now, before)
  if (!seen) return []
  const change = { before: kindText(old), now: '—', old, seen }
  return [makeDifference(place, 'drift/removed:field', old.path, change)]
}

function addedField(place: Place, seen: Field, before: Fields, now: Fields): Difference[] {
  const old = findAbsence(seen.path, before, now)
  if (!old) return []
  const change = { before: '—', now: kindText(seen), old, seen }
  return [makeDifference(place, 'drift/added:field', seen.path, change)]
}

function removedBody(place: Place, before: Fields, responses: number): Difference {
  // a baseline that was edited by hand may lack the line of the root
  const old = before.get('$')
  const seen = { present: 0, of: responses }
  const change = { before: old ? kindText(old) : '—', now: '—', old: old ?? { present: 1, of: 1 }, seen }
  return makeDifference(place, 'drift/removed:body', '$', change)
}

function addedRoute(route: string, seen: RouteBaseline): Difference {
  const of = sumCounts([...seen.statuses])
  const statuses = [...seen.statuses.keys()].sort((a, b) => a - b).join(', ')
  const change = { before: '—', now: statuses, old: { present: 0, of: 0 }, seen: { present: of, of } }
  return makeDifference({ route, status: null }, 'drift/added:route', null, change)
}

/** `before` and `now` are texts for the reader; `old` and `seen` are the counts before and now on which the difference rests. */
interface Change {
  readonly before: string
  readonly now: string
  readonly old: Presence
  readonly seen: Presence
}

function makeDifference(
  place: Place,
  code: DriftCode,
  path: string | null,
  { before, now, old, seen }: Change,
): Difference {
  const counts = ({ present, of }: Presence): Presence => ({ present, of })
  return { code, ...place, path, before, now, evidence: { before: counts(old), now: counts(seen) } }
}

/** `integer`, `string|null`, or `unknown` if only empty lists were seen. */
export function kindText(field: Field): string {
  const others = kindsBesideNull(field)
  const all = field.kinds.includes('null') ? [...others, 'null'] : others
  return all.length > 0 ? all.join('|') : 'unknown'
}

function kindsBesideNull(field: Field): readonly string[] {
  return field.kinds.filter((kind) => kind !== 'null')
}

/** The statuses of a class, such as 2 for 2xx, with their counts. */
function ofStatusClass(statuses: ReadonlyMap<number, number>, digit: number): [number, number][] {
  return sortByNumber(statuses).filter(([status]) => Math.floor(status / 100) === digit)
}

function sumCounts(entries: readonly (readonly [number, number])[]): number {
  return entries.reduce((total, [, count]) => total + count, 0)
}

function sortedUnion(...groups: Iterable<string>[]): string[] {
  return [...new Set(groups.flatMap((group) => [...group]))].sort(compareText)
}
