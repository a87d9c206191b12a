import type { Operation } from './operation.js'

/** Finds the operation that a request addresses. */
export interface OperationTable {
  /** `path` below the base address, without query; null where the document has none such. */
  find(method: string, path: string): Operation | null
}

/** Builds a table in which fixed segments win over parameters, as OpenAPI requires. */
export function tabulate(operations: readonly Operation[]): OperationTable {
  const named = new Set(operations.flatMap(({ pathKey }) => fixedPrefixes(split(pathKey))))
  const bySize = new Map<string, { readonly operation: Operation; readonly segments: readonly string[] }[]>()
  for (const operation of operations) {
    const segments = split(operation.pathKey)
    const key = `${operation.method} ${segments.length}`
    const rows = bySize.get(key) ?? []
    rows.push({ operation, segments })
    bySize.set(key, rows)
  }
  for (const rows of bySize.values()) rows.sort((a, b) => rank(a.segments, b.segments))
  return {
    find(method, path) {
      const wanted = split(path)
      const rows = bySize.get(`${method.toUpperCase()} ${wanted.length}`) ?? []
      return rows.find(({ segments }) => fits(segments, wanted, named))?.operation ?? null
    },
  }
}

function split(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** `/a/{}/b` and `/a` of `/a/{}/b/{}`: the beginnings that end in a fixed segment. */
function fixedPrefixes(segments: readonly string[]): string[] {
  return segments.flatMap((segment, i) =>
    segment.includes('{}') ? [] : [segments.slice(0, i + 1).join('/')],
  )
}

function fits(segments: readonly string[], wanted: readonly string[], named: ReadonlySet<string>): boolean {
  return segments.every((segment, i) => {
    const text = wanted[i] ?? ''
    if (!segment.includes('{}')) return segment === text
    return !named.has([...segments.slice(0, i), text].join('/')) && holds(text, segment.split('{}'))
  })
}

/** Whether a text has these parts in this order, the first at its beginning, the last at its end, and something between any two. */
function holds(text: string, [start = '', ...parts]: readonly string[]): boolean {
  const end = parts.pop() ?? ''
  let from = start.length
  for (const part of parts) {
    const at = text.indexOf(part, from + 1)
    if (at < 0) return false
    from = at + part.length
  }
  return text.startsWith(start) && text.endsWith(end) && text.length > from + end.length
}

/** The first segment in which one is fixed and the other is not decides. */
function rank(a: readonly string[], b: readonly string[]): number {
  for (const [i, segment] of a.entries()) {
    const [open, otherOpen] = [segment.includes('{}'), b[i]?.includes('{}') ?? false]
    if (open !== otherOpen) return open ? 1 : -1
  }
  return 0
}
