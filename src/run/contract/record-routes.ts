import { collectionOf, isOfOne } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import type { Knowledge, Route } from '../../specification/route.js'

/** The routes that list, read and delete the records of a collection. */
export interface RecordRoutes {
  readonly list: Route | null
  readonly read: Route | null
  readonly remove: Route | null
  /** The DELETE of several records, used for one record if the collection has no other. */
  readonly removeMany: Route | null
}

export function routesOf(collection: string, knowledge: Knowledge): RecordRoutes {
  const at = (method: string, isRecord: boolean) =>
    allRoutes(knowledge).find(
      (route) =>
        route.method === method &&
        (isRecord ? collectionOf(route) === collection && isOfOne(route) : route.path === collection),
    ) ?? null
  return {
    list: at('GET', false),
    read: at('GET', true),
    remove: at('DELETE', true),
    removeMany: at('DELETE', false),
  }
}
