import { collectionOf } from '../../specification/collection.js'
import { allRoutes, matchRoute } from '../../specification/find-route.js'
import type { Shapes } from '../../specification/shapes.js'
import { createApplications, createOnce } from '../applications.js'
import type { Resources } from '../settings.js'
import { type Model, modelsOf } from './model.js'
import { type Call, firstParam, type Notice, type Operation } from './operation.js'
import { operationOf } from './operations.js'
import { invalid } from './responses.js'
import { createSeeds } from './seeded.js'
import { createStore, type RecordStore } from './store.js'

export interface ResourceOptions {
  /** Everything that the records hold follows from it. */
  readonly seed: string
  /** The shapes of responses, bodies and queries of every family that is served. */
  readonly shapes: Shapes
  /** Records of each resource to begin with. Default: 12. */
  readonly count?: number
  /** Wall time at the clock's origin, in milliseconds since 1970. Default: a fixed day. */
  readonly epochMs?: number
  /** Hears once of each parameter. */
  readonly onNotice?: (notice: Notice) => void
}

export type { Notice }

/** Access to the records without going through the routes. */
interface Stock {
  /** `contatos`, `pedidos/vendas`, … */
  readonly resources: readonly string[]
  /** Records of a collection (`/contatos`), each as its single read shows it; null if the collection does not exist. */
  recordsOf(session: string, collection: string): readonly Readonly<Record<string, unknown>>[] | null
}

export type OpenResources = Resources & { readonly stock: Stock }

/** Applications whose records are kept. */
const MOST_APPLICATIONS = 1000
const USUAL_COUNT = 12
const SOME_DAY_MS = Date.UTC(2026, 4, 4, 12)

type Shelves = Map<string, RecordStore>

/**
 * Serves every route of version 3 outside the homologation. Each application has its own records in memory, which it
 * can create, list, read, replace, change and delete. The shapes decide what records, bodies and responses look like.
 */
export function createResources(options: ResourceOptions): OpenResources {
  const { seed, shapes, count = USUAL_COUNT, epochMs = SOME_DAY_MS, onNotice } = options
  const models = modelsOf(shapes)
  const seededOf = createSeeds(models, seed, count)
  const handlings = handlingsOf(models)
  const storesOf = createApplications(MOST_APPLICATIONS, (): Shelves => new Map())
  const once = createOnce()

  function storeIn(stores: Shelves, model: Model): RecordStore {
    const known = stores.get(model.collection)
    if (known) return known
    const store = createStore(model, seededOf(model))
    stores.set(model.collection, store)
    return store
  }

  function tell(notice: Notice): void {
    once(`${notice.kind} ${notice.route} ${notice.name}`, () => onNotice?.(notice))
  }

  const respond: Resources = (request, { path, search, session, profile, nowMs, refuse }) => {
    const { knowledge } = profile
    const found = matchRoute(request.method, path, knowledge)
    const handling = found && handlings.get(found.route.id)
    if (!handling) return null
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
      store: storeIn(stores, handling.model),
      storeOf: (collection) => storeIn(stores, models.get(collection) ?? handling.model),
      notice: (kind, name) => tell({ kind, name, route: `${route.method} ${route.path}` }),
    }
    return malformedIdentifier(call) ?? handling.operation(call)
  }

  function recordsOf(session: string, collection: string) {
    const model = models.get(collection)
    if (!model) return null
    const store = storeIn(storesOf(session), model)
    return Array.from(
      store.all(),
      ({ fullText }) => JSON.parse(fullText) as Readonly<Record<string, unknown>>,
    )
  }

  const stock: Stock = { resources: [...models.keys()].map((collection) => collection.slice(1)), recordsOf }
  return Object.assign(respond, { stock })
}

/** 400 where the tables have it: no digits where an identifier is a number, a blank where it is a text. */
function malformedIdentifier(call: Call) {
  const { route, params, store } = call
  if (!route.errors.includes(400) || Object.keys(params).length === 0) return null
  const isSound =
    store.model.idForm === 'integer' && store.model.collection !== '/anuncios/categorias'
      ? /^\d+$/.test(firstParam(call))
      : firstParam(call).trim() !== ''
  return isSound ? null : invalid(call, Object.keys(params)[0] ?? 'id', 'O identificador não é válido.')
}

interface Handling {
  readonly model: Model
  readonly operation: Operation
}

/** Prepares each route once. */
function handlingsOf(models: ReadonlyMap<string, Model>): ReadonlyMap<string, Handling> {
  return new Map(
    allRoutes('document').flatMap((route) => {
      const model = models.get(collectionOf(route))
      return model ? [[route.id, { model, operation: operationOf(route, model.collection) }] as const] : []
    }),
  )
}
