import type { Header } from './exchange.js'

/** Pairs the headers that Node and undici return as a flat list: `['Host', 'a', 'Accept', 'b']` becomes `[['Host', 'a'], ['Accept', 'b']]`. */
export function headerPairs(raw: readonly string[]): Header[] {
  return untrimmedPairs(raw).map(([name, value]) => [name, trimValue(value)])
}

/** Pairs headers like {@link headerPairs}, with every blank as it arrived. */
export function untrimmedPairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, i): Header[] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []))
}

/** Removes blanks and tabs around a value, which are not part of it. RFC 9110 §5.5 */
export function trimValue(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '')
}

/** Compares the name of a header without regard to case. `wanted` is in lower case. */
export function isHeaderNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}
