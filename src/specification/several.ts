/** The identifiers that a query names: `idsContatos[]=1&idsContatos[]=2`, `idsContatos=1,2`. */
export function idsNamed(query: Iterable<readonly [name: string, value: string]>): string[] {
  return [...query]
    .filter(([name]) => /^ids\w*(\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(','))
}
