import type { Operation } from './operation.js'

/** Finds the operation that a request addresses. */
export interface OperationTable {
  /** `path` below the base address, without query; null where the document has none such. */
  find(method: string, path: string): Operation | null
}

/** Fixed segments win over parameters, as OpenAPI has it: what any path names at a place is no parameter's value there. */
export function tabulate(operations: readonly Operation[]): OperationTable {
  const named = new Set(operations.flatMap(({ pathKey }) => fixedPrefixes(split(pathKey))))
  const bySize = new Map<string, { readonly operation: Operation; readonly segments: readonly string[] }[]>()
  for (const operation of operations) {
    const segments = split(operation.pathKey)
    const key = `${operation.method} ${segments.length}`
    bySize.set(key, [...(bySize.get(key) ?? []), { operation, segments }])
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
    const [start = '', end = ''] = segment.split('{}')
    const isNamed = named.has([...segments.slice(0, i), text].join('/'))
    return !isNamed && text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end)
  })
}

/** The first segment in which one is fixed and the other is not decides. */
function rank(a: readonly string[], b: readonly string[]): number {
  for (const [i, segment] of a.entries()) {
    const [open, otherOpen] = [segment.includes('{}'), b[i]?.includes('{}') ?? false]
    if (open !== otherOpen) return open ? 1 : -1
  }
  return 0
}
