import type { Route } from './route.js'

/** The routes that address a record of another collection than their path says. */
const elsewhere: Readonly<Record<string, string>> = {
  '/logisticas/{idLogisticaServico}/situacoes': '/logisticas/servicos',
  '/empresas/me/dados-basicos': '/empresas',
}

/** Collections whose records are listed by something else: route of the groups, then of a group's records. */
export const groupedLists: Readonly<Record<string, readonly [groups: string, ofGroup: string]>> = {
  '/campos-customizados': ['campos-customizados/list-modules', 'campos-customizados/list-of-module'],
}

/** Returns the collection whose records a list shows; null if the route is not a list. */
export function collectionListed({ id, method, path }: Pick<Route, 'id' | 'method' | 'path'>): string | null {
  const grouped = Object.entries(groupedLists).find(([, [, ofGroup]]) => ofGroup === id)
  if (grouped) return grouped[0]
  return method === 'GET' && !path.includes('{') ? path : null
}

/** The collection whose records a route addresses: `/contatos` of `/contatos/{idContato}/tipos` and of `/contatos/situacoes`. */
export function collectionOf({ path }: Pick<Route, 'path'>): string {
  const at = path.indexOf('/{')
  return elsewhere[path] ?? (at >= 0 ? path.slice(0, at) : path.replace(/(?<=.)\/situacoes$/, ''))
}

/** Whether a route is a POST to a collection. What an action on a record creates belongs to that record. */
export function addsRecord({ method, success, path }: Pick<Route, 'method' | 'success' | 'path'>): boolean {
  return method === 'POST' && success.data === 'created' && !path.includes('{')
}

/** Whether a route addresses a record itself, and nothing below it. */
export function isOfOne({ path }: Pick<Route, 'path'>): boolean {
  return /^[^{]*\/\{\w+\}$/.test(path)
}

/** The identifiers that a query names: `idsContatos[]=1&idsContatos[]=2`, `idsContatos=1,2`. */
export function idsNamed(query: Iterable<readonly [name: string, value: string]>): string[] {
  return [...query]
    .filter(([name]) => /^ids\w*(\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(','))
}
