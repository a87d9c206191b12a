import { isObject, type Json } from '../exchange/json.js'

/**
 * The records of a list's `data`: an array, or the only array of objects in an object. Returns null if there is no
 * such array, or several.
 */
export function recordsListed(data: Json | undefined): readonly Json[] | null {
  if (isArray(data)) return data
  const arrays = (isObject(data) ? Object.values(data) : [])
    .filter(isArray)
    .filter((items) => items.every(isObject))
  const full = arrays.filter(({ length }) => length > 0)
  const [only, ...others] = full.length > 0 ? full : arrays
  return only !== undefined && others.length === 0 ? only : null
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
