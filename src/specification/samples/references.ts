import { allRoutes } from '../find-route.js'
import type { Route } from '../route.js'
import { sampleBody } from './bodies.js'
import { resourceAt, resources } from './list.js'
import { referencesOf } from './resource.js'

/**
 * Lists that the service fills itself. They are the same in every account, so a reference to an entry touches no
 * user's record.
 */
export const vocabularies: ReadonlySet<string> = new Set([
  '/campos-customizados/modulos',
  '/campos-customizados/tipos',
  '/situacoes/modulos',
])

/** Further identifiers in a path, with the collections whose records they identify. */
export const referredByPath: Readonly<Record<string, string>> = {
  idDeposito: '/depositos',
  idSituacao: '/situacoes/modulos',
}

/** The capture that holds the identifier of the record to refer to: `ref_contatos`. */
export function referenceName(collection: string): string {
  return `ref_${collection.replace(/^\//, '').replace(/\W/g, '_')}`
}

/** The collections that samples refer to, each after those that its own create refers to. */
export const referredCollections: readonly string[] = inOrder()

function inOrder(): string[] {
  const ordered = new Set<string>()
  const visit = (collection: string, path: readonly string[]) => {
    if (path.includes(collection)) return
    for (const inner of referencesOf(resourceAt(collection)?.body ?? {})) visit(inner, [...path, collection])
    ordered.add(collection)
  }
  const bodies = allRoutes('specification').map(({ id }) => sampleBody(id) ?? {})
  for (const collection of [...bodies.flatMap(referencesOf), ...Object.values(referredByPath)])
    visit(collection, [])
  return [...ordered]
}

interface OwnRecordRoutes {
  readonly list: Route
  readonly create: Route
  readonly read: Route
}

/** How a record of a run's own comes about: null where none can be created and known again by its mark. */
export function ownRecordRoutes(collection: string): OwnRecordRoutes | null {
  const routes = allRoutes('specification')
  const at = (wanted: string) => routes.find(({ method, path }) => method === wanted && path === collection)
  const [list, create] = [at('GET'), at('POST')]
  const read = routes.find(
    ({ method, path }) => method === 'GET' && path.startsWith(`${collection}/{`) && path.endsWith('}'),
  )
  const isKnownAgain = resources.some((one) => one.collection === collection && !one.showsNoText)
  if (!list || !create || !read || !isKnownAgain || create.success.data !== 'created') return null
  return sampleBody(create.id) === null ? null : { list, create, read }
}
