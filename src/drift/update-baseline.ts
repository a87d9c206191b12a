import { gradeAbsence } from '../rules/drift/index.js'
import {
  type Baseline,
  type Field,
  type Fields,
  keyedPath,
  parentPath,
  type RouteBaseline,
  sortValues,
} from './baseline.js'
import { kinds } from './shape.js'

/**
 * Accepts what was seen. A line that still tells the truth stays as it is, counts included, so that a quiet night changes
 * no byte; it is written anew when something about it changed, or when tonight rests on far more observations. Routes and
 * fields that were not, or could not be, observed keep their lines.
 */
export function updateBaseline(accepted: Baseline, seen: Baseline): Baseline {
  const routes = new Map(accepted.routes)
  for (const [route, now] of seen.routes) {
    const before = accepted.routes.get(route)
    routes.set(route, before ? updateRoute(before, now) : now)
  }
  return { routes }
}

/** From this many times as many observations on, the newer counts are the better evidence. */
const BETTER_EVIDENCE = 10

function updateRoute(before: RouteBaseline, now: RouteBaseline): RouteBaseline {
  const bodies = new Map(before.bodies)
  for (const [status, fields] of now.bodies) {
    bodies.set(status, updateFields(before.bodies.get(status) ?? new Map(), fields))
  }
  return {
    statuses: updateStatuses(before.statuses, now.statuses),
    bodies: keepResponded(bodies, before, now),
  }
}

function updateStatuses(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>) {
  const statuses = new Map([...before].filter(([status]) => !isReplaced(status, now)))
  for (const [status, count] of now) {
    const old = before.get(status)
    statuses.set(status, old !== undefined && count < old * BETTER_EVIDENCE ? old : count)
  }
  return statuses
}

/** A success status is dropped once the route only succeeds with another one. */
function isReplaced(status: number, now: ReadonlyMap<number, number>): boolean {
  if (status < 200 || status > 299 || now.has(status)) return false
  return [...now.keys()].some((other) => other >= 200 && other <= 299)
}

function keepResponded(
  bodies: ReadonlyMap<number, Fields>,
  before: RouteBaseline,
  now: RouteBaseline,
): ReadonlyMap<number, Fields> {
  const lost = (status: number) =>
    isReplaced(status, now.statuses) ||
    (before.bodies.has(status) && now.statuses.has(status) && !now.bodies.has(status))
  return new Map([...bodies].filter(([status]) => !lost(status)))
}

function updateFields(before: Fields, now: Fields): Fields {
  const fields = new Map<string, Field>()
  for (const [path, field] of before) {
    const seen = now.get(path)
    if (seen) fields.set(path, updateField(field, seen))
    else if (isKept(field, fields, before, now)) fields.set(path, field)
  }
  for (const [path, field] of now) if (!before.has(path)) fields.set(path, field)
  return fields
}

function updateField(before: Field, now: Field): Field {
  const updated = { ...now, ...unitedKinds(before, now), values: unitedValues(before, now) }
  const same =
    updated.kinds.join() === before.kinds.join() &&
    updated.format === before.format &&
    String(updated.values) === String(before.values) &&
    (before.present === before.of) === (now.present === now.of)
  return same && now.of < before.of * BETTER_EVIDENCE ? before : updated
}

/** Known kinds stay if both sides agree in part. What may be null stays so: a night without nulls proves nothing. */
function unitedKinds(before: Field, now: Field): Pick<Field, 'kinds' | 'format'> {
  const shared = now.kinds.some((kind) => kind !== 'null' && before.kinds.includes(kind))
  const solid = now.kinds.some((kind) => kind !== 'null')
  const widened = now.kinds.includes('number') && before.kinds.includes('integer')
  const narrowed = now.kinds.includes('integer') && before.kinds.includes('number')
  const isReplaced = solid && !shared && !widened && !narrowed
  const united = kinds.filter(
    (kind) => now.kinds.includes(kind) || (before.kinds.includes(kind) && (!isReplaced || kind === 'null')),
  )
  const withoutInteger = united.filter((kind) => kind !== 'integer' || !united.includes('number'))
  return { kinds: withoutInteger, format: isReplaced ? now.format : unitedFormat(before, now) }
}

function unitedFormat(before: Field, now: Field): Field['format'] {
  if (!now.kinds.includes('string')) return before.format
  if (!before.kinds.includes('string')) return now.format
  return before.format === now.format ? before.format : null
}

function unitedValues(before: Field, now: Field): Field['values'] {
  if (!before.values) return before.of >= now.of ? null : now.values
  if (!now.values) return before.values
  return sortValues([...new Set([...before.values, ...now.values])])
}

/** A field that was not seen stays where its holder was not there either, or where its absence means little. */
function isKept(field: Field, kept: ReadonlyMap<string, Field>, before: Fields, now: Fields): boolean {
  const parent = parentPath(field.path)
  if (parent === null) return true
  if (!kept.has(parent)) return !before.has(parent)
  const holder = now.get(parent)
  if (!holder?.kinds.includes('object')) return holder === undefined || holder.kinds.length === 0
  if (now.has(keyedPath(parent)) && !before.has(keyedPath(parent))) return false
  return gradeAbsence(field, { present: 0, of: holder.present }) !== 'error'
}
