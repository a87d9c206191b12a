import type { Header } from './exchange.js'

/** Headers as Node gives them, names and values in turn, in pairs. */
export function headerPairs(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', trimValue(raw[i + 1] ?? '')])
  return headers
}

/** Blanks and tabs around a value are not part of it. RFC 9110 §5.5 */
export function trimValue(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '')
}

/** `wanted` is in lower case. */
export function isHeaderNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}
