/** Routes that a profile names beyond those that are known, by method and number of segments. */
type Table = ReadonlyMap<string, readonly (readonly string[])[]>

const tables = new WeakMap<readonly string[], Table>()

/** Whether a request addresses one of the named routes (`GET /lojas/{idLoja}`). */
export function isOwnRoute(routes: readonly string[] | undefined, method: string, path: string): boolean {
  if (!routes || routes.length === 0) return false
  const table = tables.get(routes) ?? tabulate(routes)
  tables.set(routes, table)
  const segments = segmentsOf(path)
  const rows = table.get(`${method} ${segments.length}`) ?? []
  return rows.some((row) =>
    row.every((segment, i) => (segment.includes('{') ? segments[i] !== '' : segment === segments[i])),
  )
}

function tabulate(routes: readonly string[]): Table {
  const table = new Map<string, (readonly string[])[]>()
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const segments = segmentsOf(path)
    const key = `${method} ${segments.length}`
    table.set(key, [...(table.get(key) ?? []), segments])
  }
  return table
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\/|(?<=.)\/$/g, '').split('/')
}
