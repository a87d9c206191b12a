import { gradeAbsence } from '../rules/drift/index.js'
import {
  type Baseline,
  compareText,
  countObjects,
  type Field,
  type Fields,
  findKeyField,
  itemPath,
  keyedPath,
  parentPath,
  type RouteBaseline,
  sortValues,
} from './baseline.js'
import { kinds } from './shape.js'

/**
 * Returns the baseline after `--update-baseline`. A field that did not change keeps its old counts, so that a run without
 * changes does not change the file; only far more observations replace them. Routes and fields that this run could not
 * observe stay.
 */
export function updateBaseline(accepted: Baseline, seen: Baseline): Baseline {
  const routes = new Map(accepted.routes)
  for (const [route, now] of seen.routes) {
    const before = accepted.routes.get(route)
    routes.set(route, before ? updateRoute(before, now) : now)
  }
  return { routes }
}

/** Newer counts replace older ones if they rest on this many times as many observations. */
const BETTER_EVIDENCE = 10

function updateRoute(before: RouteBaseline, now: RouteBaseline): RouteBaseline {
  return { statuses: updateStatuses(before.statuses, now.statuses), bodies: updateBodies(before, now) }
}

function updateStatuses(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>) {
  const statuses = new Map([...before].filter(([status]) => !isReplacedStatus(status, now)))
  for (const [status, count] of now) {
    const old = before.get(status)
    statuses.set(status, old !== undefined && count < old * BETTER_EVIDENCE ? old : count)
  }
  return statuses
}

/** Whether a success status is dropped, because the route now succeeds only with another one. */
function isReplacedStatus(status: number, now: ReadonlyMap<number, number>): boolean {
  if (status < 200 || status > 299 || now.has(status)) return false
  return [...now.keys()].some((other) => other >= 200 && other <= 299)
}

/** An old body stays if its status did not come, unless the status is replaced. A status that came without a body loses it. */
function updateBodies(before: RouteBaseline, now: RouteBaseline): RouteBaseline['bodies'] {
  const unseen = [...before.bodies].filter(
    ([status]) => !now.statuses.has(status) && !isReplacedStatus(status, now.statuses),
  )
  const seen = [...now.bodies].map(
    ([status, fields]) => [status, updateFields(before.bodies.get(status) ?? new Map(), fields)] as const,
  )
  return new Map([...unseen, ...seen])
}

function updateFields(before: Fields, now: Fields): Fields {
  const fields = new Map<string, Field>()
  // a parent comes before its fields, also if the lines of the file were merged in another order
  for (const [path, field] of [...before].sort(([a], [b]) => compareText(a, b))) {
    const seen = now.get(path)
    if (seen) fields.set(path, updateField(field, seen))
    else if (isKept(field, fields, before, now)) fields.set(path, field)
  }
  for (const [path, field] of now) if (!before.has(path)) fields.set(path, field)
  return fields
}

function updateField(before: Field, now: Field): Field {
  const areKindsReplaced = hasOnlyOtherKinds(before, now)
  const updated = {
    ...now,
    kinds: uniteKinds(before, now, areKindsReplaced),
    format: areKindsReplaced ? now.format : uniteFormats(before, now),
    values: areKindsReplaced ? now.values : uniteValues(before, now),
  }
  const isAlwaysPresent = ({ present, of }: Field) => present === of
  const isSame =
    updated.kinds.join() === before.kinds.join() &&
    updated.format === before.format &&
    String(updated.values) === String(before.values) &&
    isAlwaysPresent(before) === isAlwaysPresent(now)
  return isSame && now.of < before.of * BETTER_EVIDENCE ? before : updated
}

/** Whether a field has none of its old kinds any more. Integers and numbers count as one kind; null and empty arrays as none. */
function hasOnlyOtherKinds(before: Field, now: Field): boolean {
  const comparable = ({ kinds }: Field) =>
    kinds.filter((kind) => kind !== 'null').map((kind) => (kind === 'integer' ? 'number' : kind))
  const known = comparable(before)
  const seen = comparable(now)
  return seen.length > 0 && !seen.some((kind) => known.includes(kind))
}

/**
 * Old kinds stay unless the field has only others now, because a run may see only some of them. `null` always stays: a run
 * without nulls does not prove that there are none.
 */
function uniteKinds(before: Field, now: Field, areReplaced: boolean): Field['kinds'] {
  const united = kinds.filter(
    (kind) => now.kinds.includes(kind) || (before.kinds.includes(kind) && (!areReplaced || kind === 'null')),
  )
  return united.filter((kind) => kind !== 'integer' || !united.includes('number'))
}

function uniteFormats(before: Field, now: Field): Field['format'] {
  if (!now.kinds.includes('string')) return before.format
  if (!before.kinds.includes('string')) return now.format
  return before.format === now.format ? before.format : null
}

/**
 * A list that is missing in the baseline may have had too many values, so only a run with more observations can add one. A
 * list that is missing now does not remove the old one: in a short run, some values come too rarely to be listed.
 */
function uniteValues(before: Field, now: Field): Field['values'] {
  if (!before.values) return before.of >= now.of ? null : now.values
  if (!now.values) return before.values
  const values = [...before.values, ...now.values]
  const hasTexts = values.some((value) => typeof value === 'string')
  // the file does not tell the number 1 from the text `1`, which would be listed twice
  return sortValues([...new Set(hasTexts ? values.map(String) : values)])
}

/**
 * Whether a field that was not seen stays in the baseline. It is dropped if its parent is of another kind now, or if so many
 * objects lack it that the comparison calls that an error. `kept` has its parent already, if that is kept.
 */
function isKept(field: Field, kept: ReadonlyMap<string, Field>, before: Fields, now: Fields): boolean {
  const parent = parentPath(field.path)
  if (parent === null) return true
  const keptParent = kept.get(parent)
  // a parent that was dropped takes its fields with it; one that a file edited by hand lacks was not dropped
  if (!keptParent) return !before.has(parent)
  // an empty array has no items, so their absence proves nothing while the parent still is an array
  if (field.path === itemPath(parent)) return keptParent.kinds.includes('array')
  if (!keptParent.kinds.includes('object')) return false
  const keyed = keyedPath(parent)
  // a map whose objects are all empty now may have identifiers again
  if (field.path === keyed && !findKeyField(now, parent)) return true
  // the parent turned out to be a map: its keys are identifiers, not fields
  if (now.has(keyed) && !before.has(keyed)) return false
  return gradeAbsence(field, { present: 0, of: countObjects(now, parent) }) !== 'error'
}
