/** Which collection a route or a query is about. A collection is the path of a list, such as `/contatos`. */
import type { Route } from './route.js'

/** Routes whose record belongs to another collection than the path says. */
const collectionExceptions: Readonly<Record<string, string>> = {
  '/logisticas/{idLogisticaServico}/situacoes': '/logisticas/servicos',
  '/empresas/me/dados-basicos': '/empresas',
}

/** Collections without a list of their own: the route that lists groups, and the one that lists the records of a group. */
export const groupedLists: Readonly<Record<string, readonly [groups: string, recordsOfGroup: string]>> = {
  '/campos-customizados': ['campos-customizados/list-modules', 'campos-customizados/list-of-module'],
}

/** Returns the collection that a route lists, or of which it lists one group (`groupedLists`); null if it lists none. */
export function listedCollection({ id, method, path }: Pick<Route, 'id' | 'method' | 'path'>): string | null {
  const grouped = Object.entries(groupedLists).find(([, [, recordsOfGroup]]) => recordsOfGroup === id)
  if (grouped) return grouped[0]
  return method === 'GET' && !path.includes('{') ? path : null
}

/** Returns the collection that a route is about: `/contatos` for `/contatos/{idContato}/tipos` and `/contatos/situacoes`. */
export function collectionOf({ path }: Pick<Route, 'path'>): string {
  const exception = collectionExceptions[path]
  if (exception !== undefined) return exception
  const identifierStart = path.indexOf('/{')
  if (identifierStart >= 0) return path.slice(0, identifierStart)
  // `/situacoes` alone is a collection
  return path.replace(/(?<=.)\/situacoes$/, '')
}

/** Whether a route is a POST that adds a record to a collection. An action on a record (`/nfe/{id}/enviar`) is none. */
export function addsRecord({ method, success, path }: Pick<Route, 'method' | 'success' | 'path'>): boolean {
  return method === 'POST' && success.data === 'created' && !path.includes('{')
}

/** Whether a route addresses a record itself (`/contatos/{idContato}`), and nothing below it. */
export function addressesRecord({ path }: Pick<Route, 'path'>): boolean {
  return /^[^{]*\/\{\w+\}$/.test(path)
}

/** Returns the identifiers in a query: 1 and 2 for `idsContatos[]=1&idsContatos[]=2` and for `idsContatos=1,2`. */
export function idsInQuery(query: Iterable<readonly [name: string, value: string]>): string[] {
  return [...query]
    .filter(([name]) => /^ids\w*(\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(','))
}
