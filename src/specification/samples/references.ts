/** The collections to which sample bodies refer, in the order in which their records must be created, and their routes. */
import { allRoutes } from '../find-route.js'
import type { Route } from '../route.js'
import { sampleBody } from './bodies.js'
import { resourceAt } from './list.js'
import { referencesOf } from './resource.js'

/** Lists that are the same in every account. Referring to one of their entries touches no record of a user. */
export const vocabularies: ReadonlySet<string> = new Set([
  '/campos-customizados/modulos',
  '/campos-customizados/tipos',
  '/situacoes/modulos',
])

/** Names of identifiers in a path that identify a record of another collection: `/nfe/{id}/lancar-estoque/{idDeposito}`. */
export const referredByPath: Readonly<Record<string, string>> = {
  idDeposito: '/depositos',
  idSituacao: '/situacoes/modulos',
}

/** The name under which a run captures the identifier of the record to refer to: `ref_contatos`. */
export function referenceName(collection: string): string {
  return `ref_${collection.replace(/^\//, '').replace(/\W/g, '_')}`
}

/** The collections that samples refer to. A collection comes after those that its own body refers to. */
export const referredCollections: readonly string[] = sortReferredCollections()

function sortReferredCollections(): string[] {
  const ordered = new Set<string>()
  const visit = (collection: string, ancestors: readonly string[]) => {
    if (ancestors.includes(collection)) return
    const referred = referencesOf(resourceAt(collection)?.body ?? {})
    for (const each of referred) visit(each, [...ancestors, collection])
    ordered.add(collection)
  }
  const bodies = allRoutes('specification').map(({ id }) => sampleBody(id) ?? {})
  for (const collection of [...bodies.flatMap(referencesOf), ...Object.values(referredByPath)])
    visit(collection, [])
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
