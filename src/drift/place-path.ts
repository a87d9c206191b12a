/** A path into a body as text: `$.data[].id`. `{}` replaces keys that are identifiers. */
export const ROOT = '$'

const plainKey = /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u

/** `$.data` and `id` give `$.data.id`; a key of other characters is quoted: `$.data["e-mail de cobrança"]`. */
export function fieldPath(parent: string, key: string): string {
  return plainKey.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

export function itemPath(parent: string): string {
  return `${parent}[]`
}

export function keyedPath(parent: string): string {
  return `${parent}{}`
}

/** The path of the place that holds this one; null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT) return null
  if (path.endsWith('[]') || path.endsWith('{}')) return path.slice(0, -2)
  const quoted = /^(.*)\["(?:[^"\\]|\\.)*"\]$/su.exec(path)
  if (quoted) return quoted[1] ?? ROOT
  return path.slice(0, path.lastIndexOf('.'))
}
