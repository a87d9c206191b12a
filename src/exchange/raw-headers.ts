import type { Header } from './exchange.js'

/** Headers as Node gives them, names and values in turn, in pairs. */
export function headerPairs(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return headers
}

/** `wanted` is in lower case. */
export function isHeaderNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}
