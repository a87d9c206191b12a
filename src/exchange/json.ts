/** Deepest nesting that is read. Deeper bodies would break recursive readers behind us. */
export const MAX_JSON_DEPTH = 256

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonFlaw = 'empty' | 'broken' | 'too-deep'

export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly flaw: JsonFlaw; readonly detail: string }

/** Reads JSON without ever throwing. Nesting beyond {@link MAX_JSON_DEPTH} is refused before it is parsed. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { ok: false, flaw: 'empty', detail: '' }
  if (nestsDeeperThan(text, MAX_JSON_DEPTH)) {
    return { ok: false, flaw: 'too-deep', detail: `nested deeper than ${MAX_JSON_DEPTH} levels` }
  }
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch (error) {
    return { ok: false, flaw: 'broken', detail: (error as Error).message }
  }
}

/** The object's own property, or undefined where the value is no object or has none. */
export function property(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Equal as JSON values: key order is nothing, types are everything (`32.56` is not `"32.56"`). */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || !a || !b) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => equalJson(item, b[i]))
    )
  }
  const left = a as { readonly [key: string]: Json }
  const right = b as { readonly [key: string]: Json }
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]))
  )
}

function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 0x5c) i++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}
