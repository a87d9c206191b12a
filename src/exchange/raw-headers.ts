import type { Header } from './exchange.js'

/** Pairs the headers that Node returns as a flat list: `['Host', 'a', 'Accept', 'b']` becomes `[['Host', 'a'], ['Accept', 'b']]`. */
export function headerPairs(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', trimValue(raw[i + 1] ?? '')])
  return headers
}

/** Removes blanks and tabs around a value, which are not part of it. RFC 9110 §5.5 */
export function trimValue(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '')
}

/** Compares the name of a header without regard to case. `wanted` is in lower case. */
export function isHeaderNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}
