import { products } from './products.js'
import type { Resource } from './resource.js'
import { sales } from './sales.js'

/** Every resource of which the embedded service keeps records. */
export const resources: readonly Resource[] = [...products, ...sales]

const byDepth = [...resources].sort((a, b) => b.collection.length - a.collection.length)

/** The resource that a route's template addresses: the one with the longest collection that begins it. */
export function resourceOf(path: string): Resource | null {
  return byDepth.find(({ collection }) => path === collection || path.startsWith(`${collection}/`)) ?? null
}

export function resourceAt(collection: string): Resource | null {
  return resources.find((resource) => resource.collection === collection) ?? null
}
