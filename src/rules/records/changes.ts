import { isObject, type Json } from '../../exchange/json.js'
import { equalField, type Fields, isNothing, isReference } from './equal-enough.js'

/** A field that a record shows otherwise than it did before. */
export interface Change {
  /** Names that lead to it: `itens[0].valor`. */
  readonly path: string
  /** `lost`: it is gone, or empty. */
  readonly kind: 'changed' | 'lost' | 'gained'
  readonly before: Json | undefined
  readonly now: Json | undefined
}

/**
 * The fields of a record that differ from an earlier state, compared at every depth. An absent value equals an empty
 * one unless the name itself is gone.
 */
export function changesOf(before: Fields, now: Fields): Change[] {
  const gained = Object.keys(now).filter(
    (name) => !Object.hasOwn(before, name) && !isNothing(now[name] ?? null),
  )
  return [
    ...within(before, now, ''),
    ...gained.map((path): Change => ({ path, kind: 'gained', before: undefined, now: now[path] })),
  ]
}

function within(before: Fields, now: Fields, path: string): Change[] {
  // what else a reference shows than its identifier is the other record's
  const isOthers = path !== '' && isReference(before, now)
  return Object.entries(before).flatMap(([name, value]): Change[] => {
    const shown = now[name]
    const isCompared = shown === undefined || (name === 'id') === isOthers
    return isCompared ? between(value, shown, path + name) : []
  })
}

function between(before: Json, now: Json | undefined, path: string): Change[] {
  if (now === undefined) return before === null ? [] : [{ path, kind: 'lost', before, now }]
  if (isObject(before) && isObject(now)) return within(before, now, `${path}.`)
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((item, i) => between(item, now[i] ?? null, `${path}[${i}]`))
  if (equalField(path.slice(path.lastIndexOf('.') + 1), before, now)) return []
  return [{ path, kind: isNothing(now) ? 'lost' : 'changed', before, now }]
}

/** Whether a value names what a path leads to, whichever item of an array. */
export function names(value: unknown, path: string): boolean {
  let at = value
  for (const name of path.split(/[.[]/)) {
    if (Array.isArray(at)) at = at[0]
    else if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false
    else at = (at as Record<string, unknown>)[name]
  }
  return true
}
