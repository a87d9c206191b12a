import { products } from './products.js'
import type { Resource } from './resource.js'
import { sales } from './sales.js'

/** Every resource of which the embedded service keeps records. */
export const resources: readonly Resource[] = [...products, ...sales]

const longestFirst = [...resources].sort((a, b) => b.collection.length - a.collection.length)

/** Returns the resource of a route's path: that of `/produtos/lojas` for `/produtos/lojas/{idProdutoLoja}`, not that of `/produtos`. */
export function resourceOf(path: string): Resource | null {
  return (
    longestFirst.find(({ collection }) => path === collection || path.startsWith(`${collection}/`)) ?? null
  )
}

/** Returns the resource with exactly this collection. */
export function resourceAt(collection: string): Resource | null {
  return resources.find((resource) => resource.collection === collection) ?? null
}
