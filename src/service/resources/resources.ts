/** The routes of the embedded service outside the homologation: contacts, products, orders, … */

import { collectionOf } from '../../specification/collection.js'
import { allRoutes, matchRoute } from '../../specification/find-route.js'
import type { Shapes } from '../../specification/shapes.js'
import type { Resources } from '../settings.js'
import { type Model, modelsOf } from './model.js'
import type { Call, Notice, Operation } from './operation.js'
import { operationOf } from './operations.js'
import { refuseField } from './responses.js'
import { createSeeds } from './seeded.js'
import { createStore, type RecordStore } from './store.js'

export interface ResourceOptions {
  /** All contents of the records follow from it. */
  readonly seed: string
  /** The shapes of responses, bodies and queries of every family that is served. */
  readonly shapes: Shapes
  /** Number of records with which each resource begins. Default: 12. */
  readonly count?: number | undefined
  /** Wall time at the clock's origin, in milliseconds since 1970. Default: a fixed day. */
  readonly epochMs?: number
  /** Called once for each parameter of a route. */
  readonly onNotice?: (notice: Notice) => void
}

export type { Notice }

/** Access to the records without a request. */
interface RecordAccess {
  /** `contatos`, `pedidos/vendas`, … */
  readonly resources: readonly string[]
  /** Records of a collection (`/contatos`), each as its single read shows it; null if the collection does not exist. */
  recordsOf(session: string, collection: string): readonly Readonly<Record<string, unknown>>[] | null
}

export type OpenResources = Resources & { readonly recordAccess: RecordAccess }

/** Limits memory if a client keeps inventing parameters. */
const MOST_NOTICES = 10_000
const DEFAULT_COUNT = 12
const DEFAULT_DAY_MS = Date.UTC(2026, 4, 4, 12)

/** The stores of one application, by collection. */
type Stores = Map<string, RecordStore>

/**
 * Serves every route of version 3 outside the homologation. Each application has records of its own in memory, which it
 * can create, list, read, replace, change and delete. The shapes decide what records, bodies and responses look like.
 */
export function createResources(options: ResourceOptions): OpenResources {
  const { seed, shapes, count = DEFAULT_COUNT, epochMs = DEFAULT_DAY_MS, onNotice } = options
  const models = modelsOf(shapes)
  const seededOf = createSeeds(models, seed, count)
  const handlers = handlersOf(models)
  const applications = new Map<string, Stores>()
  const noticed = new Set<string>()

  function storesOf(session: string): Stores {
    const stores: Stores = applications.get(session) ?? new Map()
    applications.set(session, stores)
    return stores
  }

  function storeIn(stores: Stores, model: Model): RecordStore {
    const known = stores.get(model.collection)
    if (known) return known
    const store = createStore(model, seededOf(model))
    stores.set(model.collection, store)
    return store
  }

  function noticeOnce(notice: Notice): void {
    const key = `${notice.kind} ${notice.route} ${notice.name}`
    if (noticed.has(key) || noticed.size >= MOST_NOTICES) return
    noticed.add(key)
    onNotice?.(notice)
  }

  const respond: Resources = (request, { path, search, session, profile, nowMs, refuse }) => {
    const { knowledge } = profile
    const found = matchRoute(request.method, path, knowledge)
    const handler = found && handlers.get(found.route.id)
    if (!handler) return null
    const stores = storesOf(session)
    const { route, params } = found
    const call: Call = {
      route,
      params,
      request,
      shapes,
      knowledge,
      nowMs,
      epochMs,
      refuse,
      query: new URLSearchParams(search),
      store: storeIn(stores, handler.model),
      // operations name only collections that exist
      storeOf: (collection) => storeIn(stores, models.get(collection) as Model),
      notice: (kind, name) => noticeOnce({ kind, name, route: `${route.method} ${route.path}` }),
    }
    return refuseIdentifier(call) ?? handler.operation(call)
  }

  function recordsOf(session: string, collection: string) {
    const model = models.get(collection)
    if (!model) return null
    const records = storeIn(storesOf(session), model).all()
    return records.map(({ fullText }) => JSON.parse(fullText) as Readonly<Record<string, unknown>>)
  }

  const names = [...models.keys()].map((collection) => collection.slice(1))
  return Object.assign(respond, { recordAccess: { resources: names, recordsOf } })
}

/** Responds 400 to an identifier of the wrong form, if the route has that status; null if the identifier is sound. */
function refuseIdentifier(call: Call) {
  const { route, params, store } = call
  const [identifier] = Object.entries(params)
  if (!identifier || !route.errors.includes(400)) return null
  const [name, value] = identifier
  const { idForm, collection } = store.model
  // the categories of marketplaces have texts as identifiers. §Listing category
  const isNumber = idForm === 'integer' && collection !== '/anuncios/categorias'
  const isSound = isNumber ? /^\d+$/.test(value) : value.trim() !== ''
  return isSound ? null : refuseField(call, name, 'O identificador não é válido.')
}

interface Handler {
  readonly model: Model
  readonly operation: Operation
}

/** Returns the handler of each route, by the route's id. */
function handlersOf(models: ReadonlyMap<string, Model>): ReadonlyMap<string, Handler> {
  return new Map(
    allRoutes('document').flatMap((route) => {
      const model = models.get(collectionOf(route))
      return model ? [[route.id, { model, operation: operationOf(route, model.collection) }] as const] : []
    }),
  )
}
