/** The collections to which sample bodies refer, in the order in which their records must be created, and their routes. */
import { allRoutes } from '../find-route.js'
import type { Route } from '../route.js'
import { sampleBody } from './bodies.js'
import { resourceAt } from './list.js'
import { referencesOf } from './resource.js'

/** Collections whose entries are choices for other records. Referring to one of their entries touches no record of a user. */
export const vocabularies: ReadonlySet<string> = new Set([
  '/campos-customizados/modulos',
  '/campos-customizados/tipos',
  '/situacoes',
  '/situacoes/modulos',
])

/** The collection of a record that a path names after its own: a warehouse in `/nfe/{idNotaFiscal}/lancar-estoque/{idDeposito}`. */
export const referredByPath: Readonly<Record<string, string>> = {
  idDeposito: '/depositos',
  idSituacao: '/situacoes',
}

/** The name under which a run captures the identifier of the record to refer to: `ref_contatos`. */
export function referenceName(collection: string): string {
  return `ref_${collection.replace(/^\//, '').replace(/\W/g, '_')}`
}

/** The name under which a run captures the body that the user gave for a route in `--samples`: `sample contatos/create`. */
export function userBodyName(routeId: string): string {
  return `sample ${routeId}`
}

/**
 * The collections to which our samples refer, or a user's may. A collection comes after those that its own body refers
 * to. `/situacoes` is not among them, because it has no list to find a record in: the service lists situations by module.
 */
export const referredCollections: readonly string[] = sortReferredCollections()

function sortReferredCollections(): string[] {
  const ordered = new Set<string>()
  const visit = (collection: string, ancestors: readonly string[]) => {
    if (ancestors.includes(collection)) return
    const referred = referencesOf(resourceAt(collection)?.body ?? {})
    for (const each of referred) visit(each, [...ancestors, collection])
    ordered.add(collection)
  }
  const routes = allRoutes('specification')
  const inBodies = routes.flatMap(({ id }) => referencesOf(sampleBody(id) ?? {}))
  const lists = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const others = [...vocabularies, ...Object.values(referredByPath)].filter((path) => lists.has(path))
  for (const collection of [...inBodies, ...others]) visit(collection, [])
  return [...ordered]
}

/** The routes that create a record and prove by its mark that it is the run's own; null if a collection lacks one of them. */
export function ownRecordRoutes(collection: string): Record<'list' | 'create' | 'read', Route> | null {
  const routes = allRoutes('specification')
  const list = routes.find(({ method, path }) => method === 'GET' && path === collection)
  const create = routes.find(({ method, path }) => method === 'POST' && path === collection)
  const read = routes.find(
    ({ method, path }) => method === 'GET' && path.startsWith(`${collection}/{`) && path.endsWith('}'),
  )
  const showsMark = resourceAt(collection)?.hidesTexts === false
  if (!list || !create || !read || !showsMark || create.success.data !== 'created') return null
  return sampleBody(create.id) === null ? null : { list, create, read }
}
